//! The `--report` form: one JSON object per record, on one line, written by hand through the core's writers.

use std::borrow::Cow;
use std::io::Write;
use std::mem::take;

use super::paths;
use crate::core::calls::cause::Cause;
use crate::core::calls::cause::feedback::of_repair;
use crate::core::json::position::Positions;
use crate::core::json::{Layout, Position, Style, quoted};
use crate::core::repair::engine::{Fix, Repaired, Risk};
use crate::core::repair::violation::Violation;

/// What a report says of a record that could not be handled.
#[derive(Debug)]
pub(crate) struct ErrorFields<'a> {
    /// Stable name.
    pub(crate) code: &'a str,
    /// One sentence.
    pub(crate) message: &'a str,
    /// Where in the record.
    pub(crate) position: Position,
    /// What a program can hand back to the model.
    pub(crate) feedback: &'a str,
    /// What is wrong with a value that could be read; empty for any other error.
    pub(crate) violations: &'a [Violation],
}

/// Numbers of records and lines that are still to be written: a batch does not know how many of them come before it. Also what is
/// written before the output of the batch, for the lines of some records are many times as long as their text.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    places: Vec<(usize, Number)>,
    pieces: Vec<Piece>,
}

/// A number within a batch, from 1.
#[derive(Clone, Copy, Debug)]
enum Number {
    Line(usize),
    Record(u64),
}

/// A part of the output of a batch.
#[derive(Debug)]
pub(crate) enum Piece {
    /// A text with its numbers.
    Text(Vec<u8>, Numbers),
    /// The end of the line of a record with many fixes.
    Rest(Box<Rest>),
}

/// What the end of the line of a record is made of, from its fixes on.
#[derive(Debug)]
pub(crate) struct Rest {
    input: Vec<u8>,
    repaired: Repaired<'static>,
    show: Show,
}

/// Says which fixes of a record a report shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fixes {
    /// Each has its place and its replacement.
    #[default]
    Full,
    /// One of each code says how many there are, and where the first is.
    Short,
}

/// Says how a report shows a record or a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Show {
    /// The order and characters of the value.
    pub(crate) style: Style,
    pub(crate) fixes: Fixes,
    /// Leaves out the excerpts of the text.
    pub(crate) redact: bool,
}

/// The fixes of one code.
pub(super) struct Grouped<T> {
    pub(super) first: T,
    pub(super) count: u64,
}

/// Groups fixes by what `key` says of them, in the order of the first ones.
pub(super) fn grouped<T: Copy, K: PartialEq>(
    all: impl Iterator<Item = T>,
    key: impl Fn(T) -> K,
) -> Vec<Grouped<T>> {
    let mut groups: Vec<(K, Grouped<T>)> = Vec::new();
    for fix in all {
        let name = key(fix);
        // There are no more groups than codes.
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, group)) => group.count += 1,
            None => groups.push((name, Grouped { first: fix, count: 1 })),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// Bytes of a line that are put at once.
const PIECE: usize = 1 << 16;

/// Fixes of a record from which on its line is written in pieces: some 200 bytes each.
const MANY: usize = 1 << 12;

/// Where a record comes from.
pub(crate) struct Origin<'n> {
    /// The file, where it is one.
    pub(crate) file: Option<&'n str>,
    /// Says whether the value comes from the fallback command; then the places are those of its answer.
    pub(crate) is_fallback: bool,
    /// Its first line and its number in its batch, from 1, and what remembers where they belong; none where a record is all
    /// of its source.
    pub(crate) place: Option<(&'n mut Numbers, usize, u64)>,
}

impl Numbers {
    /// The output of a batch with its numbers, where so many lines and records came before it.
    pub(crate) fn filled<'o>(&self, out: &'o [u8], lines: usize, records: u64) -> Cow<'o, [u8]> {
        if self.places.is_empty() {
            return Cow::Borrowed(out);
        }
        let mut filled = Vec::with_capacity(out.len() + 8 * self.places.len());
        let mut done = 0;
        for (at, number) in &self.places {
            filled.extend_from_slice(&out[done..*at]);
            match number {
                Number::Line(line) => put(&mut filled, format_args!("{}", lines + line)),
                Number::Record(record) => put(&mut filled, format_args!("{}", records + record)),
            }
            done = *at;
        }
        filled.extend_from_slice(&out[done..]);
        Cow::Owned(filled)
    }

    /// Makes a piece of the output so far.
    fn set_apart(&mut self, out: &mut Vec<u8>) {
        if !out.is_empty() {
            let numbers = Self { places: take(&mut self.places), pieces: Vec::new() };
            self.pieces.push(Piece::Text(take(out), numbers));
        }
    }

    /// The output so far ends with this.
    pub(crate) fn put_off(&mut self, out: &mut Vec<u8>, rest: Box<Rest>) {
        self.set_apart(out);
        self.pieces.push(Piece::Rest(rest));
    }

    /// Where there are pieces, all of the output becomes one, so that it keeps its order.
    pub(crate) fn settle(&mut self, out: &mut Vec<u8>) {
        if !self.pieces.is_empty() {
            self.set_apart(out);
        }
    }

    /// What is to be written before the output.
    pub(crate) fn take_pieces(&mut self) -> Vec<Piece> {
        take(&mut self.pieces)
    }
}

