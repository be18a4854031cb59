//! Members that stand twice in an object of a repaired document: the last value wins, in the place of the first.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::fix::Code;
use super::fixes::Fixes;
use super::repeats::Repeats;
use super::splice;
use crate::core::json::{Text, is_space, scan, scan_text, skip_space};

/// Keys whose memory a thread keeps for its next document.
const MOST_KEPT: usize = 4096;

/// A document in which every name of an object stands once.
pub struct Merged {
    /// The fixes that lead to `output`.
    pub fixes: Fixes,
    /// Valid JSON.
    pub output: String,
    /// Says whether a name stood twice.
    pub repeats: bool,
}

/// What `read` makes of `text`: fixes that lead to valid JSON, each name of each object left once, and what it says besides.
///
/// It shows each name that it passes, so that a document in which none stands twice need not be read once more. Whether
/// it is JSON is held by tests and fuzzing alone.
pub(crate) fn fixed_by<T>(
    text: &str,
    max_depth: usize,
    read: impl FnOnce(&mut Repeats) -> Option<(Fixes, T)>,
) -> Option<(Merged, T)> {
    let ((fixes, more), repeats) = watched(read)?;
    let fixes = fixes.settled();
    let output = splice::apply(text, &fixes);
    debug_assert_eq!(scan_text(&output, max_depth), Ok(()), "{text}");
    let merged =
        if repeats { merged(0, fixes, output, max_depth)? } else { Merged { fixes, output, repeats: false } };
    Some((merged, more))
}

/// Leaves each name of each object of `output`, to which `fixes` lead from offset `base` of the text on, once; `None` where that
/// is not valid JSON.
pub fn merged(base: usize, fixes: Fixes, output: String, max_depth: usize) -> Option<Merged> {
    merged_but(base, fixes, output, max_depth, &[])
}

/// `merged`, where these containers of the text are known to be strict JSON in which no name stands twice; they are in the
/// order of the text.
pub fn merged_but(
    base: usize,
    fixes: Fixes,
    output: String,
    max_depth: usize,
    known: &[(u32, u32)],
) -> Option<Merged> {
    let known = if known.is_empty() { Vec::new() } else { untouched(base, &fixes, known) };
    let again = of_document(&output, max_depth, &known)?;
    if again.is_empty() {
        return Some(Merged { fixes, output, repeats: false });
    }
    let merged = splice::apply(&output, &again);
    scan_text(&merged, max_depth).ok()?;
    Some(Merged { fixes: splice::compose_from(base, fixes, &output, again), output: merged, repeats: true })
}

/// Checks that `text` is a JSON document, and finds the fixes that leave each name of each of its objects once; `None`
/// when it is not one. What is known of it is not read again.
fn of_document(text: &str, max_depth: usize, known: &[(usize, usize)]) -> Option<Fixes> {
    let ((), possible) = watched(|names| {
        let mut names = Known { names, ends: known };
        scan::scan_text_with(text, max_depth, &mut names).ok()
    })?;
    debug_assert_eq!(scan_text(text, max_depth), Ok(()), "{text}");
    Some(if possible { fixes(text) } else { Fixes::default() })
}

/// Watches for names that may stand twice, outside of containers that are known.
struct Known<'n> {
    names: &'n mut Repeats,
    /// Holds where each begins and ends, in the order of the text.
    ends: &'n [(usize, usize)],
}

impl scan::Names for Known<'_> {
    #[inline]
    fn open(&mut self) {
        self.names.open();
    }

    #[inline]
    fn key(&mut self, bytes: &[u8], key: Range<usize>) {
        self.names.key(bytes, key);
    }

    #[inline]
    fn close(&mut self) {
        self.names.close();
    }

    #[inline]
    fn known_end(&mut self, at: usize) -> Option<usize> {
        while let Some(((start, end), rest)) = self.ends.split_first() {
            if *start > at {
                return None;
            }
            self.ends = rest;
            if *start == at {
                return Some(*end);
            }
        }
        None
    }
}

/// The places in the output of those stretches of a text that no fix touches. Both are in the order of the text, and the
/// output begins with what stands at `base`.
fn untouched(base: usize, fixes: &Fixes, stretches: &[(u32, u32)]) -> Vec<(usize, usize)> {
    let mut changes = fixes.changes().peekable();
    // How far the output has grown, and shrunk.
    let (mut grown, mut shrunk) = (0, base);
    let mut places = Vec::with_capacity(stretches.len());
    for (start, end) in stretches.iter().map(|(start, end)| (*start as usize, *end as usize)) {
        while let Some((from, to, with)) = changes.next_if(|(_, to, _)| *to <= start) {
            grown += with.len();
            shrunk += to - from;
        }
        if start >= base && changes.peek().is_none_or(|(from, ..)| *from >= end) {
            places.push((start + grown - shrunk, end + grown - shrunk));
        }
    }
    places
}

thread_local! {
    /// The memory of the last document of this thread: most are short, and there are many.
    static SPARE: RefCell<Repeats> = RefCell::default();
}

/// What `read` finds, and whether a name that it showed may stand twice in its object.
fn watched<T>(read: impl FnOnce(&mut Repeats) -> Option<T>) -> Option<(T, bool)> {
    SPARE.with_borrow_mut(|names| {
        names.begin();
        let found = read(names);
        let possible = names.end();
        if names.capacity() > MOST_KEPT {
            *names = Repeats::default();
        }
        Some((found?, possible))
    })
}

/// A member of an open object.
struct Member {
    name: Range<usize>,
    value: Range<usize>,
    /// The comma after it, if one stands there.
    comma: Option<usize>,
}

