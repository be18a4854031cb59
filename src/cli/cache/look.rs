//! `get`, `has`, `ls`, `stat`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::path::Path;

use anyhow::Context;

use super::args::{Listed, Place, Wanted, Which};
use crate::cache::{self, Stored};
use crate::cli::console::Console;
use crate::cli::exit::Exit;
use crate::cli::input;
use crate::core::json::moment::rfc3339;
use crate::core::json::quoted;
use crate::core::json::shown::{self, escape};

/// Prints a result.
pub(super) fn get(wanted: &Wanted, console: Console) -> anyhow::Result<Exit> {
    let directory = &wanted.place.cache_dir;
    let which = wanted.which()?;
    let key = which.key();
    let Some(mut file) = open(directory, key)? else {
        console.error(&missed(&which, wanted));
        return Ok(Exit::Data);
    };
    let mut sink = wanted.place.output.open()?;
    input::copy(&mut file, &mut |bytes| sink.put(bytes)).context("cannot print the result")?;
    sink.finish()?;
    Ok(Exit::Done)
}

/// What is said where there is no result.
fn missed(which: &Which, wanted: &Wanted) -> String {
    match which {
        Which::Key(key) => format!("there is no result under {key}"),
        Which::Call(call) => {
            let near = cache::nearest(&wanted.place.cache_dir, &call.tool, call.namespace.as_deref());
            format!(
                "there is no result of `{}` for {}, key {}{near}",
                escape(&call.tool),
                call.args,
                call.key
            )
        }
    }
}

/// Says by its status whether a result is there.
pub(super) fn has(wanted: &Wanted) -> anyhow::Result<Exit> {
    let which = wanted.which()?;
    let (directory, key) = (&wanted.place.cache_dir, which.key());
    Ok(if open(directory, key)?.is_some() { Exit::Done } else { Exit::Data })
}

/// Opens the result with this key; `None` if there is none.
fn open(directory: &Path, key: &str) -> anyhow::Result<Option<File>> {
    cache::open_sound(directory, key).with_context(|| shown::path(&cache::path(directory, key)))
}

/// Lists results.
pub(super) fn ls(listed: &Listed) -> anyhow::Result<Exit> {
    let sink = listed.place.output.open()?;
    let all = all(&listed.place)?;
    let shown = all.iter().filter(|stored| listed.takes(stored));
    let text = if sink.is_terminal() { table(shown) } else { lines(shown) };
    sink.write_all(text).map(|()| Exit::Done)
}

fn all(place: &Place) -> anyhow::Result<Vec<Stored>> {
    cache::list(&place.cache_dir, true).with_context(|| shown::path(&place.cache_dir))
}

/// Returns one line of JSON for each.
fn lines<'s>(shown: impl Iterator<Item = &'s Stored>) -> String {
    let mut out = String::new();
    for stored in shown {
        let _ = writeln!(out, "{}", stored.json());
    }
    out
}

/// Returns the list for people.
fn table<'s>(shown: impl Iterator<Item = &'s Stored>) -> String {
    let mut out = format!("{:<20}  {:>5}  {:>12}  {:>10}  CALL\n", "CREATED", "STATE", "BYTES", "ROWS");
    for stored in shown {
        let Some(side) = &stored.side else {
            let _ = out.write_fmt(format_args!(
                "{:<20}  {:>5}  {:>12}  {:>10}  {}\n",
                "-", "-", stored.bytes, "-", stored.key
            ));
            continue;
        };
        let rows = side.facts.rows.map_or("-".to_owned(), |rows| rows.to_string());
        let namespace = side.call.namespace.as_ref().map_or(String::new(), |name| format!("{name}:"));
        let created = rfc3339(side.created);
        let state = side.facts.state.name();
        let _ = out.write_fmt(format_args!(
            "{created:<20}  {state:>5}  {:>12}  {rows:>10}  {namespace}{} {}\n",
            stored.bytes, side.call.tool, side.call.args
        ));
    }
    out
}

/// Prints what there is in all.
pub(super) fn stat(place: &Place) -> anyhow::Result<Exit> {
    let all = all(place)?;
    let results = || all.iter().filter(|stored| stored.is_ok());
    let mut tools: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for stored in results() {
        let tool = stored.side.as_ref().map_or("", |side| side.call.tool.as_str());
        let counted = tools.entry(tool).or_default();
        *counted = (counted.0 + 1, counted.1 + stored.bytes);
    }
    let moments = || all.iter().filter_map(|stored| Some(stored.side.as_ref()?.created));
    let moment =
        |moment: Option<i64>| moment.map_or("null".to_owned(), |moment| format!("\"{}\"", rfc3339(moment)));
    let tools: Vec<_> = tools
        .iter()
        .map(|(name, (count, bytes))| format!(r#"{}:{{"results":{count},"bytes":{bytes}}}"#, quoted(name)))
        .collect();
    let text = format!(
        "{{\"results\":{},\"errors\":{},\"bytes\":{},\"size\":{},\"oldest\":{},\"newest\":{},\"tools\":{{{}}}}}\n",
        results().count(),
        all.len() - results().count(),
        results().map(|stored| stored.bytes).sum::<u64>(),
        all.iter().map(|stored| stored.size).sum::<u64>(),
        moment(moments().min()),
        moment(moments().max()),
        tools.join(",")
    );
    place.output.write(text).map(|()| Exit::Done)
}