impl Piece {
    /// Gives the text to `put`, little by little, where so many lines and records came before the batch.
    pub(crate) fn write<E>(
        &self,
        lines: usize,
        records: u64,
        put: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let rest = match self {
            Self::Text(text, numbers) => return put(&numbers.filled(text, lines, records)),
            Self::Rest(rest) => rest,
        };
        let (mut out, mut is_put) = (Vec::new(), Ok(()));
        end_of_success(&mut out, &rest.input, &rest.repaired, rest.show, &mut |out| {
            if out.len() >= PIECE && is_put.is_ok() {
                is_put = put(out);
            }
            if out.len() >= PIECE {
                out.clear();
            }
        });
        is_put?;
        put(&out)
    }
}

/// Appends `,"file":…,"line":…,"record":…`, as far as they are known, and remembers which numbers belong there.
pub(super) fn origin(out: &mut Vec<u8>, origin: Origin<'_>) {
    if let Some(file) = origin.file {
        field(out, "file", Some(file));
    }
    if origin.is_fallback {
        field(out, "source", Some("fallback"));
    }
    if let Some((numbers, line, record)) = origin.place {
        out.extend_from_slice(b",\"line\":");
        numbers.places.push((out.len(), Number::Line(line)));
        out.extend_from_slice(b",\"record\":");
        numbers.places.push((out.len(), Number::Record(record)));
    }
}

/// Appends `"value":…`, or `"values":[…]` where there are several or none.
fn values<'t>(out: &mut Vec<u8>, mut texts: impl ExactSizeIterator<Item = &'t str>, style: Style) {
    if texts.len() == 1 {
        out.extend_from_slice(b"\"value\":");
        texts.for_each(|text| style.write_text(text, out));
        return;
    }
    out.extend_from_slice(b"\"values\":[");
    if let Some(first) = texts.next() {
        style.write_text(first, out);
    }
    for text in texts {
        out.push(b',');
        style.write_text(text, out);
    }
    out.push(b']');
}

/// Appends what there is of a record that grows: `{"value":…,"complete":…}`.
pub(crate) fn snapshot<'t>(
    out: &mut Vec<u8>,
    texts: impl ExactSizeIterator<Item = &'t str>,
    is_complete: bool,
    style: Style,
) {
    out.push(b'{');
    values(out, texts, Style { layout: Layout::Compact, ..style });
    put(out, format_args!(",\"complete\":{is_complete}}}\n"));
}

/// Appends the line of a record that was handled. `input` is the record's text, to which all places refer; the value is compact.
pub(crate) fn whole_success(
    out: &mut Vec<u8>,
    input: &[u8],
    repaired: &Repaired<'_>,
    from: Origin<'_>,
    show: Show,
) {
    begin_success(out, repaired, from, show);
    end_of_success(out, input, repaired, show, &mut |_| {});
}

/// Does the same, but leaves the end of a long line for `Numbers::put_off`, with what was in `repaired`.
pub(crate) fn success(
    out: &mut Vec<u8>,
    input: &[u8],
    repaired: &mut Repaired<'_>,
    from: Origin<'_>,
    show: Show,
) -> Option<Box<Rest>> {
    if repaired.fixes.len() <= MANY || show.fixes == Fixes::Short {
        whole_success(out, input, repaired, from, show);
        return None;
    }
    begin_success(out, repaired, from, show);
    Some(Box::new(Rest { input: input.to_vec(), repaired: repaired.take(), show }))
}

/// Appends the line up to the fixes.
fn begin_success(out: &mut Vec<u8>, repaired: &Repaired<'_>, from: Origin<'_>, show: Show) {
    let style = Style { layout: Layout::Compact, ..show.style };
    out.extend_from_slice(b"{\"ok\":true");
    origin(out, from);
    out.push(b',');
    values(out, repaired.documents.iter().map(|document| &repaired.text[document.clone()]), style);
    field(out, "strategy", Some(repaired.strategy.name()));
    if let Some(notation) = repaired.notation {
        field(out, "notation", Some(notation.name));
    }
    field(out, "risk", repaired.risk().map(Risk::name));
    put(out, format_args!(",\"confidence\":{}", repaired.confidence()));
    put(out, format_args!(",\"truncated\":{}", repaired.truncated.is_some()));
    if let Some(place) = repaired.truncated {
        field(out, "cut", Some(place.name()));
    }
}

