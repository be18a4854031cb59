//! All that touches the world: flags, streams, files, logs, exit codes. One file per command.
//!
//! | file | promise |
//! |---|---|
//! | `exit` | three outcomes, one table of numbers |
//! | `console`, `progress` | messages on standard error: one line each, safe on any terminal; how far a job is |
//! | `input`, `records`, `rows` | sources in order, cut into records in constant memory |
//! | `pipeline`, `pool` | records handled independently, on one thread or many, in input order |
//! | `diagnosis`, `rule` | what was found as the product, in all formats |
//! | `output`, `atomic`, `in_place`, `signals` | layout flags, checked writes, files that appear whole |
//! | `json_input`, `json_records` | JSON through a core function: as a stream, or record by record |
//! | `walk` | the files of a folder |
//! | `calls`, `at` | calls out of messages and answers; strings mended in place |
//! | `command` | commands of the user's, bounded in time and output |
//! | `guide`, `schema`, `rules` | what records and calls are for: schemas, tools and their rules |
//! | `store`, `tools_file` | results under their cache keys; tool definitions and who may see them |
//! | `stats` | what became of every call, counted and added up |
//! | `readings` | what a repair considers of one text |
//! | `config` | `jmend.toml` and what is in force because of it |
//! | `options` | flags of a repair |
//! | `pass` | bytes untouched, where repair is disabled |
//!
//! A new command is a file with `Args` and `run`, a variant of `Command` and an arm in `run`.

mod at;
mod atomic;
mod cache_key;
mod calls;
mod command;
mod completions;
mod config;
mod console;
mod diagnosis;
mod drivers;
mod eval_json;
mod exit;
mod expose;
mod guide;
mod in_place;
mod input;
mod json_input;
mod json_records;
mod logging;
mod man;
mod normalize;
mod options;
mod output;
mod pass;
mod pipeline;
mod pool;
mod preview;
mod progress;
mod readings;
mod records;
mod repair;
mod rows;
mod rule;
mod rules;
mod schema;
mod signals;
mod stats;
mod store;
mod tools_file;
mod trouble;
mod walk;

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};

use console::{Color, Console};
use exit::Exit;
use logging::LogFormat;
use repair::commands;

use crate::report::text::escape;

/// The exit codes, as every help text shows them.
const EXIT_CODES: &str = "\
Exit status:
  0  done
  1  the data says no: a record that could not be handled, or a check that found something
  2  the job could not be done: usage, input or output, configuration";

/// Flags that people look for in `repair`, and the commands that do what they ask for.
const COMMANDS_OF_FLAGS: [(&str, &str); 10] = [
    ("--call-format", "jmend calls --call-format"),
    ("--calls", "jmend calls"),
    ("--check", "jmend check"),
    ("--diff", "jmend diff"),
    ("--explain", "jmend explain"),
    ("--explain-code", "jmend rule"),
    ("--format", "jmend check --format"),
    ("--merge-stats", "jmend stats"),
    ("--print-config", "jmend config"),
    ("--require-call", "jmend calls --require-call"),
];

/// JSON at the boundary between language models and tools: mends almost-JSON into strict JSON and says what it changed.
#[derive(Debug, Parser)]
#[command(name = "jmend", version, arg_required_else_help = true, after_help = EXIT_CODES,
          override_usage = "jmend [OPTIONS] <COMMAND>\n       jmend [OPTIONS] [FILE]...  (short for jmend repair)")]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[command(alias = "fix")]
    Repair(repair::Args),
    Calls(commands::Calls),
    Check(commands::Check),
    Diff(commands::Diff),
    Explain(commands::Explain),
    Rule(rule::Args),
    Normalize(normalize::Args),
    CacheKey(cache_key::Args),
    Preview(preview::Args),
    EvalJson(eval_json::Args),
    Expose(expose::Args),
    Stats(stats::Args),
    Config(config::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Flags of every command.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Messages")]
struct Global {
    /// Log what happens on standard error (-vv: in detail); `JMEND_LOG=LEVEL` does the same
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    verbose: u8,
    /// Say nothing on standard error but why the job could not be done
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Colours; `NO_COLOR` and `CLICOLOR_FORCE` are honoured
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    color: Color,
    /// Form of the log lines
    #[arg(long, global = true, value_enum, value_name = "FORMAT", default_value = "text")]
    log_format: LogFormat,
}

/// The whole program, from its arguments to its exit code.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let Cli { global, command } = match parse(args.into_iter().collect()) {
        Ok(cli) => cli,
        Err(error) => return usage(&error).into(),
    };
    let console = Console { choice: global.color, color: global.color.on_stderr(), quiet: global.quiet };
    let outcome =
        logging::init(global.verbose, global.log_format, console.color).and_then(|()| run(command, console));
    progress::clear();
    let exit = outcome.unwrap_or_else(|error| {
        if exit::is_broken_pipe(&error) {
            return Exit::Done;
        }
        console.error(&format!("{error:#}"));
        Exit::Failed
    });
    exit.into()
}

