//! Command lines that work: made of what was typed, tried before they are shown, and quoted for a shell.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use crate::cli::attempt;

/// Characters of a command line that a message shows.
const LONGEST: usize = 200;

/// Characters that no shell takes for something else.
const PLAIN: &str = "-_=+:,./@%";

/// Returns the command line, quoted for a shell, or nothing where it is no command line or longer than a message may be.
pub(super) fn shown(args: &[OsString]) -> Option<String> {
    attempt(&mut args.to_vec()).is_ok().then(|| spelled(args)).flatten()
}

/// Returns the same without a try.
fn spelled(args: &[OsString]) -> Option<String> {
    let words = args.iter().skip(1).map(|arg| quoted(&arg.to_string_lossy())).collect::<Option<Vec<_>>>()?;
    let line = format!("jmend {}", words.join(" "));
    (line.chars().count() <= LONGEST && !line.contains(char::is_control)).then_some(line)
}

/// Returns a word as a shell reads it.
pub(super) fn quoted(word: &str) -> Option<String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || PLAIN.contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return Some(word.to_owned());
    }
    shlex::try_quote(word).ok().map(std::borrow::Cow::into_owned)
}

/// Returns the command line with another word in the place of one.
pub(super) fn replaced(args: &[OsString], old: &str, new: &str) -> Option<String> {
    let at = args.iter().position(|arg| arg == old)?;
    let mut args = args.to_vec();
    args[at] = new.into();
    shown(&args)
}

/// Returns the command line with a flag after the command, together with its value where it takes one.
pub(super) fn moved(args: &[OsString], flag: &str, command: &str, has_value: bool) -> Option<String> {
    let at = args.iter().position(|arg| spells(arg, flag))?;
    let mut args = args.to_vec();
    let end = at + 1 + usize::from(has_value && args[at] == flag);
    let words: Vec<_> = args.drain(at..end.min(args.len())).collect();
    let after = args.iter().position(|arg| arg == command)? + 1;
    args.splice(after..after, words);
    shown(&args)
}

/// Returns whether an argument is the flag, with its value or without.
pub(super) fn spells(arg: &OsStr, flag: &str) -> bool {
    arg.to_str()
        .and_then(|arg| arg.strip_prefix(flag))
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
}

/// Returns the value that stands with a flag: after `=`, or as the next argument.
fn value(args: &[OsString], flag: &str) -> Option<String> {
    let at = args.iter().position(|arg| spells(arg, flag))?;
    let own = args[at].to_str()?.strip_prefix(flag)?.strip_prefix('=').map(str::to_owned);
    own.or_else(|| args.get(at + 1)?.to_str().filter(|next| !next.starts_with('-')).map(str::to_owned))
}

/// Fills the command of a habit: `command` is the one that was named, and `flag` what the habit is about.
pub(super) fn filled(instead: &str, args: &[OsString], command: &str, flag: &str) -> String {
    let value = value(args, flag).filter(|_| instead.contains("VALUE"));
    let is_file = |arg: &&OsString| **arg != *command && (**arg == "-" || Path::new(arg).exists());
    let files: Vec<_> =
        args.iter().skip(1).filter(is_file).filter_map(|file| quoted(file.to_str()?)).collect();
    let files: Vec<_> = files.into_iter().filter(|file| Some(file) != value.as_ref()).collect();
    let words = instead.split(' ').filter_map(|word| match word {
        "@" => Some(command.to_owned()),
        "[FILE]" => (!files.is_empty()).then(|| files.join(" ")),
        "FILE" if !files.is_empty() => Some(files.join(" ")),
        "VALUE" => Some(value.as_deref().and_then(quoted).unwrap_or_else(|| "VALUE".to_owned())),
        word => Some(word.replace("$(cat VALUE)", &format!("$(cat {})", value.as_deref().unwrap_or("FILE")))),
    });
    let line: Vec<_> = std::iter::once("jmend".to_owned()).chain(words).collect();
    line.join(" ")
}

/// Returns the same where it is a command line that works.
pub(super) fn tried(instead: &str, args: &[OsString], command: &str, flag: &str) -> Option<String> {
    let line = filled(instead, args, command, flag);
    let mut words: Vec<_> = shlex::split(&line)?.into_iter().map(OsString::from).collect();
    attempt(&mut words).is_ok().then_some(line)
}
