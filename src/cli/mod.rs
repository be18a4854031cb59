//! All that touches the world: flags, streams, files, logs, exit codes. One file per command.
//!
//! | file | promise |
//! |---|---|
//! | `exit` | three outcomes, one table of numbers |
//! | `console`, `progress` | messages on standard error: one line each, safe on any terminal; how far a job is |
//! | `input`, `reader`, `records`, `rows`, `texts` | sources in order, cut into records in constant memory |
//! | `pipeline`, `pool` | records handled independently, on one thread or many, in input order |
//! | `diagnosis`, `reporter`, `rule` | what was found as the product, in all formats |
//! | `output`, `atomic`, `in_place`, `signals` | layout flags, checked writes, files that appear whole |
//! | `json_input`, `json_records` | JSON through a core function: as a stream, or record by record |
//! | `walk`, `dialects` | the files of a folder, and the dialect of each |
//! | `calls` | calls out of messages and answers |
//! | `command`, `watcher` | commands of the user's, bounded in time and output, which end with the program |
//! | `again` | the program once more, as a child |
//! | `mistakes`, `missing` | wrong arguments and missing files, with the command that works |
//! | `guide`, `schema`, `rules` | what records and calls are for: schemas, tools and their rules |
//! | `cache` | what looks after a cache directory |
//! | `tools_file` | tool definitions and who may see them |
//! | `jq`, `query` | filters of jq, bounded |
//! | `resume` | where a run goes on, and the records that failed |
//! | `stats` | what became of every call of a run, counted |
//! | `insight` | what became of the answers in logs |
//! | `readings` | what a repair considers of one text |
//! | `config` | `jmend.toml` and what is in force because of it |
//! | `options` | flags of a repair |
//!
//! A new command is a file with `Args` and `run`, and a line in `COMMANDS`.

#[cfg_attr(not(unix), allow(dead_code))]
mod again;
pub mod atomic;
mod attributes;
mod cache;
mod cache_key;
mod calls;
pub mod clipboard;
pub mod command;
mod completions;
pub mod config;
mod console;
pub mod definition;
mod diagnosis;
pub mod dialects;
mod drivers;
pub mod eval_json;
pub mod exit;
mod expose;
mod guide;
pub mod identity;
pub mod in_place;
pub mod input;
pub mod insight;
mod jq;
mod json_input;
mod json_records;
mod learn;
mod logging;
mod man;
mod missing;
mod mistakes;
mod normalize;
mod options;
mod output;
mod pipeline;
mod pool;
mod preview;
pub mod progress;
mod query;
pub mod reader;
mod readings;
pub mod records;
mod repair;
mod reporter;
mod resume;
pub mod rows;
mod rule;
mod rules;
mod schema;
mod signals;
mod stats;
#[cfg(unix)]
pub mod terminal;
pub mod texts;
mod tools_file;
mod trouble;
mod walk;
#[cfg(unix)]
pub mod watcher;
mod window;

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::Context;
use clap::error::{ContextKind, ErrorKind};
use clap::{ArgMatches, FromArgMatches, Parser};

use console::{Color, Console};
use definition::{HELP_ALL, brief, definition, routed, sorted_out};
use exit::Exit;
use logging::LogFormat;
use output::Sink;
use repair::{check, commands};

use crate::core::json::shown::escape;

/// The exit codes, as every help text shows them.
const EXIT_CODES: &str = "\
Exit status:
  0  done
  1  the input is at fault: a record that cannot be repaired, or a check with findings
  2  the run is at fault: usage, input or output, configuration";

/// Repairs almost-JSON from language models, and says what it changed.
#[derive(Debug, Parser)]
#[command(name = "jmend", version, arg_required_else_help = true, subcommand_required = true,
          disable_help_flag = true, disable_help_subcommand = true, after_help = EXIT_CODES,
          override_usage = "jmend [OPTIONS] <COMMAND>\n       jmend [OPTIONS] [FILE]...  (short for jmend repair)")]
struct Cli {
    #[command(flatten)]
    global: Global,
}

/// A group of commands in the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    Repair,
    Logs,
    Agents,
    Setup,
    /// The other name of what a flag of another command does; it works, and no help lists it.
    Old,
}

/// A command of the program.
pub struct Entry {
    pub group: Group,
    pub name: &'static str,
    /// Other words for it.
    aliases: &'static [&'static str],
    /// Adds its flags and its help.
    pub build: fn(clap::Command) -> clap::Command,
    run: fn(&ArgMatches, Console) -> anyhow::Result<Exit>,
    /// The flags that `-h` shows.
    pub main: &'static str,
}

/// A table of commands: names, flags, what runs them, and their main flags.
macro_rules! commands {
    ($($group:ident $name:literal $($alias:literal)? => $args:ty, $run:expr, $main:literal;)*) => {
        &[$(Entry {
            group: Group::$group,
            name: $name,
            aliases: &[$($alias)?],
            build: <$args as clap::Args>::augment_args,
            run: |matches, console| {
                let run: fn($args, Console) -> anyhow::Result<Exit> = $run;
                run(<$args>::from_arg_matches(matches)?, console)
            },
            main: $main,
        }),*]
    };
}

