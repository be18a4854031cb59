//! The profile of a result: what its values are at every place, over all rows, in one pass.
//!
//! ```text
//! events ─→ Profiler: a tree of places, each with its `Stats` ─show→ members of a preview
//! ```
//! | file | promise |
//! |---|---|
//! | `node` | what is known of the values at one place |
//! | `distinct` | how many different values: exact to a bound, then estimated |
//! | `keyed` | objects whose keys are data: their members share one place |
//! | `sample` | which rows are kept to be shown |
//! | `lines` | the tree as lines, breadth first, each with a short and a long form |
//! | `fill` | which lines and details go into a room |
//! | `show` | the members of a preview |
//!
//! Memory is bounded by the number of places (`MAX_PLACES`) and the rows that are kept, not by the result.

pub mod distinct;
mod fill;
mod keyed;
mod lines;
pub mod node;
pub mod sample;
mod show;

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::shape::Kind;
use crate::core::json::Text;
use crate::core::json::events::{Flow, Path, Sink, Token, Tokenizer, Window};
use crate::core::json::fault::Fault;
use crate::core::json::stream::{self, Input, Limits, Notice, Piece, Summary, Worker};
use keyed::Keyed;
use node::Stats;
use sample::Kept;
pub use sample::Sample;
pub use show::Outline;

/// Places that are told apart; names beyond are counted and not looked at.
const MAX_PLACES: usize = 1024;

/// The places that each level leaves to the levels above it, so that what lies deep does not crowd out what lies high.
const RESERVE: usize = 96;

/// Levels that leave places to those above them.
const RESERVING: usize = 6;

/// Names of one object that are told apart.
const MAX_NAMES: usize = 160;

/// Arrays whose rows are kept.
const MAX_SAMPLED: usize = 8;

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub struct ProfileOptions<'o> {
    /// The JSON Pointer of the rows, where it is known.
    pub at: Option<&'o str>,
    /// The rows that are shown, if any.
    pub sample: Option<Sample>,
    /// Says whether each line is a row.
    pub ndjson: bool,
    /// Depth and memory.
    pub limits: Limits,
}

/// The place of everything that is not told apart.
const ELSEWHERE: u32 = 0;
/// The place of the documents.
const ROOT: u32 = 1;

/// One place in the result.
#[derive(Clone, Debug)]
struct Place {
    /// Its name as it is written between quotes; of items of an array none.
    name: Option<Box<str>>,
    /// The members of objects here, in the order in which they came.
    members: Vec<u32>,
    /// The items of arrays here.
    items: Option<u32>,
    /// Members that are not told apart.
    more: u64,
    stats: Stats,
    /// Bytes of the arrays here.
    bytes: u64,
    /// Rows of arrays here that are kept.
    kept: Option<Box<Kept>>,
    /// Says whether there is no array above, and no object whose keys are data.
    is_plain: bool,
    /// The steps from the root to here.
    depth: usize,
    /// The keys of objects here are data, so `members` is one place for all of them.
    keyed: Option<Box<Keyed>>,
}

impl Place {
    fn new(name: Option<Box<str>>, depth: usize, is_plain: bool) -> Self {
        Self {
            name,
            members: Vec::new(),
            items: None,
            more: 0,
            stats: Stats::new(),
            bytes: 0,
            kept: None,
            is_plain,
            depth,
            keyed: None,
        }
    }
}

/// What is known of a result.
#[derive(Clone, Debug)]
pub struct Profile {
    places: Vec<Place>,
    documents: u64,
    /// Rows of the stream of documents.
    kept: Option<Kept>,
    ndjson: bool,
    /// Bytes of the documents.
    bytes: u64,
    /// Places that are of no more use.
    free: Vec<u32>,
    /// The names on the way to the rows, where that was said.
    way: Vec<String>,
}

/// An array or object that is open.
struct Open {
    place: u32,
    is_array: bool,
    /// Items that came, or where in `members` the next name is expected.
    at: u64,
    start: u64,
}

/// A row that is being read and will be kept.
#[derive(Clone, Copy)]
struct Row {
    /// The array that it is of; `None` for a document.
    array: Option<u32>,
    number: u64,
    start: u64,
    /// How many containers are open around it.
    depth: usize,
}

struct Profiler {
    profile: Profile,
    sample: Option<Sample>,
    sampled: usize,
    open: Vec<Open>,
    /// The place of the value that comes next.
    next: u32,
    row: Option<Row>,
    document: u64,
    faults: Vec<Fault>,
}