/// Reads the arguments. Where they name no command, the command is `repair`.
fn parse(mut args: Vec<OsString>) -> Result<Cli, clap::Error> {
    let mut error = match Cli::try_parse_from(&args) {
        Ok(cli) => return Ok(cli),
        Err(error) => error,
    };
    let is_repair = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = error.get(ContextKind::InvalidSubcommand).map(ToString::to_string).unwrap_or_default();
            let mut files = args.iter().skip(1).filter(|arg| arg.to_string_lossy() == word);
            let is_file = files.any(|file| word == "-" || Path::new(file).exists());
            if !is_file {
                let tip = format!("'{word}' is neither a command nor an existing file");
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
            }
            is_file
        }
        // A flag of `repair`, unless the arguments name the command that does not know the flag.
        ErrorKind::UnknownArgument => {
            let mut jmend = Cli::command();
            jmend.build();
            !args.iter().skip(1).any(|arg| jmend.find_subcommand(arg).is_some())
        }
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            !std::io::stdin().is_terminal()
        }
        _ => false,
    };
    if !is_repair {
        return Err(with_tip(error));
    }
    args.insert(1.min(args.len()), "repair".into());
    Cli::try_parse_from(args).map_err(with_tip)
}

/// Names the command that does what a flag asks for that `repair` does not know, where there is one.
fn with_tip(mut error: clap::Error) -> clap::Error {
    let is_repair = |usage: &ContextValue| usage.to_string().contains("jmend repair");
    let flag = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(flag)) if error.get(ContextKind::Usage).is_some_and(is_repair) => flag,
        _ => return error,
    };
    if let Some((_, command)) = COMMANDS_OF_FLAGS.iter().find(|(known, _)| known == flag)
        && error.kind() == ErrorKind::UnknownArgument
    {
        let tip = format!("'{command}' does this");
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

fn run(command: Command, console: Console) -> anyhow::Result<Exit> {
    match command {
        Command::Repair(args) => repair::run(&args, console),
        Command::Calls(args) => args.run(console),
        Command::Check(args) => args.run(console),
        Command::Diff(args) => args.run(console),
        Command::Explain(args) => args.run(console),
        Command::Rule(args) => rule::run(&args),
        Command::Normalize(args) => normalize::run(&args, console),
        Command::CacheKey(args) => cache_key::run(&args, console),
        Command::Preview(args) => preview::run(&args, console),
        Command::Expose(args) => expose::run(&args, console),
        Command::EvalJson(args) => eval_json::run(&args, console),
        Command::Stats(args) => stats::run(&args, console),
        Command::Config(args) => print_config(args.command, console),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    }
}

/// Shows the settings that a command goes by.
fn print_config(command: Vec<OsString>, console: Console) -> anyhow::Result<Exit> {
    let default = command.is_empty().then(|| OsString::from("repair"));
    let args = ["jmend".into()].into_iter().chain(default).chain(command);
    let job = match parse(args.collect()).map(|cli| cli.command) {
        Err(error) => return Ok(usage(&error)),
        Ok(Command::Repair(args)) => args,
        Ok(Command::Calls(args)) => args.job(),
        Ok(Command::Check(args)) => args.job(),
        Ok(Command::Diff(args)) => args.job(),
        Ok(Command::Explain(args)) => args.job(),
        Ok(_) => anyhow::bail!("jmend config shows the settings of repair, calls, check, diff and explain"),
    };
    repair::print_config(&job, console)
}

/// Help and version are the product of their own flags and go to standard output; everything else is a usage error.
fn usage(error: &clap::Error) -> Exit {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return match error.print() {
            Ok(()) => Exit::Done,
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Exit::Done,
            Err(error) => {
                Console { choice: console::Color::Never, color: false, quiet: false }
                    .error(&format!("cannot write standard output: {error}"));
                Exit::Failed
            }
        };
    }
    let text = error.render().to_string();
    let safe: Vec<_> = text.lines().map(escape).collect();
    // A closed standard error must not change the outcome.
    let _ = writeln!(std::io::stderr(), "{}", safe.join("\n"));
    Exit::Failed
}

#[cfg(test)]
mod tests {
    use super::{Cli, CommandFactory};

    #[test]
    fn the_flags_are_consistent() {
        Cli::command().debug_assert();
    }
}
