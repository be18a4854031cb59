//! Mistakes in the arguments: every error of the parser passes here, and leaves with the command that works.
//!
//! | file | promise |
//! |---|---|
//! | `habits` | one table each: flags, commands and values of other tools, with what does the same here |
//! | `line` | command lines that work, tried before they are shown |
//! | `words` | words that are no command and no file |
//! | `files` | file names that are no files: text, commands, codes, values of the flag before them |

mod files;
mod habits;
mod line;
mod words;

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use super::definition::definition;
use super::{COMMANDS, Entry, Group};
use crate::core::json::suggest::{best, jaro};
pub(super) use files::misplaced;

/// Values that an error lists; of more, it lists those that are most like the wrong one.
const MOST_VALUES: usize = 8;
const NEAREST: usize = 3;

/// Tells what is wrong with the arguments, and what to do about it.
pub(super) struct Mistake {
    /// Says what is wrong, and where.
    what: String,
    /// Says what works.
    tip: String,
}

impl Mistake {
    fn new(what: impl Into<String>, tip: impl Into<String>) -> Self {
        Self { what: what.into(), tip: tip.into() }
    }

    /// The same as an error of the parser.
    fn error(self, kind: ErrorKind) -> clap::Error {
        let Self { what, tip } = self;
        clap::Error::raw(kind, format!("{what}\n\n  tip: {tip}\n\nFor more information, try '--help'.\n"))
    }
}

/// Puts what the user can do into an error of the parser. `args` are all arguments as they were typed, and `command` is the
/// one that they name.
pub(super) fn explained(
    mut error: clap::Error,
    args: &[OsString],
    command: Option<&'static Entry>,
) -> clap::Error {
    let text = |error: &clap::Error, kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let flag = text(&error, ContextKind::InvalidArg);
            let tip = about_flag(&flag, args, command.map_or("repair", |entry| entry.name));
            error.remove(ContextKind::SuggestedArg);
            error.remove(ContextKind::Usage);
            // That it could be a value is true of every flag, and never what was meant.
            advise(&mut error, Some(tip));
        }
        ErrorKind::InvalidSubcommand => {
            let word = text(&error, ContextKind::InvalidSubcommand);
            return words::about(&word, args, command).error(ErrorKind::InvalidSubcommand);
        }
        ErrorKind::InvalidValue => about_value(&mut error, args),
        ErrorKind::TooManyValues => {
            let (flag, value) =
                (text(&error, ContextKind::InvalidArg), text(&error, ContextKind::InvalidValue));
            let flag = flag.split(' ').next().unwrap_or_default();
            let tip = line::replaced(args, &format!("{flag}={value}"), flag);
            advise(&mut error, tip.map(|line| format!("{flag} takes no value: {line}")));
        }
        ErrorKind::MissingRequiredArgument => {
            if let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) {
                let tip = about_missing(missing, args);
                advise(&mut error, tip);
            }
        }
        _ => {}
    }
    error
}

/// Puts a tip in the place of those of the parser.
fn advise(error: &mut clap::Error, tip: Option<String>) {
    error.remove(ContextKind::Suggested);
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
}

/// Returns the flag of a command that is spelled so.
fn flag_of<'c>(command: &'c Command, flag: &str) -> Option<&'c Arg> {
    command.get_arguments().find(|arg| {
        let long = |long: &str| flag.strip_prefix("--") == Some(long);
        let short = |short: char| flag.strip_prefix('-').is_some_and(|flag| flag.chars().eq([short]));
        arg.get_long().is_some_and(long)
            || arg.get_all_aliases().is_some_and(|aliases| aliases.into_iter().any(long))
            || arg.get_short().is_some_and(short)
    })
}

/// Returns all long flags of a command.
fn longs(command: &Command) -> impl Iterator<Item = String> {
    let all = command.get_arguments().flat_map(|arg| {
        arg.get_long().into_iter().chain(arg.get_all_aliases().into_iter().flatten()).collect::<Vec<_>>()
    });
    all.map(|long| format!("--{long}"))
}