/// Every command, in the order of the help.
pub const COMMANDS: &[Entry] = commands! {
    Repair "repair" "fix" => repair::Args, |args, console| repair::run(&args, console),
        "lines report in_place max_risk truncated on_error exit_status tools tool at compact pretty output";
    Repair "calls" => commands::Calls, commands::Calls::run,
        "lines report tools call_format require_call truncated max_risk on_error exit_status output";
    Repair "check" => check::Check, check::Check::run,
        "format exclude many lines max_risk tools tool output";
    Repair "explain" => commands::Explain, commands::Explain::run,
        "readings lines max_risk tools tool output";
    Logs "stats" => insight::StatsCommand, insight::StatsCommand::run,
        "format by at baseline redact output";
    Agents "preview" => preview::Args, |args, console| preview::run(&args, console),
        "tool arguments preview at max_bytes_out inline_below hint cache_dir tools repair output";
    Agents "query" => query::Args, |args, console| query::run(&args, console),
        "filter files null_input slurp raw_output lets cache_dir timeout max_memory output";
    Agents "eval-json" => eval_json::Args, |args, console| eval_json::run(&args, console),
        "expr context memory cache_dir tool check print_prompt print_schema repair output";
    Agents "cache" => cache::Args, |args, console| cache::run(&args, console),
        "";
    Agents "cache-key" => cache_key::Args, |args, console| cache_key::run(&args, console),
        "calls text json namespace on_collision lines repair output";
    Agents "normalize" => normalize::Args, |args, console| normalize::run(&args, console),
        "canonical on_collision check lines in_place repair compact pretty output";
    Agents "expose" => expose::Args, |args, console| expose::run(&args, console),
        "mode allow resolve to strip repair output";
    Setup "config" => config::Args, |args, console| print_config(args.command, console),
        "command";
    Setup "completions" => completions::Args, |args, _| completions::run(&args),
        "shell";
    Setup "man" => man::Args, |args, _| man::run(&args),
        "directory";
    Old "diff" => commands::Diff, commands::Diff::run,
        "exit_status lines max_risk tools tool output";
    Old "rule" => rule::Args, |args, _| rule::run(&args),
        "code";
    Old "report" => insight::ReportCommand, insight::ReportCommand::run,
        "by at baseline redact output";
    Old "learn" => learn::Args, |args, console| learn::run(&args, console),
        "tool least output";
};

/// The command that the arguments name, if they name one.
fn named(args: &[OsString]) -> Option<&'static Entry> {
    args.iter().skip(1).find_map(|arg| {
        COMMANDS.iter().find(|entry| arg == entry.name || entry.aliases.iter().any(|alias| arg == alias))
    })
}

/// Flags of every command.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Messages")]
struct Global {
    /// Print help; -h prints the main flags, --help=all the rare ones, too
    #[arg(short = 'h', long = "help", global = true, action = clap::ArgAction::HelpShort)]
    help: Option<bool>,
    /// Log to standard error (-vv: in detail), like `JMEND_LOG=LEVEL`
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    verbose: u8,
    /// Suppress warnings; print only fatal errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Colors; `NO_COLOR` and `CLICOLOR_FORCE` work too
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    color: Color,
    /// Format of log lines and messages
    #[arg(long, global = true, value_enum, value_name = "FORMAT", default_value = "text")]
    log_format: LogFormat,
}

/// Runs the whole program, from its arguments to its exit code.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    main_of(Vec::new(), args)
}

/// Runs the whole program inside another one, which starts it with the words of `launcher` before the arguments.
pub fn main_of(launcher: Vec<OsString>, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<_> = args.into_iter().collect();
    again::note(launcher, &args);
    #[cfg(unix)]
    if watcher::is_asked_for(&args) {
        watcher::serve();
        return Exit::Done.into();
    }
    let (global, matches) = match parse(&args) {
        Ok(parsed) => parsed,
        Err(error) => return usage(&error).into(),
    };
    let console = Console {
        choice: global.color,
        color: global.color.on_stderr(),
        quiet: global.quiet,
        verbose: global.verbose > 0,
        form: global.log_format,
    };
    let outcome =
        logging::init(global.verbose, global.log_format, console.color).and_then(|()| run(&matches, console));
    progress::clear();
    ended(outcome, console).into()
}

/// Returns how the program ends, and says why where that is an error. A reader of the output may stop early, which is no error.
fn ended(outcome: anyhow::Result<Exit>, console: Console) -> Exit {
    outcome.unwrap_or_else(|error| {
        if exit::is_broken_pipe(&error) {
            return Exit::Done;
        }
        console.error(&format!("{error:#}"));
        Exit::Failed
    })
}

