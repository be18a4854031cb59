//! `jmend check --fix`: files become valid in their dialects, each completely or not at all.
//!
//! Only the bytes of the problems change: comments and whatever else the dialect has stay as they are. A file whose fix would need
//! a riskier change than was asked for, or would lose something, stays as it is, and the check that follows lists its problems.

use std::path::PathBuf;

use crate::cli::atomic::Rewriting;
use crate::cli::console::{Console, Diagnostic, Severity};
use crate::cli::diagnosis::Product;
use crate::cli::dialects::Dialects;
use crate::cli::exit::Exit;
use crate::cli::in_place::is_wrapper;
use crate::cli::input::Source;
use crate::cli::output::Sink;
use crate::cli::rows;
use crate::core::json::{from_utf8, scan_text};
use crate::core::repair::dialect::Dialect;
use crate::core::repair::engine::{self, Fix, Options, Repaired, Risk};
use crate::report::diff::{Edit, hunks};
use crate::report::repaired::{is_lenient, is_of_template};

/// Says how files are fixed.
#[derive(Clone, Copy, Debug)]
pub(super) struct How<'d> {
    /// Says how texts are repaired.
    pub(super) options: Options,
    /// The highest risk of a fix.
    pub(super) most: Risk,
    pub(super) dialects: &'d Dialects,
    /// Says whether files may hold several documents.
    pub(super) many: bool,
    /// Bytes that a file may have; 0 means no limit.
    pub(super) max_bytes: u64,
}

/// A text that is valid in its dialect, with the edits that made it so; without edits, it was valid before.
struct Fixed {
    edits: Vec<Edit<'static>>,
    text: String,
}

/// Says what becomes of a file.
enum Outcome {
    /// It stays as it is, because it has no problem, or is not checked.
    Fine,
    /// It holds this, and its problems go.
    Fixed(Vec<u8>, Fixed),
    /// It stays as it is, with its problems.
    Left,
}

/// Returns whether a file needs this fix: its dialect does not have what the fix changes, and readers do not accept it.
fn is_needed(text: &[u8], fix: &Fix<'_>, dialect: Dialect) -> bool {
    fix.replacement.is_some() && !is_lenient(fix.code) && !dialect.has(text, fix)
}

/// Returns the highest risk of what a text needs to be valid in its dialect; `None` if it needs nothing, or if a fix would lose
/// something.
pub(super) fn most_needed(text: &[u8], repaired: &Repaired<'_>, dialect: Dialect) -> Option<Risk> {
    let needed = |fix: &Fix<'_>| is_needed(text, fix, dialect);
    let is_kept = |fix: &Fix<'_>| !is_wrapper(fix.code) && !is_of_template(text, fix);
    if repaired.truncated.is_some() || !repaired.fixes.iter().filter(needed).all(|fix| is_kept(&fix)) {
        return None;
    }
    repaired.fixes.iter().filter(needed).map(|fix| fix.risk).max().filter(|risk| *risk < Risk::Lossy)
}

/// Rewrites the files that can be fixed.
pub(super) fn all(files: &[PathBuf], how: How<'_>, console: Console) -> anyhow::Result<()> {
    for file in files.iter().filter(|file| file.is_file()) {
        if !matches!(how.read(&Source::new(file)), Outcome::Fixed(..)) {
            continue;
        }
        // What is written is the file that is read here.
        let (source, mut sink) = Sink::rewrite(file, Rewriting { backup: None, is_dry: false }, console)?;
        if let Outcome::Fixed(_, fixed) = how.read(&source) {
            sink.put(fixed.text.as_bytes())?;
            sink.count_fixes(fixed.edits.len() as u64);
            sink.finish()?;
        }
    }
    Ok(())
}