/// Returns the name of a flag that is meant by a wrong one: spelled nearly so, or longer.
fn near(wrong: &str, command: &Command) -> Option<String> {
    let plain = wrong.to_lowercase().replace('_', "-");
    let mut names: Vec<String> = longs(command).collect();
    names.sort_unstable();
    let mut longer = names.iter().filter(|name| plain.len() > "--".len() && name.starts_with(&plain));
    if let (Some(one), None) = (longer.next(), longer.next()) {
        return Some(one.clone());
    }
    // The dashes would make all of them alike.
    let bare = |name: &'_ str| name.trim_start_matches('-').to_owned();
    let bares: Vec<_> = names.iter().map(|name| bare(name)).collect();
    best(&bare(&plain), bares.iter().map(String::as_str)).map(|name| format!("--{name}"))
}

/// Returns what may be meant by a flag that the command does not have.
fn about_flag(flag: &str, args: &[OsString], name: &str) -> String {
    let mut jmend = definition(None);
    jmend.build();
    let own_command = jmend.find_subcommand(name);
    if let Some(tip) = own_command.and_then(|own| about_spelling(flag, args, [&jmend, own])) {
        return tip;
    }
    if let Some(arg) = own_command.and_then(|own| flag_of(own, flag)) {
        let line = line::moved(args, flag, name, arg.get_action().takes_values());
        let line = line.unwrap_or_else(|| format!("jmend {name} {flag}"));
        return format!("'{flag}' goes after the command: {line}");
    }
    let is_meant =
        |habit: &&habits::Habit| habit.words.contains(&flag) && (habit.on.is_empty() || habit.on == name);
    if let Some(habit) = habits::FLAGS.iter().find(is_meant) {
        let line = line::filled(habit.instead, args, name, flag);
        return format!("'{line}' does this ('{flag}' comes from {})", habit.tools);
    }
    let own = |entry: &Entry| flag_of(jmend.find_subcommand(entry.name)?, flag);
    let is_other = |entry: &&Entry| entry.group != Group::Old && entry.name != name && own(entry).is_some();
    let others: Vec<_> = COMMANDS.iter().filter(is_other).collect();
    let line = |entry: &&Entry| {
        let arg = own(entry)?;
        let needs_value = arg.get_num_args().is_none_or(|range| range.min_values() > 0);
        let value = match arg.get_action().takes_values() && needs_value {
            true if arg.is_require_equals_set() => "=VALUE",
            true => " VALUE",
            false => "",
        };
        line::tried(&format!("{} {flag}{value} [FILE]", entry.name), args, name, flag)
    };
    let line = others.iter().find_map(line).map_or_else(String::new, |line| format!(": {line}"));
    match others.as_slice() {
        [] => about_near(flag, args, own_command)
            .unwrap_or_else(|| format!("jmend {name} --help=all lists every flag")),
        [one] => format!("'{flag}' is a flag of jmend {}{line}", one.name),
        [first, .., last] => {
            format!("'{flag}' is a flag of other commands, such as {} and {}{line}", first.name, last.name)
        }
    }
}

/// Returns the flag of the command that is spelled nearly like one that it does not have.
fn about_near(flag: &str, args: &[OsString], own: Option<&Command>) -> Option<String> {
    let meant = near(flag, own?)?;
    let given = args.iter().find(|arg| line::spells(arg, flag)).and_then(|arg| arg.to_str());
    let whole = given.map(|given| given.replacen(flag, &meant, 1));
    let line = given.zip(whole).and_then(|(given, whole)| line::replaced(args, given, &whole));
    Some(format!("a similar flag exists: {}", line.unwrap_or(meant)))
}

/// Returns what is wrong with the dashes of a flag: a single one before a long name is read as several short flags.
fn about_spelling(flag: &str, args: &[OsString], commands: [&Command; 2]) -> Option<String> {
    let letter = flag.strip_prefix('-').filter(|rest| rest.chars().count() == 1)?;
    let is_cluster = |arg: &str| {
        arg.len() > flag.len() && arg.starts_with('-') && !arg.starts_with("--") && arg.contains(letter)
    };
    let given = args.iter().filter_map(|arg| arg.to_str()).find(|arg| is_cluster(arg))?;
    let long = format!("-{given}");
    let is_flag = commands.iter().any(|command| flag_of(command, &long).is_some());
    let meant = if is_flag { long } else { near(&long, commands[1])? };
    let line = line::replaced(args, given, &meant).unwrap_or_else(|| format!("jmend {meant}"));
    Some(format!("a long name has two dashes: {line}"))
}