/// Reads the arguments. Where they name no command, the command is `repair`.
fn parse(typed: &[OsString]) -> Result<(Global, ArgMatches), clap::Error> {
    let mut args = typed.to_vec();
    let parsed = attempt(&mut args).map_err(|error| mistakes::explained(error, typed, named(&args)))?;
    match chosen(&parsed.1) {
        Ok((entry, own)) => mistakes::misplaced(own, typed, entry).map_or(Ok(parsed), Err),
        Err(_) => Ok(parsed),
    }
}

/// Reads the arguments, which become those of the command that is meant, and leaves what is wrong with them as the parser says it.
fn attempt(args: &mut Vec<OsString>) -> Result<(Global, ArgMatches), clap::Error> {
    // `jmend help COMMAND` is another word for `jmend COMMAND --help`.
    if args.get(1).is_some_and(|arg| arg == "help") {
        args.remove(1);
        let all = args.iter().position(|arg| arg == "--all").map(|at| args.remove(at));
        args.push(if all.is_some() { HELP_ALL } else { "--help" }.into());
    }
    *args = routed(std::mem::take(args));
    let error = match parsed(args) {
        Ok(parsed) => return Ok(parsed),
        Err(error) => error,
    };
    let is_repair = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = error.get(ContextKind::InvalidSubcommand).map(ToString::to_string).unwrap_or_default();
            let mut files = args.iter().skip(1).filter(|arg| arg.to_string_lossy() == word);
            files.any(|file| word == "-" || Path::new(file).exists())
        }
        // A flag of `repair`, unless the arguments name the command that does not know the flag.
        ErrorKind::UnknownArgument => named(args).is_none(),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            !std::io::stdin().is_terminal()
        }
        _ => false,
    };
    if !is_repair {
        return Err(error);
    }
    args.insert(1.min(args.len()), "repair".into());
    parsed(args)
}

/// The arguments by the definition of the command that they name; the others are not built.
fn parsed(args: &[OsString]) -> Result<(Global, ArgMatches), clap::Error> {
    let command = named(args);
    let jmend = definition(command.map(|entry| entry.name));
    let shows_all = args.iter().any(|arg| arg == HELP_ALL);
    let jmend = command.into_iter().fold(jmend, |jmend, command| sorted_out(jmend, command, shows_all));
    let jmend = if args.iter().any(|arg| arg == "-h") { brief(jmend) } else { jmend };
    let plain = |arg: &OsString| if arg == HELP_ALL { "--help".into() } else { arg.clone() };
    let matches = jmend.try_get_matches_from(args.iter().map(plain))?;
    Ok((Global::from_arg_matches(&matches)?, matches))
}

/// The command that was named, and its arguments.
fn chosen(matches: &ArgMatches) -> anyhow::Result<(&'static Entry, &ArgMatches)> {
    let chosen = matches.subcommand();
    let entry = chosen.and_then(|(name, own)| Some((COMMANDS.iter().find(|entry| entry.name == name)?, own)));
    entry.context("there is no command")
}

/// A lock, also where a thread panicked with it: that ends the run, and what was locked is whole at any time.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn run(matches: &ArgMatches, console: Console) -> anyhow::Result<Exit> {
    let (entry, own) = chosen(matches)?;
    (entry.run)(own, console)
}

/// Shows the settings that a command goes by.
fn print_config(command: Vec<OsString>, console: Console) -> anyhow::Result<Exit> {
    let default = command.is_empty().then(|| OsString::from("repair"));
    let args = ["jmend".into()].into_iter().chain(default).chain(command);
    let matches = match parse(&args.collect::<Vec<_>>()) {
        Ok((_, matches)) => matches,
        Err(error) => return Ok(usage(&error)),
    };
    let (entry, own) = chosen(&matches)?;
    let job = match entry.name {
        "repair" => repair::Args::from_arg_matches(own)?,
        "calls" => commands::Calls::from_arg_matches(own)?.job(),
        "check" => check::Check::from_arg_matches(own)?.job(),
        "diff" => commands::Diff::from_arg_matches(own)?.job(),
        "explain" => commands::Explain::from_arg_matches(own)?.job(),
        _ => anyhow::bail!("jmend config shows the settings of repair, calls, check, diff and explain"),
    };
    repair::print_config(&job, console)
}

/// Help and version are the product of their own flags and go to standard output; everything else is a usage error.
fn usage(error: &clap::Error) -> Exit {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        let plain = Console {
            choice: console::Color::Never,
            color: false,
            quiet: false,
            verbose: false,
            form: LogFormat::Text,
        };
        // The sink fails where standard output is closed, which std passes over.
        let shown = if std::io::stdout().is_terminal() {
            error.print().context("cannot write standard output")
        } else {
            Sink::open(None).and_then(|sink| sink.write_all(error.render().to_string()))
        };
        return ended(shown.map(|()| Exit::Done), plain);
    }
    let text = error.render().to_string();
    let safe: Vec<_> = text.lines().map(escape).collect();
    // A closed standard error must not change the outcome.
    let _ = writeln!(std::io::stderr(), "{}", safe.join("\n"));
    Exit::Failed
}