/// The line from the fixes on. `more` may take what there is after each fix.
fn end_of_success(
    out: &mut Vec<u8>,
    input: &[u8],
    repaired: &Repaired<'_>,
    show: Show,
    more: &mut dyn FnMut(&mut Vec<u8>),
) {
    out.extend_from_slice(b",\"fixes\":[");
    match show.fixes {
        _ if repaired.fixes.is_empty() => {}
        Fixes::Full => fixes(out, input, repaired, more),
        Fixes::Short => short(out, input, repaired),
    }
    out.push(b']');
    if !repaired.fixes.is_empty() {
        because(out, of_repair((!show.redact).then_some(input), repaired));
    }
    out.extend_from_slice(b"}\n");
}

/// Appends why a model writes so, and what to tell it.
pub(super) fn because(out: &mut Vec<u8>, known: Option<(&Cause, String)>) {
    if let Some((cause, feedback)) = known {
        field(out, "cause", Some(cause.id));
        field(out, "feedback", Some(&feedback));
    }
}

/// Appends the line of a record that could not be handled.
pub(crate) fn failure(out: &mut Vec<u8>, from: Origin<'_>, fields: &ErrorFields<'_>) {
    out.extend_from_slice(b"{\"ok\":false");
    origin(out, from);
    out.push(b',');
    error(out, fields);
    field(out, "feedback", Some(fields.feedback));
    out.extend_from_slice(b",\"strategy\":\"failed\"}\n");
}

/// `"error":{…}`, with the violations of a schema where there are any.
pub(super) fn error(out: &mut Vec<u8>, fields: &ErrorFields<'_>) {
    out.extend_from_slice(b"\"error\":{\"code\":");
    string(out, fields.code);
    field(out, "message", Some(fields.message));
    let Position { line, column } = fields.position;
    put(out, format_args!(",\"line\":{line},\"column\":{column}"));
    for (index, violation) in fields.violations.iter().enumerate() {
        out.extend_from_slice(if index == 0 { b",\"violations\":[{" } else { b",{" });
        out.extend_from_slice(b"\"path\":");
        string(out, &violation.path);
        field(out, "schema_path", Some(&violation.schema_path));
        field(out, "keyword", Some(&violation.keyword));
        field(out, "message", Some(&violation.message));
        out.push(b'}');
    }
    out.extend_from_slice(if fields.violations.is_empty() { b"}" } else { b"]}" });
}

/// Appends the fixes of each code as one: how many there are, and where the first is.
fn short(out: &mut Vec<u8>, input: &[u8], repaired: &Repaired<'_>) {
    let mut positions = Positions::new(input);
    let all: Vec<_> = repaired.fixes.iter().map(|fix| (fix.code, fix.risk, fix.start)).collect();
    for (index, Grouped { first, count }) in
        grouped(all.into_iter(), |(code, risk, _)| (code, risk)).iter().enumerate()
    {
        let (code, risk, start) = *first;
        let Position { line, column } = positions.at(start);
        out.extend_from_slice(if index == 0 { b"{\"code\":" } else { b",{\"code\":" });
        string(out, code.name());
        put(out, format_args!(",\"count\":{count}"));
        field(out, "risk", Some(risk.name()));
        put(out, format_args!(",\"start\":{start},\"line\":{line},\"column\":{column}"));
        field(out, "message", Some(code.about().summary));
        out.push(b'}');
    }
}

fn fixes(out: &mut Vec<u8>, input: &[u8], repaired: &Repaired<'_>, more: &mut dyn FnMut(&mut Vec<u8>)) {
    let mut positions = Positions::new(input);
    let mut all = repaired.fixes.iter();
    let mut between: &[u8] = b"{\"code\":";
    paths::each(repaired, usize::MAX, &mut |path| {
        let Some(Fix { code, start, end, replacement, risk }) = all.next() else { return };
        let Position { line, column } = positions.at(start);
        out.extend_from_slice(std::mem::replace(&mut between, b",{\"code\":"));
        string(out, code.name());
        field(out, "risk", Some(risk.name()));
        put(out, format_args!(",\"start\":{start},\"end\":{end},\"line\":{line},\"column\":{column}"));
        field(out, "path", path);
        field(out, "replacement", replacement.as_deref());
        field(out, "message", Some(code.about().summary));
        out.push(b'}');
        more(out);
    });
}

/// `,"name":"value"`, or `null` for none.
pub(crate) fn field(out: &mut Vec<u8>, name: &str, value: Option<&str>) {
    out.push(b',');
    string(out, name);
    out.push(b':');
    match value {
        Some(value) => string(out, value),
        None => out.extend_from_slice(b"null"),
    }
}

pub(crate) fn string(out: &mut Vec<u8>, plain: &str) {
    out.extend_from_slice(quoted(plain).as_bytes());
}

pub(crate) fn put(out: &mut Vec<u8>, text: std::fmt::Arguments<'_>) {
    // Writing to memory cannot fail.
    let _ = out.write_fmt(text);
}