/// Puts the values that may be meant into an error about a value.
fn about_value(error: &mut clap::Error, args: &[OsString]) {
    let text = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let (wrong, flag) = (text(ContextKind::InvalidValue), text(ContextKind::InvalidArg));
    let flag = flag.split(' ').next().unwrap_or_default().to_owned();
    let Some(ContextValue::Strings(values)) = error.get(ContextKind::ValidValue) else { return };
    if wrong.is_empty() || values.is_empty() {
        return;
    }
    let values = values.clone();
    error.remove(ContextKind::SuggestedValue);
    let habit = habits::VALUES.iter().find(|(on, words, _)| *on == flag && words.contains(&wrong.as_str()));
    let known = habit.map(|(.., meant)| *meant).filter(|meant| values.iter().any(|value| value == meant));
    let mut sorted: Vec<_> = values.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    let mut tips = Vec::new();
    if let Some(meant) = known.or_else(|| best(&wrong, sorted)) {
        let joined = |value: &str| format!("{flag}={value}");
        let line = line::replaced(args, &wrong, meant)
            .or_else(|| line::replaced(args, &joined(&wrong), &joined(meant)));
        tips.push(line.unwrap_or_else(|| format!("'{meant}' is meant")));
    }
    if values.len() > MOST_VALUES {
        error.insert(ContextKind::ValidValue, ContextValue::Strings(nearest(&wrong, &values)));
        let lists = match &*flag {
            "[CODE]" => "jmend explain --code",
            _ => "--help",
        };
        tips.push(format!("these are the nearest of {}; {lists} lists all", values.len()));
    }
    error.remove(ContextKind::Suggested);
    if !tips.is_empty() {
        let tips = tips.into_iter().map(Into::into).collect();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
}

/// Lists the examples that stand for an argument that is missing.
const EXAMPLES: [(&str, &str); 5] = [
    ("<FILTER>", "."),
    ("<SHELL>", "bash"),
    ("--at <POINTER>", "--at /*"),
    ("--cache-dir <DIR>", "--cache-dir cache"),
    ("--tool <NAME>", "--tool search"),
];

/// Returns the command line with what is missing.
fn about_missing(missing: &[String], args: &[OsString]) -> Option<String> {
    let mut args = args.to_vec();
    for one in missing {
        let example = EXAMPLES.iter().find(|(name, _)| name == one).map(|(_, example)| *example);
        let is_bare = one.starts_with("--") && !one.contains(' ');
        let words = example.or(is_bare.then_some(one.as_str()))?;
        // A flag goes to the end, and an argument stands before the files.
        let is_flag = words.starts_with('-');
        let command = super::named(&args).map_or("", |entry| entry.name);
        let after = args.iter().position(|arg| arg == command).map_or(1, |at| at + 1);
        let at = if is_flag { args.len() } else { after };
        args.splice(at..at, words.split(' ').map(OsString::from));
    }
    let (_, matches) = super::attempt(&mut args.clone()).ok()?;
    let (entry, own) = super::chosen(&matches).ok()?;
    let line = files::mistake(own, &args, entry).map(|mistake| mistake.tip);
    line.or_else(|| line::shown(&args)).map(|line| format!("with it: {line}"))
}

/// Returns the values that are most like a wrong one.
fn nearest(wrong: &str, values: &[String]) -> Vec<String> {
    let letters = |text: &str| text.chars().collect::<Vec<_>>();
    let wrong = letters(wrong);
    let likeness = |value: &str| {
        let value = letters(value);
        // A long name is meant by its beginning, too.
        let beginning = &value[..wrong.len().min(value.len())];
        jaro(&wrong, &value).max(jaro(&wrong, beginning))
    };
    let mut rated: Vec<_> = values.iter().map(|value| (likeness(value), value)).collect();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0));
    rated.into_iter().take(NEAREST).map(|(_, value)| value.clone()).collect()
}
