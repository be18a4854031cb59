//! `jmend check --fix`: files become valid in their dialects, each completely or not at all.
//!
//! Only the bytes of the faults change: comments and whatever else the dialect has stay as they are. A file whose fix would need
//! a riskier change than was asked for, or would lose something, stays as it is, and the check that follows lists its problems.

use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::cli::atomic::Rewriting;
use crate::cli::console::Console;
use crate::cli::diagnosis::Product;
use crate::cli::dialects;
use crate::cli::exit::Exit;
use crate::cli::in_place::is_wrapper;
use crate::cli::input::Source;
use crate::cli::output::Sink;
use crate::core::json::{MAX_DEPTH, from_utf8, scan_text};
use crate::core::repair::dialect::Dialect;
use crate::core::repair::engine::{self, Fix, Options, Repaired, Risk};
use crate::report::diff::{Edit, hunks};
use crate::report::repaired::is_of_template;

/// How files are fixed.
#[derive(Clone, Copy, Debug)]
pub(super) struct How {
    /// The highest risk of a fix.
    pub(super) most: Risk,
    /// The dialect of all files, whatever their names.
    pub(super) dialect: Option<Dialect>,
    /// Says whether files may hold several documents.
    pub(super) many: bool,
}

/// A text that is fixed.
struct Fixed {
    edits: Vec<Edit<'static>>,
    text: String,
}

/// Returns the highest risk of what a text needs to be valid in its dialect; `None` if it needs nothing, or if a fix would lose
/// something.
pub(super) fn most_needed(text: &[u8], repaired: &Repaired<'_>, dialect: Dialect) -> Option<Risk> {
    let needed = |fix: &Fix<'_>| fix.replacement.is_some() && !dialect.has(text, fix);
    let is_kept = |fix: &Fix<'_>| !is_wrapper(fix.code) && !is_of_template(text, fix);
    if repaired.truncated.is_some() || !repaired.fixes.iter().filter(needed).all(|fix| is_kept(&fix)) {
        return None;
    }
    repaired.fixes.iter().filter(needed).map(|fix| fix.risk).max().filter(|risk| *risk < Risk::Lossy)
}

/// Rewrites the files that can be fixed.
pub(super) fn all(files: &[PathBuf], how: How, console: Console) -> anyhow::Result<()> {
    for file in files.iter().filter(|file| file.is_file()) {
        let read = || std::fs::read(file).with_context(|| file.display().to_string());
        if how.fixed_file(file, &read()?).is_none() {
            continue;
        }
        // What is written is the file that is read here.
        let (source, mut sink) = Sink::rewrite(file, Rewriting { backup: None, is_dry: false }, console)?;
        let mut bytes = Vec::new();
        source.open()?.reader.read_to_end(&mut bytes).with_context(|| file.display().to_string())?;
        if let Some(fixed) = how.fixed_file(file, &bytes) {
            sink.put(fixed.text.as_bytes())?;
            sink.count_fixes(fixed.edits.len() as u64);
            sink.finish()?;
        }
    }
    Ok(())
}

/// Writes what `--fix` would change as a unified diff; the status is 1 if that is something.
pub(super) fn diff(files: &[PathBuf], how: How, mut sink: Sink, console: Console) -> anyhow::Result<Exit> {
    let sources: Vec<Source> = files.iter().map(|file| Source::new(file)).collect();
    let mut reporter = Product::Diff.reporter(console.look(sink.is_terminal()), &sources);
    let mut exit = Exit::Done;
    for (number, file) in files.iter().enumerate().filter(|(_, file)| file.is_file()) {
        let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
        if let Some(fixed) = how.fixed_file(file, &bytes) {
            reporter.hunks(number, &hunks(&bytes, &fixed.edits));
            reporter.send(&mut sink)?;
            exit = Exit::Data;
        }
    }
    sink.finish()?;
    Ok(exit)
}

impl How {
    /// Returns what a file becomes; `None` if it stays as it is.
    fn fixed_file(self, file: &Path, bytes: &[u8]) -> Option<Fixed> {
        // A file that is no JSON by its name is checked if it is named, and left alone.
        let dialect = self.dialect.or_else(|| dialects::of(file))?;
        let text = from_utf8(bytes).ok()?;
        if !dialects::has_rows(file) {
            return self.fixed(text, dialect).filter(|fixed| self.many || is_one(fixed));
        }
        let (mut edits, mut output, mut at) = (Vec::new(), String::new(), 0);
        for line in text.split_inclusive('\n') {
            let document = line.trim_end_matches(['\n', '\r']);
            let is_valid = document.trim().is_empty() || scan_text(document, MAX_DEPTH).is_ok();
            let fixed = if is_valid { None } else { Some(self.fixed(document, Dialect::Json)?) };
            if fixed.as_ref().is_some_and(|fixed| fixed.text.contains('\n')) {
                return None;
            }
            output.push_str(fixed.as_ref().map_or(document, |fixed| &fixed.text));
            output.push_str(&line[document.len()..]);
            let moved = |edit: Edit<'static>| Edit { span: edit.span.start + at..edit.span.end + at, ..edit };
            edits.extend(fixed.into_iter().flat_map(|fixed| fixed.edits).map(moved));
            at += line.len();
        }
        (!edits.is_empty()).then_some(Fixed { edits, text: output })
    }

    /// Returns a document without its faults, if all of them may be taken out and none is left.
    fn fixed(self, text: &str, dialect: Dialect) -> Option<Fixed> {
        let options = Options::default();
        let repaired = engine::repair(text.as_bytes(), &options).ok()?;
        most_needed(text.as_bytes(), &repaired, dialect).filter(|risk| *risk <= self.most)?;
        let needed = dialect.needed(text, &repaired.fixes);
        let output = engine::apply(text, &needed);
        let again = engine::repair(output.as_bytes(), &options).ok()?;
        if !dialect.needed(&output, &again.fixes).is_empty() {
            return None;
        }
        let edit = |fix: Fix<'_>| {
            let with = fix.replacement.as_deref().unwrap_or_default().as_bytes().to_vec();
            Edit { span: fix.start..fix.end, with: with.into() }
        };
        let edits = needed.iter().map(edit).collect();
        Some(Fixed { edits, text: output })
    }
}

/// Returns whether a fixed text holds one document.
fn is_one(fixed: &Fixed) -> bool {
    engine::repair(fixed.text.as_bytes(), &Options::default()).is_ok_and(|again| again.documents.len() == 1)
}
