mod atomic;
mod clipboard;
mod command;
mod config;
mod dialects;
mod exit;
mod input;
mod insight;
mod progress;
mod reader;
mod rows;
mod terminal;
mod texts;
#[cfg(unix)]
mod watcher;

use jmend::cli::COMMANDS;
use jmend::cli::definition::{brief, definition};

#[test]
fn the_flags_are_consistent() {
    definition(None).debug_assert();
    brief(definition(None)).debug_assert();
}

#[test]
fn main_flags_are_flags() {
    for entry in COMMANDS {
        let command = (entry.build)(clap::Command::new(entry.name));
        let is_flag = |main: &str| command.get_arguments().any(|arg| arg.get_id() == main);
        let wrong: Vec<_> = entry.main.split_whitespace().filter(|main| !is_flag(main)).collect();
        assert!(wrong.is_empty(), "{}: {wrong:?}", entry.name);
    }
}
