//! `--in-place`: each FILE becomes what would have been written of it, completely or not at all.
//!
//! Only syntax errors are removed from a file. A file whose name is not that of JSON is refused, JSON with comments is
//! left alone, and what holds more than JSON is refused unless `--extract` asks for the JSON alone. No document of a
//! file is ever left out.
//!
//! A file that cannot be handled stays as it is, is named, and the others are still done. A file in which nothing
//! changes keeps its inode and times. A link is followed once and stays a link; other hard links of a file keep the
//! old content. What is written is the file that was read: one that was replaced meanwhile is an error.

use std::path::{Path, PathBuf};

use anyhow::bail;

use super::atomic::Rewriting;
use super::console::Console;
use super::dialects;
use super::exit::Exit;
use super::input::Source;
use super::output::Sink;
use super::trouble::Trouble;
use crate::core::json::shown;
use crate::core::repair::dialect::Dialect;
use crate::core::repair::engine::{Code, Repaired, Risk};

/// What GNU programs put after the name of a backup.
const BACKUP: &str = "~";

/// The flags that rewrite files; flattened into the commands that can.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct InPlaceArgs {
    /// Rewrite each FILE, completely or not at all
    #[arg(short, long, conflicts_with = "output")]
    pub(super) in_place: bool,
    /// Keep the old file as FILE with SUFFIX [default: ~]
    #[arg(long, value_name = "SUFFIX", requires = "in_place", num_args = 0..=1, require_equals = true,
          default_missing_value = BACKUP, value_parser = parse_suffix)]
    backup: Option<String>,
    /// Change no file; list those that would change
    #[arg(long, requires = "in_place")]
    dry_run: bool,
    /// Rewrite files of any name, not only JSON files
    #[arg(long, requires = "in_place")]
    any_file: bool,
}

fn parse_suffix(suffix: &str) -> Result<String, String> {
    if suffix.is_empty() || suffix.contains(std::path::is_separator) {
        return Err("what follows the name of the old file, without a path".to_owned());
    }
    Ok(suffix.to_owned())
}

/// Runs `one` for each file, with the file as its only source and a sink that rewrites it.
pub(super) fn each(
    args: &InPlaceArgs,
    files: &[PathBuf],
    console: Console,
    mut one: impl FnMut(Source, Sink) -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    if files.is_empty() || files.iter().any(|file| file == Path::new("-")) {
        bail!("--in-place rewrites files, and standard input is not one: name the files");
    }
    let mut worst = Exit::Done;
    for file in files {
        // What is not a regular file is refused because of that.
        let dialect = if args.any_file || !file.is_file() { Some(Dialect::Json) } else { dialects::of(file) };
        let how = Rewriting { backup: args.backup.clone(), is_dry: args.dry_run };
        let exit = match dialect {
            _ if file.is_dir() => {
                let file = shown::path(file);
                Err(anyhow::anyhow!(
                    "{file}: only a regular file can be rewritten in place; jmend check --fix {file} fixes the files of a folder"
                ))
            }
            Some(Dialect::Json) => {
                Sink::rewrite(file, how, console).and_then(|(source, sink)| one(source, sink))
            }
            Some(Dialect::Jsonc | Dialect::Json5) => {
                let what = "left as it is: JSON with comments, by its name; jmend check --fix keeps them";
                console.remark(&shown::path(file), what);
                Ok(Exit::Done)
            }
            None => Err(anyhow::anyhow!(
                "{}: left as it is: not a JSON file, by its name; --any-file rewrites files of any name",
                shown::path(file)
            )),
        };
        worst = worst.max(exit.unwrap_or_else(|error| {
            console.error(&format!("{error:#}"));
            Exit::Failed
        }));
    }
    Ok(worst)
}

/// Says why a file is not rewritten although it could be repaired.
pub(super) enum Objection {
    /// It is JSON but for comments and trailing commas. Holds the offset of the first comment.
    Jsonc(usize),
    /// Text that is not broken JSON alone would be removed, by a fix of this code.
    Wrapper(Code, Trouble),
    /// A document would be removed.
    Loss(Trouble),
}

/// Adds to a refusal for the risk of a fix what else speaks against the repair, with the flags that accept both.
pub(super) fn with_objection(mut trouble: Trouble, objection: &Objection, risk: Risk) -> Trouble {
    let (code, other) = match objection {
        Objection::Jsonc(_) => (Code::Comment, "the file has comments"),
        Objection::Wrapper(code, other) => (*code, &*other.message),
        Objection::Loss(_) => return trouble,
    };
    trouble.message = format!("{}; and {other}", trouble.message);
    trouble.advice = match (risk, code) {
        (Risk::Lossy, _) => "--extract --max-risk lossy writes the JSON alone",
        (_, Code::Comment) => {
            "--extract --max-risk inferred writes the JSON alone; jmend check --fix --unsafe-fixes --dialect jsonc keeps comments"
        }
        _ => "--extract --max-risk inferred writes the JSON alone",
    };
    trouble
}

/// Says what speaks against this repair of a record of a file that is rewritten.
///
/// `is_whole` where the record is all of the file, `extracts` where the JSON alone is wanted.
pub(super) fn objection(
    text: &[u8],
    repaired: &Repaired<'_>,
    is_whole: bool,
    extracts: bool,
) -> Option<Objection> {
    let documents = [Code::RepeatedDocument, Code::AbandonedStart, Code::DroppedDocument];
    if let Some(fix) = repaired.fixes.iter().find(|fix| documents.contains(&fix.code)) {
        let message =
            format!("the file would lose a document (`{}`: {})", fix.code.name(), fix.code.about().summary);
        let advice = "-o FILE in place of --in-place writes what is kept to another file";
        return Some(Objection::Loss(Trouble::new("extract", message, advice, fix.start)));
    }
    let wrapper = repaired.fixes.iter().find(|fix| WRAPPERS.contains(&fix.code)).filter(|_| !extracts)?;
    let is_jsonc = is_whole
        && repaired.fixes.iter().all(|fix| match fix.code {
            Code::TrailingComma => true,
            Code::Comment => text.get(fix.start) == Some(&b'/'),
            _ => false,
        });
    if is_jsonc {
        return Some(Objection::Jsonc(wrapper.start));
    }
    let message = format!(
        "the file holds more than JSON (`{}`: {})",
        wrapper.code.name(),
        wrapper.code.about().summary
    );
    Some(Objection::Wrapper(wrapper.code, Trouble::new("extract", message, EXTRACT, wrapper.start)))
}

/// What the user can do about text that is not JSON.
pub(super) const EXTRACT: &str = "--extract writes the JSON alone";

/// Returns whether a fix of this kind takes something out of a text that is not broken JSON alone.
pub(super) fn is_wrapper(code: Code) -> bool {
    WRAPPERS.contains(&code)
}

/// What is taken out of a text that is not broken JSON alone.
const WRAPPERS: &[Code] = &[
    Code::Ansi,
    Code::Assignment,
    // Programs that write these expect them.
    Code::Bom,
    Code::Utf16,
    Code::ClassName,
    Code::Comment,
    Code::Fence,
    Code::LeakedToken,
    Code::LinePrefix,
    Code::Notation,
    Code::Prose,
    Code::Reasoning,
    Code::StrayText,
    Code::Wrapper,
];