/// Looks at all documents of a stream as one result. There is a profile only where nothing failed.
///
/// Faults: `syntax`, `encoding`, `depth` (RFC 8259) and `too-large` (a row that is kept).
pub fn profile<'i>(
    input: impl Into<Input<'i>>,
    options: &ProfileOptions<'_>,
    report: &mut dyn FnMut(&Notice) -> ControlFlow<()>,
) -> io::Result<(Profile, Summary)> {
    let mut limits = options.limits;
    limits.lines |= options.ndjson;
    let mut worker = Profiler::new(options);
    let summary = stream::run(input.into(), &mut worker, &limits, &mut io::sink(), report)?;
    worker.profile.join_all();
    Ok((worker.profile, summary))
}

impl Profile {
    /// A new place below `parent`, if there is room for one; without a name it is that of items.
    #[cold]
    fn add(&mut self, parent: u32, name: Option<&[u8]>) -> Option<u32> {
        let above = &self.places[parent as usize];
        let (depth, is_plain) = (above.depth + 1, above.is_plain && name.is_some());
        let used = self.places.len() - self.free.len();
        if used >= MAX_PLACES - RESERVE * (depth - 1).min(RESERVING) {
            return None;
        }
        let name = name.map(|name| String::from_utf8_lossy(name).into());
        let place = Place::new(name, depth, is_plain);
        if let Some(id) = self.free.pop() {
            self.places[id as usize] = place;
            return Some(id);
        }
        self.places.push(place);
        Some(self.places.len() as u32 - 1)
    }
}

impl Profiler {
    fn new(options: &ProfileOptions<'_>) -> Self {
        let profile = Profile {
            places: vec![Place::new(None, 0, false), Place::new(None, 0, true)],
            documents: 0,
            kept: options.sample.filter(|_| options.ndjson).map(Kept::new),
            ndjson: options.ndjson,
            bytes: 0,
            free: Vec::new(),
            way: options.at.map(show::names).unwrap_or_default(),
        };
        let sample = options.sample.filter(|_| !options.ndjson);
        Self {
            profile,
            sample,
            sampled: 0,
            open: Vec::with_capacity(16),
            next: ROOT,
            row: None,
            document: 0,
            faults: Vec::new(),
        }
    }

    #[inline]
    fn place(&mut self, id: u32) -> &mut Place {
        &mut self.profile.places[id as usize]
    }

    /// The place of this member, of which `at` says where it was last time.
    #[inline]
    fn member(&mut self, parent: u32, name: &[u8], at: u64) -> (u32, u64) {
        if let Some(keyed) = &mut self.profile.places[parent as usize].keyed {
            keyed.add(name);
            return (self.profile.places[parent as usize].members[0], 0);
        }
        let places = &self.profile.places;
        let members = &places[parent as usize].members;
        let has_name =
            |id: &u32| places[*id as usize].name.as_ref().is_some_and(|known| known.as_bytes() == name);
        let at = at as usize;
        // Rows have their names in the same order, or leave a few out.
        if let Some(id) = members.get(at).filter(|id| has_name(id)) {
            return (*id, at as u64 + 1);
        }
        let found = members.iter().skip(at).position(has_name).map(|found| at + found);
        if let Some(found) = found.or_else(|| members.iter().take(at).position(has_name)) {
            return (members[found], found as u64 + 1);
        }
        (self.new_member(parent, name), at as u64)
    }

    #[cold]
    fn new_member(&mut self, parent: u32, name: &[u8]) -> u32 {
        if parent != ELSEWHERE && keyed::is_time_to_look(self.place(parent).members.len()) {
            self.profile.join_if_data(parent);
            if self.place(parent).keyed.is_some() {
                return self.member(parent, name, 0).0;
            }
        }
        if parent != ELSEWHERE && self.place(parent).members.len() < MAX_NAMES {
            // One name in two spellings is one name.
            let written = String::from_utf8_lossy(name);
            if written.contains('\\') {
                let text = Text::from_raw(&written);
                let decoded = text.decode_lossy();
                let same = |id: &u32| {
                    let known = self.profile.places[*id as usize].name.as_deref().unwrap_or_default();
                    Text::from_raw(known).decode_lossy() == decoded
                };
                if let Some(id) = self.profile.places[parent as usize].members.iter().find(|id| same(id)) {
                    return *id;
                }
            }
            if let Some(id) = self.profile.add(parent, Some(name)) {
                self.place(parent).members.push(id);
                return id;
            }
        }
        self.place(parent).more += 1;
        ELSEWHERE
    }

    /// The place of the items of arrays here.
    #[inline]
    fn items(&mut self, array: u32) -> u32 {
        match self.place(array).items {
            Some(id) => id,
            None if array == ELSEWHERE => ELSEWHERE,
            None => {
                let id = self.profile.add(array, None).unwrap_or(ELSEWHERE);
                self.place(array).items = Some(id);
                id
            }
        }
    }

