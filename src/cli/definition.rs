//! The definition of the command line: groups of commands, words that stand for old commands, and what each help shows.

use std::ffi::OsString;
use std::fmt::Write;

use clap::CommandFactory;

use super::{COMMANDS, Cli, Entry, Group, named};

/// The groups that the help lists, with their headings.
const GROUPS: [(Group, &str); 4] =
    [(Group::Repair, "Repair"), (Group::Logs, "Logs"), (Group::Agents, "Agents"), (Group::Setup, "Setup")];

/// A flag of a command, or the word right after it, that stands for an old command.
struct Route {
    command: &'static str,
    word: &'static str,
    old: &'static str,
    /// Says in the help what the flag does.
    help: &'static str,
    /// Names the value of the flag.
    value: Option<&'static str>,
}

/// Lists the words that stand for old commands.
const ROUTES: [Route; 4] = [
    Route {
        command: "repair",
        word: "--diff",
        old: "diff",
        help: "Show the lines that change, as a unified diff",
        value: None,
    },
    Route {
        command: "stats",
        word: "--html",
        old: "report",
        help: "Make an HTML page; -o FILE says where",
        value: None,
    },
    Route { command: "config", word: "suggest", old: "learn", help: "", value: None },
    Route {
        command: "explain",
        word: "--code",
        old: "rule",
        help: "Explain a code of reports; without CODE, list all codes",
        value: Some("CODE"),
    },
];

/// Lists the flags of `jmend repair` in version 1 that are commands now. They keep working where the command is named, and no
/// help shows them.
const VERSION_1: [Route; 6] = [
    version_1("--calls", "calls"),
    version_1("--check", "check"),
    version_1("--explain", "explain"),
    Route { value: Some("CODE"), ..version_1("--explain-code", "rule") },
    version_1("--merge-stats", "stats"),
    version_1("--print-config", "config"),
];

const fn version_1(word: &'static str, command: &'static str) -> Route {
    Route { command: "repair", word, old: command, help: "", value: None }
}

impl Route {
    fn is_flag(&self) -> bool {
        self.word.starts_with("--")
    }

    /// Returns the value in `--flag=value`.
    fn value_in(&self, arg: &OsString) -> Option<OsString> {
        Some(arg.to_str()?.strip_prefix(self.word)?.strip_prefix('=')?.into())
    }

    /// Returns the place of the word among the arguments, of which the command is at `command`.
    fn place(&self, args: &[OsString], command: Option<usize>) -> Option<usize> {
        let end = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
        let is_word = |at: &usize| args[*at] == self.word || self.value_in(&args[*at]).is_some();
        if self.is_flag() {
            (1..end).find(is_word)
        } else {
            command.map(|at| at + 1).filter(|at| *at < end).filter(is_word)
        }
    }
}

/// Puts the old command in the place of the words that stand for it now.
pub(super) fn routed(mut args: Vec<OsString>) -> Vec<OsString> {
    let entry = named(&args).unwrap_or(&COMMANDS[0]);
    let is_command = |arg: &OsString| arg == entry.name || entry.aliases.iter().any(|alias| arg == alias);
    let command = (1..args.len()).find(|at| is_command(&args[*at]));
    let has_place =
        |route: &&Route| route.value.is_some() || args.iter().all(|arg| route.value_in(arg).is_none());
    let of_version_1 = VERSION_1.iter().filter(|_| command.is_some()).filter(has_place);
    let mut routes = ROUTES.iter().chain(of_version_1).filter(|route| route.command == entry.name);
    let Some((route, at)) = routes.find_map(|route| Some((route, route.place(&args, command)?))) else {
        return args;
    };
    match command {
        Some(command) => args[command] = route.old.into(),
        None => args.insert(1, route.old.into()),
    }
    let at = at + usize::from(command.is_none());
    match route.value_in(&args[at]) {
        Some(value) => args[at] = value,
        None => drop(args.remove(at)),
    }
    if (route.command, route.old) == ("repair", "check") && names_no_file(&args) {
        args.push("-".into());
    }
    args
}

/// Returns whether a check reads standard input in version 1, because its arguments name no file. Today it checks a folder then.
fn names_no_file(args: &[OsString]) -> bool {
    let parsed = definition(Some("check")).try_get_matches_from(args).ok();
    parsed.is_some_and(|parsed| {
        parsed.subcommand_matches("check").is_some_and(|check| !check.contains_id("files"))
    })
}

/// Flags that are needed rarely: their places in the configuration, or their defaults, do for nearly everyone.
const RARE: &[&str] = &[
    "any_file",
    "ascii",
    "assume_cached",
    "cache_max_size",
    "color",
    "decode",
    "details",
    "fallback_command",
    "fallback_timeout",
    "from",
    "hint_for",
    "jobs",
    "layout",
    "log_format",
    "max_bytes",
    "max_depth",
    "nan",
    "ndjson",
    "nested",
    "preview_command",
    "preview_program",
    "provider",
    "raw_keys",
    "result_error",
    "sample",
    "seed",
    "stats_every",
    "strategies",
    "strict_types",
    "timeout",
];