/// The keys of a document that stand in their object before, in the order of the text.
pub fn repeated(text: &str, max_depth: usize) -> Vec<Range<usize>> {
    let read = |names: &mut Repeats| scan::scan_text_with(text, max_depth, names).ok();
    let mut repeated = Vec::new();
    if let Some(((), true)) = watched(read) {
        objects(text, |members| {
            let mut names = HashSet::with_capacity(members.len());
            let name =
                |member: &Member| Text::from_raw(&text[member.name.clone()]).decode_lossy().into_owned();
            repeated
                .extend(members.iter().filter(|member| !names.insert(name(member))).map(|m| m.name.clone()));
        });
    }
    repeated.sort_by_key(|name| name.start);
    repeated
}

/// A stretch of a text that goes, or that the value at `source` takes the place of.
pub struct Edit {
    pub span: Range<usize>,
    pub source: Option<Range<usize>>,
}

/// The fixes that leave each name of each object of `text` once. `text` is valid JSON.
#[cold]
pub fn fixes(text: &str) -> Fixes {
    let mut edits = Vec::new();
    objects(text, |members| merge(text, members, &mut edits));
    edits.sort_unstable_by_key(|edit| (edit.span.start, std::cmp::Reverse(edit.span.end)));
    let mut fixes = Fixes::default();
    let mut end = 0;
    for edit in &edits {
        // An outer member that goes takes the edits inside it along.
        if edit.span.start >= end {
            end = edit.span.end;
            let with = edit.source.clone().map_or_else(String::new, |source| written(text, source, &edits));
            fixes.push(Code::DuplicateKey, edit.span.start, edit.span.end, with);
        }
    }
    fixes
}

/// The value at `source` with the edits inside it made. Every byte is written once, because each value has one place.
fn written(text: &str, source: Range<usize>, edits: &[Edit]) -> String {
    let next = |at: usize| edits.partition_point(|edit| edit.span.start < at);
    let mut out = String::new();
    let mut open = vec![(source.clone(), next(source.start))];
    while let Some((rest, at)) = open.pop() {
        let Some(edit) = edits.get(at).filter(|edit| edit.span.start < rest.end) else {
            out.push_str(&text[rest]);
            continue;
        };
        out.push_str(&text[rest.start..edit.span.start]);
        open.push((edit.span.end..rest.end, next(edit.span.end)));
        open.extend(edit.source.clone().map(|source| (source.clone(), next(source.start))));
    }
    out
}

/// Shows the members of every object that has more than one, the inner ones first. `text` is valid JSON.
fn objects(text: &str, mut show: impl FnMut(&[Member])) {
    let bytes = text.as_bytes();
    let mut open: Vec<Option<Vec<Member>>> = Vec::new();
    let mut pos = skip_space(bytes, 0);
    while pos < bytes.len() {
        match bytes[pos] {
            b'{' => {
                open.push(Some(Vec::new()));
                pos = begin_member(bytes, &mut open, skip_space(bytes, pos + 1));
                continue;
            }
            b'[' => open.push(None),
            b'}' | b']' => {
                end_member(bytes, &mut open, pos);
                if let Some(Some(members)) = open.pop()
                    && members.len() > 1
                {
                    show(&members);
                }
            }
            b',' => {
                end_member(bytes, &mut open, pos);
                if let Some(Some(members)) = open.last_mut() {
                    if let Some(member) = members.last_mut() {
                        member.comma = Some(pos);
                    }
                    pos = begin_member(bytes, &mut open, skip_space(bytes, pos + 1));
                    continue;
                }
            }
            b'"' => {
                pos = scan::string_end(bytes, pos).unwrap_or(bytes.len());
                continue;
            }
            _ => {}
        }
        pos += 1;
    }
}

/// Reads a name and its colon; returns where the value starts.
fn begin_member(bytes: &[u8], open: &mut [Option<Vec<Member>>], pos: usize) -> usize {
    let (Ok(end), Ok(value)) = (scan::string_end(bytes, pos), scan::name_end(bytes, pos)) else { return pos };
    if let Some(Some(members)) = open.last_mut() {
        members.push(Member { name: pos + 1..end - 1, value: value..value, comma: None });
    }
    value
}

/// The value that was being read ends before `pos`.
fn end_member(bytes: &[u8], open: &mut [Option<Vec<Member>>], pos: usize) {
    if let Some(Some(members)) = open.last_mut()
        && let Some(member) = members.last_mut().filter(|member| member.value.end == member.value.start)
    {
        let space = bytes[..pos].iter().rev().take_while(|b| is_space(**b)).count();
        member.value.end = pos - space;
    }
}

/// Adds the edits that leave each name of one object once.
fn merge(text: &str, members: &[Member], edits: &mut Vec<Edit>) {
    let names: Vec<Text<'_>> =
        members.iter().map(|member| Text::from_raw(&text[member.name.clone()])).collect();
    let mut last: HashMap<Cow<'_, str>, (usize, usize)> = HashMap::with_capacity(members.len());
    for (at, name) in names.iter().map(Text::decode_lossy).enumerate() {
        last.entry(name).and_modify(|(_, last)| *last = at).or_insert((at, at));
    }
    if last.len() == members.len() {
        return;
    }
    let kept: Vec<(usize, usize)> = last.into_values().collect();
    let mut is_first = vec![false; members.len()];
    for (first, winner) in kept {
        is_first[first] = true;
        if first != winner {
            let (span, source) = (members[first].value.clone(), Some(members[winner].value.clone()));
            edits.push(Edit { span, source });
        }
    }
    for (at, member) in members.iter().enumerate().filter(|(at, _)| !is_first[*at]) {
        // The comma before it goes with it; a first member is never dropped.
        let start = members[at - 1].comma.unwrap_or(member.name.start - 1);
        edits.push(Edit { span: start..member.value.end, source: None });
    }
}