    /// A value begins; its place is `next`.
    #[inline]
    fn begin(&mut self, start: u64) {
        let Some(open) = self.open.last_mut() else { return };
        if !open.is_array {
            return;
        }
        let (array, number) = (open.place, open.at);
        open.at += 1;
        if self.row.is_none()
            && let Some(kept) = &mut self.profile.places[array as usize].kept
            && kept.wants(number)
        {
            self.row = Some(Row { array: Some(array), number, start, depth: self.open.len() });
        }
    }

    /// A value ended before `end`.
    #[inline]
    fn end(&mut self, text: Window<'_>, end: usize) {
        if self.row.is_some_and(|row| row.depth == self.open.len()) {
            self.keep(text, end);
        }
    }

    #[cold]
    fn keep(&mut self, text: Window<'_>, end: usize) {
        let Some(Row { array, number, start, .. }) = self.row.take() else { return };
        let Some(start) = text.place(start) else { return };
        let bytes = &text.bytes[start..end];
        match array {
            Some(array) => {
                if let Some(kept) = &mut self.place(array).kept {
                    kept.keep(number, bytes);
                }
            }
            None => {
                if let Some(kept) = &mut self.profile.kept {
                    kept.keep(number, bytes);
                }
            }
        }
    }
}

impl Sink for Profiler {
    fn document_start(&mut self, text: Window<'_>, at: usize, _fresh_line: bool) {
        self.open.clear();
        self.next = ROOT;
        self.document = text.offset(at);
        let number = self.profile.documents;
        self.profile.documents += 1;
        if let Some(kept) = &mut self.profile.kept
            && kept.wants(number)
        {
            self.row = Some(Row { array: None, number, start: self.document, depth: 0 });
        }
    }

    fn document_end(&mut self, text: Window<'_>, at: usize) {
        self.profile.bytes += text.offset(at) - self.document;
    }

    #[inline]
    fn open(&mut self, text: Window<'_>, at: usize) {
        let start = text.offset(at);
        self.begin(start);
        let place = self.next;
        let is_array = text.bytes[at] == b'[';
        let here = self.place(place);
        here.stats.note(if is_array { Kind::Array } else { Kind::Object });
        if is_array {
            let is_new = here.is_plain && here.kept.is_none();
            if is_new
                && place != ELSEWHERE
                && self.sampled < MAX_SAMPLED
                && let Some(sample) = self.sample
            {
                self.sampled += 1;
                self.place(place).kept = Some(Box::new(Kept::new(sample)));
            }
            self.next = self.items(place);
        }
        self.open.push(Open { place, is_array, at: 0, start });
    }

    #[inline]
    fn close(&mut self, text: Window<'_>, at: usize, _path: Path<'_>) {
        if let Some(open) = self.open.pop()
            && open.is_array
        {
            let here = &mut self.profile.places[open.place as usize];
            here.stats.array(open.at);
            here.bytes += text.offset(at) + 1 - open.start;
        }
        self.end(text, at + 1);
        if let Some(open) = self.open.last()
            && open.is_array
        {
            self.next = self.profile.places[open.place as usize].items.unwrap_or(ELSEWHERE);
        }
    }

    #[inline]
    fn name(&mut self, text: Window<'_>, token: Token, _before: u64, _path: Path<'_>) -> Flow {
        let Some(open) = self.open.last() else { return Flow::Next };
        let (place, at) = (open.place, open.at);
        let (next, at) = self.member(place, &text.bytes[token.start + 1..token.end - 1], at);
        self.next = next;
        if let Some(open) = self.open.last_mut() {
            open.at = at;
        }
        Flow::Next
    }

    #[inline]
    fn skips(&self) -> bool {
        // What is not told apart is checked all the same.
        self.next == ELSEWHERE && self.row.is_none()
    }

    #[inline]
    fn scalar(&mut self, text: Window<'_>, token: Token, _path: Path<'_>) {
        self.begin(text.offset(token.start));
        if self.next != ELSEWHERE {
            let next = self.next;
            self.profile.places[next as usize]
                .stats
                .scalar(&text.bytes[token.start..token.end], token.escaped);
        }
        self.end(text, token.end);
    }
}

impl Worker for Profiler {
    fn keep_from(&self, _tokenizer: &Tokenizer, pos: u64) -> u64 {
        self.row.map_or(pos, |row| row.start)
    }

    fn roll_back(&mut self, _line: u64) {
        // Without a profile there is nothing to take back.
        self.row = None;
    }

    fn write(&mut self, _text: Piece<'_>, _tokenizer: &Tokenizer, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn faults(&mut self) -> &mut Vec<Fault> {
        &mut self.faults
    }
}