/// The definition of the program: with the flags of one command, or of all.
pub fn definition(only: Option<&str>) -> clap::Command {
    let jmend = COMMANDS.iter().fold(Cli::command(), |jmend, entry| {
        let command = clap::Command::new(entry.name).aliases(entry.aliases).hide(entry.group == Group::Old);
        let is_built = only.is_none_or(|only| only == entry.name);
        let command = if is_built { (entry.build)(command) } else { command };
        // A command that reads no configuration takes the flag all the same: scripts give it to all. `config` takes the flags of
        // another command as words.
        let reads =
            command.get_arguments().any(|arg| arg.get_id() == "no_config" || arg.is_trailing_var_arg_set());
        let no_config = clap::Arg::new("no_config").long("no-config").action(clap::ArgAction::SetTrue);
        let command = if reads { command } else { command.arg(no_config.hide(true).global(true)) };
        // They never come here: `routed` takes them, and the help lists them.
        let flags = ROUTES.iter().filter(|route| route.command == entry.name && route.is_flag());
        jmend.subcommand(flags.fold(command, |command, route| {
            let name = route.word.trim_start_matches('-');
            let flag = clap::Arg::new(name).long(name).help(route.help);
            command.arg(match route.value {
                Some(value) => flag.value_name(value).num_args(0..=1),
                None => flag.action(clap::ArgAction::SetTrue),
            })
        }))
    });
    grouped(jmend, false)
}

/// Puts the commands of the help into their groups; the headings of a brief help take no line of their own.
fn grouped(jmend: clap::Command, is_brief: bool) -> clap::Command {
    let width = COMMANDS.iter().map(|entry| entry.name.len()).max().unwrap_or_default();
    let mut list = String::new();
    for (group, heading) in GROUPS {
        if is_brief && group == Group::Setup {
            // They are needed seldom, and all other commands fit a terminal without them.
            continue;
        }
        let _ = writeln!(list, "{heading}:");
        for entry in COMMANDS.iter().filter(|entry| entry.group == group) {
            let about = jmend.find_subcommand(entry.name).and_then(clap::Command::get_about);
            let _ = writeln!(
                list,
                "  {:width$}  {}",
                entry.name,
                about.map(ToString::to_string).unwrap_or_default()
            );
        }
        if !is_brief {
            list.push('\n');
        }
    }
    let options = if is_brief { "" } else { "{options}" };
    jmend.help_template(format!("{{about-with-newline}}\nUsage: {{usage}}\n\n{list}{options}{{after-help}}"))
}

/// Leaves out the flags that are needed rarely, or puts them under a heading of their own.
pub(super) fn sorted_out(jmend: clap::Command, command: &'static Entry, shows_all: bool) -> clap::Command {
    let sort = |arg: clap::Arg| {
        let is_rare = RARE.contains(&arg.get_id().as_str());
        if is_rare { arg.hide(!shows_all).help_heading("Rarely needed") } else { arg }
    };
    jmend.mut_args(sort).mut_subcommand(command.name, |own| own.mut_args(sort))
}

/// The same for `-h`, which fits a terminal: the main flags, and where to read about the others.
pub fn brief(jmend: clap::Command) -> clap::Command {
    let brief = |command: clap::Command, main: &str, more: String| {
        let command = command.mut_args(|arg| {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            let first = [": ", "; ", " ["]
                .iter()
                .fold(&*help, |help, end| help.split(end).next().unwrap_or_default())
                .to_owned();
            let is_main = main.split(' ').any(|main| arg.get_id() == main);
            let has_value = arg.get_action().takes_values();
            let arg = arg.hide_short_help(!is_main).help(first).help_heading(None);
            arg.hide_possible_values(has_value).hide_default_value(has_value)
        });
        command.after_help(more)
    };
    let jmend = COMMANDS.iter().fold(jmend, |jmend, entry| {
        let more = format!("jmend {} --help has every flag, and examples.", entry.name);
        jmend.mut_subcommand(entry.name, |command| brief(command, entry.main, more))
    });
    brief(
        grouped(jmend, true)
            .disable_version_flag(true)
            .override_usage("jmend [OPTIONS] <COMMAND | FILE...>  (FILE alone: jmend repair)"),
        "",
        "jmend COMMAND -h has its main flags; jmend COMMAND --help has all.".to_owned(),
    )
}

/// Asks for the help with the flags that are needed rarely, too.
pub(super) const HELP_ALL: &str = "--help=all";
