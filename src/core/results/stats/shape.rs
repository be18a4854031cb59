//! The metrics as JSON, for programs: written, and read back to be added up.
//!
//! ```text
//! {"argument_normalization":{"provider":…,"total_calls":…,"normalizations":{"direct":…,"python_ast":…,"regex_quotes":…,
//!   "structural":…,"manual_repair":…,"failed":…},"failures":…,"success_rate":…,"truncated":…,"fixes":{CODE:…},"by_tool":{NAME:{…}}}}
//! ```
//! A tool has the same members without `provider` and `by_tool`. Where runs of several providers were added up,
//! `provider` is null, the counters are those of all of them, and `by_provider` holds each one's own (under `"unknown"` those
//! of the runs that named none).
//!
//! Reading is strict: what is not this shape, or does not add up, is refused with the place, for a sum over it would be
//! wrong in silence.

use std::fmt::Write;

use super::{Counts, Provider, STRATEGIES, Stats};
use crate::core::json::escape::push_quoted;
use crate::core::json::fault::Fault;
use crate::core::json::value::{Text, Value};
use crate::core::json::{pointer, skip_space};

/// The member that holds everything.
const ROOT: &str = "argument_normalization";

/// The provider of runs that named none.
pub(super) const UNKNOWN: &str = "unknown";

/// Among the strategies: calls that none of them helped, the same number as `failures`.
const FAILED: &str = "failed";

/// Appends the metrics as compact JSON, without a line end.
pub fn write(stats: &Stats, out: &mut String) {
    let together;
    let (name, provider) = match stats.providers.iter().next() {
        Some((name, provider)) if stats.providers.len() == 1 => (name.as_deref(), provider),
        _ => {
            together = stats.together();
            (None, &together)
        }
    };
    let _ = write!(out, "{{\"{ROOT}\":{{\"provider\":");
    match name {
        Some(name) => push_quoted(out, name),
        None if stats.providers.len() > 1 => out.push_str("null"),
        None => push_quoted(out, UNKNOWN),
    }
    out.push(',');
    members(out, provider);
    if stats.providers.len() > 1 {
        out.push_str(",\"by_provider\":{");
        for (index, (name, provider)) in stats.providers.iter().enumerate() {
            key(out, index, name.as_deref().unwrap_or(UNKNOWN));
            out.push('{');
            members(out, provider);
            out.push('}');
        }
        out.push('}');
    }
    out.push_str("}}");
}

fn members(out: &mut String, provider: &Provider) {
    counts(out, &provider.all);
    out.push_str(",\"by_tool\":{");
    for (index, (name, tool)) in provider.by_tool.iter().enumerate() {
        key(out, index, name);
        out.push('{');
        counts(out, tool);
        out.push('}');
    }
    out.push('}');
}

fn counts(out: &mut String, counts: &Counts) {
    let _ = write!(out, "\"total_calls\":{},\"normalizations\":{{", counts.total());
    for (index, strategy) in STRATEGIES.into_iter().enumerate() {
        key(out, index, strategy.name());
        let _ = write!(out, "{}", counts.normalizations(strategy));
    }
    let _ = write!(out, ",\"{FAILED}\":{}", counts.failures);
    let (failures, truncated) = (counts.failures, counts.truncated);
    let rate = counts.success_rate();
    let _ = write!(
        out,
        "}},\"failures\":{failures},\"success_rate\":{rate},\"truncated\":{truncated},\"fixes\":{{"
    );
    for (index, (code, count)) in counts.fixes.iter().enumerate() {
        key(out, index, code);
        let _ = write!(out, "{count}");
    }
    out.push('}');
}

fn key(out: &mut String, index: usize, name: &str) {
    if index > 0 {
        out.push(',');
    }
    push_quoted(out, name);
    out.push(':');
}

/// The fault is `stats`: why a value is not the metrics of a run, with the JSON Pointer of what is wrong in it.
type Read<T> = Result<T, Fault>;

/// Returns whether a text begins as metrics do.
pub fn begins(text: &[u8]) -> bool {
    let start = skip_space(text, 0);
    let inside = text[start..].strip_prefix(b"{").map(|inside| &inside[skip_space(inside, 0)..]);
    inside.and_then(|inside| inside.strip_prefix(b"\"")).is_some_and(|name| name.starts_with(ROOT.as_bytes()))
}

/// Reads what [`write`] wrote. White space and the order of members do not matter.
pub fn read(value: &Value<'_>) -> Read<Stats> {
    let mut root = Members::of(value, String::new())?;
    let (body, path) = root.take(ROOT)?;
    root.nothing_else()?;
    let mut body = Members::of(body, path)?;
    let name = match body.take("provider")? {
        (Value::Null, _) => None,
        (Value::String(name), _) => known(name.decode_lossy().into_owned()),
        (_, path) => return Err(misshapen(path, "this is no name of a provider, and not null")),
    };
    let all = provider(&mut body)?;
    let stats = match body.find("by_provider") {
        None => Stats::of(name.as_deref(), all),
        Some((value, path)) => {
            let stats = by_provider(value, &path)?;
            if stats.together() != all || name.is_some() {
                return Err(misshapen(path, "these providers do not add up to the counters beside them"));
            }
            stats
        }
    };
    body.nothing_else()?;
    Ok(stats)
}