/// Writes what `--fix` would change as a unified diff, and names the files that it would leave alone with their problems; the status
/// is 1 if there is one of either.
pub(super) fn diff(
    files: &[PathBuf],
    how: How<'_>,
    mut sink: Sink,
    console: Console,
) -> anyhow::Result<Exit> {
    let sources = Source::list(files);
    let mut reporter = Product::Diff.reporter(console.look(sink.is_terminal()), &sources);
    let mut exit = Exit::Done;
    for (number, source) in sources.iter().enumerate() {
        match how.read(source) {
            Outcome::Fine => continue,
            Outcome::Fixed(bytes, fixed) => {
                reporter.hunks(number, &hunks(&bytes, &fixed.edits));
                reporter.send(&mut sink)?;
            }
            Outcome::Left => {
                let message =
                    "this file has problems that no fix of the diff takes out: jmend check lists them";
                console.about(&source.name(), &Diagnostic::new(Severity::Note, "fix", message));
            }
        }
        exit = Exit::Data;
    }
    sink.finish()?;
    Ok(exit)
}

impl How<'_> {
    /// Returns what becomes of a file. A file that is no JSON by its name is checked if it is named, and left alone.
    fn read(self, source: &Source) -> Outcome {
        let Some(dialect) = source.path().and_then(|path| self.dialects.of_file(path)) else {
            return Outcome::Fine;
        };
        let Ok(bytes) = source.read(self.max_bytes) else { return Outcome::Left };
        let Ok(text) = from_utf8(&bytes) else { return Outcome::Left };
        let fixed = if rows::is_named(source) { self.rows(text) } else { self.fixed(text, dialect) };
        match fixed {
            None => Outcome::Left,
            Some(fixed) if fixed.edits.is_empty() => Outcome::Fine,
            Some(fixed) => Outcome::Fixed(bytes, fixed),
        }
    }

    /// Returns rows without their problems; `None` if one of them may not be fixed.
    fn rows(self, text: &str) -> Option<Fixed> {
        let (mut edits, mut output, mut at) = (Vec::new(), String::new(), 0);
        let one = Self { many: false, ..self };
        for line in text.split_inclusive('\n') {
            let document = line.trim_end_matches(['\n', '\r']);
            let is_valid = document.trim().is_empty() || scan_text(document, self.options.max_depth).is_ok();
            let fixed = if is_valid { None } else { Some(one.fixed(document, Dialect::Json)?) };
            if fixed.as_ref().is_some_and(|fixed| fixed.text.contains('\n')) {
                return None;
            }
            output.push_str(fixed.as_ref().map_or(document, |fixed| &fixed.text));
            output.push_str(&line[document.len()..]);
            let moved = |edit: Edit<'static>| Edit { span: edit.span.start + at..edit.span.end + at, ..edit };
            edits.extend(fixed.into_iter().flat_map(|fixed| fixed.edits).map(moved));
            at += line.len();
        }
        Some(Fixed { edits, text: output })
    }

    /// Returns a text without its problems; `None` if one of them may not be fixed, or one would be left.
    fn fixed(self, text: &str, dialect: Dialect) -> Option<Fixed> {
        let repaired = engine::repair(text.as_bytes(), &self.options).ok()?;
        let needed_in = |text: &str, repaired: &Repaired<'_>| {
            repaired.fixes.clone().changed(|fix| is_needed(text.as_bytes(), fix, dialect))
        };
        let needed = needed_in(text, &repaired);
        if needed.is_empty() {
            let is_valid = repaired.truncated.is_none() && (self.many || repaired.documents.len() == 1);
            return is_valid.then(|| Fixed { edits: Vec::new(), text: text.to_owned() });
        }
        most_needed(text.as_bytes(), &repaired, dialect).filter(|risk| *risk <= self.most)?;
        let output = engine::apply(text, &needed);
        let again = engine::repair(output.as_bytes(), &self.options).ok()?;
        if !needed_in(&output, &again).is_empty() || again.documents.len() > 1 && !self.many {
            return None;
        }
        let edit = |fix: Fix<'_>| {
            let with = fix.replacement.as_deref().unwrap_or_default().as_bytes().to_vec();
            Edit { span: fix.start..fix.end, with: with.into() }
        };
        Some(Fixed { edits: needed.iter().map(edit).collect(), text: output })
    }
}
