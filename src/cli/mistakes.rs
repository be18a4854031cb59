//! Mistakes in the arguments: every error of the parser passes here, and leaves with the command that works.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::{COMMANDS, Entry};
use crate::core::json::suggest::jaro;

/// Flags of other tools, and what does here what they do there.
const HABITS: [(&str, &str); 20] = [
    ("--call-format", "jmend calls --call-format"),
    ("--calls", "jmend calls"),
    ("--check", "jmend check"),
    ("--diff", "jmend repair --diff"),
    ("--explain", "jmend explain"),
    ("--explain-code", "jmend explain --code"),
    ("--format", "jmend check --format"),
    ("--merge-stats", "jmend stats"),
    ("--print-config", "jmend config"),
    ("--require-call", "jmend calls --require-call"),
    ("--fix", "jmend check --fix"),
    ("--write", "jmend repair --in-place"),
    ("--inplace", "jmend repair --in-place"),
    ("--overwrite", "jmend repair --in-place"),
    ("-i", "jmend check --fix"),
    ("-w", "jmend repair --in-place"),
    ("-s", "jmend query -s"),
    ("-r", "jmend query -r"),
    ("--recursive", "a folder as the argument of jmend check"),
    ("--stdin", "-, or no file at all,"),
];

/// Commands of other tools, and what does here what they do there.
const COMMANDS_ELSEWHERE: [(&str, &str); 9] = [
    ("lint", "jmend check"),
    ("validate", "jmend check"),
    ("test", "jmend check"),
    ("fmt", "jmend repair -p"),
    ("format", "jmend repair -p"),
    ("extract", "jmend calls"),
    ("jq", "jmend query"),
    ("filter", "jmend query"),
    ("eval", "jmend eval-json"),
];

/// Values that an error lists; of more, it lists those that are most like the wrong one.
const MOST_VALUES: usize = 8;
const NEAREST: usize = 3;

/// Puts what the user can do into an error of the parser. `args` are all arguments, and `command` is the one that they name.
pub(super) fn explained(
    mut error: clap::Error,
    args: &[OsString],
    command: Option<&'static Entry>,
) -> clap::Error {
    let text = |error: &clap::Error, kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let flag = text(&error, ContextKind::InvalidArg);
            let tip = about_flag(&flag, args, command);
            if tip.is_some() {
                error.remove(ContextKind::SuggestedArg);
            }
            // That it could be a value is true of every flag, and never what was meant.
            advise(&mut error, tip);
        }
        ErrorKind::InvalidSubcommand => {
            let word = text(&error, ContextKind::InvalidSubcommand);
            let tip = about_word(&word);
            if tip.is_some() {
                error.remove(ContextKind::SuggestedSubcommand);
            }
            advise(&mut error, tip.or(Some(format!("'{word}' is neither a command nor an existing file"))));
        }
        ErrorKind::InvalidValue => {
            let wrong = text(&error, ContextKind::InvalidValue);
            if let Some(ContextValue::Strings(values)) = error.get(ContextKind::ValidValue)
                && values.len() > MOST_VALUES
            {
                let (near, count) = (nearest(&wrong, values), values.len());
                error.insert(ContextKind::ValidValue, ContextValue::Strings(near));
                advise(&mut error, Some(format!("these are the nearest of {count}; --help has all")));
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

/// Returns what may be meant by a flag that the command does not have.
fn about_flag(flag: &str, args: &[OsString], command: Option<&'static Entry>) -> Option<String> {
    let name = command.map_or("repair", |entry| entry.name);
    let has = |entry: &Entry| {
        let built = (entry.build)(clap::Command::new(entry.name));
        built.get_arguments().any(|arg| {
            let long = arg.get_long().is_some_and(|long| flag.strip_prefix("--") == Some(long));
            long || arg
                .get_short()
                .is_some_and(|short| flag.strip_prefix('-') == Some(short.to_string().as_str()))
        })
    };
    if command.is_some_and(has) {
        return Some(format!("'{flag}' goes after the command: jmend {name} {flag}"));
    }
    if let Some((_, instead)) = HABITS.iter().find(|(known, _)| *known == flag) {
        return Some(format!("'{instead}' does this"));
    }
    if args.iter().any(|arg| arg == "--") || !flag.starts_with("--") {
        return None;
    }
    let others: Vec<_> = COMMANDS.iter().filter(|entry| entry.name != name && has(entry)).collect();
    match others.as_slice() {
        [] => None,
        [one] => Some(format!("'{flag}' is a flag of jmend {}", one.name)),
        [first, .., last] => {
            Some(format!("'{flag}' is a flag of other commands, such as {} and {}", first.name, last.name))
        }
    }
}

/// Returns what may be meant by a word that is no command and no file.
fn about_word(word: &str) -> Option<String> {
    if word.starts_with(['{', '[', '"']) {
        return Some("text comes from standard input: echo '…' | jmend".to_owned());
    }
    if let Some((_, instead)) = COMMANDS_ELSEWHERE.iter().find(|(known, _)| *known == word) {
        return Some(format!("'{instead}' does this"));
    }
    let is_path = word.contains('/') || Path::new(word).extension().is_some();
    is_path.then(|| format!("'{word}' is neither a command nor an existing file"))
}

/// Returns the values that are most like a wrong one.
fn nearest(wrong: &str, values: &[String]) -> Vec<String> {
    let letters = |text: &str| text.chars().collect::<Vec<_>>();
    let wrong = letters(wrong);
    let mut rated: Vec<_> = values.iter().map(|value| (jaro(&wrong, &letters(value)), value)).collect();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0));
    rated.into_iter().take(NEAREST).map(|(_, value)| value.clone()).collect()
}