/// A provider that was named.
fn known(name: String) -> Option<String> {
    (name != UNKNOWN).then_some(name)
}

fn by_provider(value: &Value<'_>, path: &str) -> Read<Stats> {
    let mut stats = Stats::default();
    for (name, value, path) in Members::of(value, path.to_owned())?.all() {
        let mut members = Members::of(value, path)?;
        let counted = provider(&mut members)?;
        members.nothing_else()?;
        stats.providers.insert(known(name), counted);
    }
    Ok(stats)
}

fn provider(members: &mut Members<'_, '_>) -> Read<Provider> {
    let all = read_counts(members)?;
    let mut read = Provider { all, ..Provider::default() };
    let (tools, path) = members.take("by_tool")?;
    let mut sum = Counts::default();
    for (name, value, path) in Members::of(tools, path.clone())?.all() {
        let mut members = Members::of(value, path)?;
        let counts = read_counts(&mut members)?;
        members.nothing_else()?;
        sum.merge(&counts);
        read.by_tool.insert(name, counts);
    }
    if !read.all.covers(&sum) {
        return Err(misshapen(path, "these tools have more calls or fixes than there were in all"));
    }
    Ok(read)
}

fn read_counts(members: &mut Members<'_, '_>) -> Read<Counts> {
    let (total, total_path) = members.count("total_calls")?;
    let (by_strategy, path) = members.take("normalizations")?;
    let mut by_strategy = Members::of(by_strategy, path)?;
    let mut counts = Counts::default();
    for (count, strategy) in counts.normalizations.iter_mut().zip(STRATEGIES) {
        *count = by_strategy.count(strategy.name())?.0;
    }
    let failed = by_strategy.count(FAILED)?;
    by_strategy.nothing_else()?;
    counts.failures = members.count("failures")?.0;
    if failed.0 != counts.failures {
        let message = format!("{} calls failed here, and {} by `failures`", failed.0, counts.failures);
        return Err(misshapen(failed.1, &message));
    }
    counts.truncated = members.count("truncated")?.0;
    let (fixes, path) = members.take("fixes")?;
    for (code, value, path) in Members::of(fixes, path)?.all() {
        counts.fixes.insert(code, count(value, path)?.0);
    }
    // The rate follows from the counters, and is worked out anew.
    members.take("success_rate")?;
    if counts.total() != total {
        let message = format!("the calls are {total} here, and {} by what became of them", counts.total());
        return Err(misshapen(total_path, &message));
    }
    Ok(counts)
}

fn misshapen(path: String, message: &str) -> Fault {
    let place = if path.is_empty() { String::new() } else { format!(" at {path}") };
    Fault { pointer: path, ..Fault::new("stats", format!("{message}{place}"), 0) }
}

fn count(value: &Value<'_>, path: String) -> Read<(u64, String)> {
    match value {
        Value::Number(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => match digits.parse() {
            Ok(count) => Ok((count, path)),
            Err(_) => Err(misshapen(path, "this count is larger than any")),
        },
        other => Err(misshapen(path, &format!("a count is due, and this is {}", a(other)))),
    }
}

/// A value's kind for a sentence.
fn a(value: &Value<'_>) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "no whole number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// The members of an object that are still to be read.
struct Members<'v, 'a> {
    left: Vec<&'v (Text<'a>, Value<'a>)>,
    path: String,
}

impl<'v, 'a> Members<'v, 'a> {
    fn of(value: &'v Value<'a>, path: String) -> Read<Self> {
        let Value::Object(members) = value else {
            return Err(misshapen(path, &format!("an object is due, and this is {}", a(value))));
        };
        let mut names: Vec<_> = members.iter().map(|(name, _)| name.decode_lossy()).collect();
        names.sort_unstable();
        let twice = names.windows(2).find_map(|pair| (pair[0] == pair[1]).then_some(&pair[0]));
        if let Some(name) = twice {
            let message = format!("`{name}` stands here twice");
            return Err(misshapen(path, &message));
        }
        Ok(Self { left: members.iter().collect(), path })
    }

    fn below(&self, name: &str) -> String {
        let mut path = self.path.clone();
        pointer::push_name(&mut path, name);
        path
    }

    fn find(&mut self, name: &str) -> Option<(&'v Value<'a>, String)> {
        let index = self.left.iter().position(|(key, _)| key.decode_lossy() == name)?;
        let (_, value) = self.left.swap_remove(index);
        Some((value, self.below(name)))
    }

    fn take(&mut self, name: &str) -> Read<(&'v Value<'a>, String)> {
        self.find(name).ok_or_else(|| {
            let message = format!("`{name}` is missing: these are no statistics of jmend");
            misshapen(self.path.clone(), &message)
        })
    }

    fn count(&mut self, name: &str) -> Read<(u64, String)> {
        let (value, path) = self.take(name)?;
        count(value, path)
    }

    fn all(self) -> impl Iterator<Item = (String, &'v Value<'a>, String)> {
        self.left.clone().into_iter().map(move |(name, value)| {
            let name = name.decode_lossy().into_owned();
            let path = self.below(&name);
            (name, value, path)
        })
    }

    /// Refuses unknown keys: they would be lost.
    fn nothing_else(&self) -> Read<()> {
        match self.left.first() {
            None => Ok(()),
            Some((name, _)) => Err(misshapen(self.below(&name.decode_lossy()), "this member is not known")),
        }
    }
}
