//! File names that are no files, because something else was meant: they are told before anything is read.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use clap::error::ErrorKind;

use super::{Mistake, flag_of, line, words};
use crate::cli::definition::definition;
use crate::cli::rule::is_code;
use crate::cli::{COMMANDS, Entry};

/// Returns the mistake in the names of files, where there is one, as an error of the parser.
pub(in crate::cli) fn misplaced(
    matches: &ArgMatches,
    args: &[OsString],
    command: &'static Entry,
) -> Option<clap::Error> {
    mistake(matches, args, command).map(|mistake| mistake.error(ErrorKind::ValueValidation))
}

/// Returns the same mistake.
pub(super) fn mistake(matches: &ArgMatches, args: &[OsString], command: &'static Entry) -> Option<Mistake> {
    let named = |id: &str| {
        let paths = matches.try_get_many::<PathBuf>(id).ok().flatten();
        paths.into_iter().flatten().map(|path| (id == "files", path.as_path())).collect::<Vec<_>>()
    };
    let paths = matches.ids().flat_map(|id| named(id.as_str()));
    let mut missing = paths.filter(|(_, path)| *path != Path::new("-") && !path.exists());
    missing.find_map(|(is_input, path)| about(path.to_str()?, is_input, args, command))
}

/// Returns what was meant in place of a file that is missing.
fn about(word: &str, is_input: bool, args: &[OsString], command: &'static Entry) -> Option<Mistake> {
    if !is_input {
        let is_json = word.starts_with(['{', '[']);
        let tip =
            || format!("a shell makes a file of it: <(echo {})", line::quoted(word).unwrap_or_default());
        return is_json.then(|| Mistake::new("a text stands where a flag takes the name of a file", tip()));
    }
    let at = args.iter().position(|arg| arg == word)?;
    let before = args.get(at.checked_sub(1)?)?.to_string_lossy();
    let definition = definition(Some(command.name));
    let own = definition.find_subcommand(command.name)?;
    if flag_of(own, &before).is_some_and(clap::Arg::is_require_equals_set) {
        let mut args = args.to_vec();
        args.splice(at - 1..=at, [format!("{before}={word}").into()]);
        let what =
            format!("'{before}' takes its value after '=', so '{word}' is a file to read, which is missing");
        return Some(Mistake::new(what, line::shown(&args)?));
    }
    if let Some(mistake) = words::not_a_name(word, args) {
        return Some(mistake);
    }
    if word == "help" {
        return Some(Mistake::new("there is no file 'help'", format!("jmend help {}", command.name)));
    }
    if is_code(word) && command.name == "explain" {
        let what = format!("there is no file '{word}', but a code of this name");
        return Some(Mistake::new(what, format!("jmend explain --code {word}")));
    }
    if COMMANDS.iter().any(|entry| entry.name == word) {
        let mut args = args.to_vec();
        args.remove(at);
        // The command that was meant where none was named.
        args.retain(|arg| arg != command.name);
        args.insert(1, word.into());
        let what = format!("there is no file '{word}', and a command comes first");
        return Some(Mistake::new(what, line::shown(&args)?));
    }
    None
}
