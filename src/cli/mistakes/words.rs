//! Words that are no command and no file.

use std::ffi::OsString;
use std::path::Path;

use super::habits::{self, DASHES};
use super::{Mistake, line};
use crate::cli::missing::near_file;
use crate::cli::rule::is_code;
use crate::cli::{COMMANDS, Entry, Group};
use crate::core::json::suggest::best;

/// Characters of a text that a tip repeats.
const SHORT: usize = 60;

/// Returns what is wrong with a word at the place of a command, and what works.
pub(super) fn about(word: &str, args: &[OsString], command: Option<&'static Entry>) -> Mistake {
    if let Some(mistake) = not_a_name(word, args) {
        return mistake;
    }
    let lack = |tip: String| Mistake::new(format!("there is no command and no file '{word}'"), tip);
    if let Some(entry) = command.filter(|entry| entry.name != word) {
        // The command has commands of its own, and this is not one of them.
        let tip = match word {
            "help" => format!("jmend help {}", entry.name),
            _ => format!("jmend {} --help lists its commands", entry.name),
        };
        return Mistake::new(format!("jmend {} has no command '{word}'", entry.name), tip);
    }
    if let Some(habit) = habits::COMMANDS.iter().find(|habit| habit.words.contains(&word)) {
        let line = line::filled(habit.instead, args, word, word);
        return lack(format!("'{line}' does this"));
    }
    let mut names: Vec<_> =
        COMMANDS.iter().filter(|entry| entry.group != Group::Old).map(|entry| entry.name).collect();
    names.sort_unstable();
    let is_path = word.contains(['/', '.']);
    if let Some(line) = (!is_path).then(|| line::replaced(args, word, best(word, names)?)).flatten() {
        return lack(line);
    }
    if is_code(word) {
        return Mistake::new(
            format!("'{word}' is a code of reports, and no command or file"),
            format!("jmend explain --code {word}"),
        );
    }
    let near = near_file(Path::new(word)).and_then(|file| line::replaced(args, word, file.to_str()?));
    lack(near.unwrap_or_else(|| "jmend -h lists the commands, and a file is named by its path".to_owned()))
}

/// Returns what is wrong with a word that is neither meant as the name of a command nor as that of a file.
pub(super) fn not_a_name(word: &str, args: &[OsString]) -> Option<Mistake> {
    // A name with an escape sequence is a name, and shown with its escapes.
    let has_lines = word.contains('\n') && !word.contains(|c: char| c.is_control() && !c.is_whitespace());
    let is_text = word.trim_start().starts_with(['{', '[', '"']) || word.contains('{') || has_lines;
    if is_text {
        let shown =
            (word.chars().count() <= SHORT && !word.contains(char::is_control)).then(|| line::quoted(word));
        let text = shown.flatten().unwrap_or_else(|| "'…'".to_owned());
        let what = "a text stands where files are named";
        return Some(Mistake::new(what, format!("text comes from standard input: echo {text} | jmend")));
    }
    if let Some(rest) = word.strip_prefix(DASHES) {
        let dashes = if rest.chars().count() == 1 { "-" } else { "--" };
        let flag = format!("{dashes}{}", rest.trim_start_matches('-'));
        let line = line::replaced(args, word, &flag).unwrap_or_else(|| flag.clone());
        let what = format!("'{word}' begins with a dash that is not the one of flags");
        return Some(Mistake::new(what, line));
    }
    if let Some((_, rest)) = word.split_once("://") {
        let what = format!("'{word}' is an address, and jmend reads files and standard input");
        let url = line::quoted(word).unwrap_or_default();
        return (!rest.is_empty()).then(|| Mistake::new(what, format!("curl -sS {url} | jmend")));
    }
    if matches!(word, "/?" | "/help" | "/h") {
        return Some(Mistake::new(format!("'{word}' is no flag here"), "jmend --help"));
    }
    if word.contains(['*', '?']) {
        let what = format!("no file is named like '{word}'");
        return Some(Mistake::new(
            what,
            "ls shows the files that are there; jmend check . reads all of a folder",
        ));
    }
    let is_filter = word.starts_with('.')
        && !word.starts_with("./")
        && !word.starts_with("..")
        && (word == "." || !word[1..].contains('.') || word.contains(['[', '|', '(']));
    if is_filter {
        let line = line::filled(
            "query VALUE [FILE]",
            &[args, &["VALUE".into(), word.into()]].concat(),
            word,
            "VALUE",
        );
        return Some(Mistake::new(format!("'{word}' is a filter, and no command or file"), line));
    }
    None
}
