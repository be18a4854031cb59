//! What a reading has done so far: its fixes, its cost, its containers. And the memory of a search, which outlives it.
//!
//! Fixes lie in one log that all readings share; each entry knows the one before it, so a reading is the number of its
//! last entry, and what two readings have in common is kept once.

use std::cell::RefCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::BuildHasherDefault;
use std::mem::swap;

use super::CutPlace;
use super::limits::{FEW_FRAMES, LOG_PART, MOST_KEPT, MOST_VISITED, MOST_WAITING};
use super::proof::Ends;
use super::queue::{Front, Queue, Stretches};
use super::search::Search;
use super::state::{Came, Frame, Kind, Op, State};
use crate::core::json::hash::Mixed;
use crate::core::repair::edit::Code;
use crate::core::repair::edit::packed::{put, take, unzigzag, zigzag};

/// A fix, and the one before it in the same reading.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LogEntry {
    pub parent: u32,
    pub op: Op,
}

/// The fixes of all readings.
///
/// A long document may need one for each of its strings, so all but the latest are packed: what is done, which is often
/// the same, how far back the one before lies, and where it is, told from the entry before it.
#[derive(Default)]
pub struct Log {
    latest: Vec<LogEntry>,
    pub parts: Vec<Box<[u8]>>,
    /// What packed fixes do, without places.
    kinds: Vec<Op>,
}

impl Log {
    /// Forgets everything; an entry before the first is held that does nothing.
    pub fn begin(&mut self) {
        self.latest.clear();
        self.parts.clear();
        self.kinds.clear();
        self.latest.push(LogEntry { parent: 0, op: Op::Cut(CutPlace::BetweenMembers) });
    }

    /// Entries that there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.parts.len() * LOG_PART + self.latest.len()
    }

    #[inline]
    pub fn push(&mut self, parent: u32, op: Op) -> u32 {
        if self.latest.len() == 2 * LOG_PART {
            self.pack();
        }
        self.latest.push(LogEntry { parent, op });
        self.len() as u32 - 1
    }

    #[cold]
    fn pack(&mut self) {
        let mut bytes = Vec::new();
        let (mut at, mut start) = (self.parts.len() * LOG_PART, 0);
        for LogEntry { parent, op } in self.latest.drain(..LOG_PART) {
            let (kind, places, count) = op.parted();
            let known = self.kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
                self.kinds.push(kind);
                self.kinds.len() - 1
            });
            put(&mut bytes, at - parent as usize);
            put(&mut bytes, known);
            if let Some((first, rest)) = places[..count].split_first() {
                put(&mut bytes, zigzag(start, *first));
                for place in rest {
                    put(&mut bytes, *place);
                }
                start = *first;
            }
            at += 1;
        }
        self.parts.push(bytes.into());
    }

    /// The entries of a part.
    fn unpacked(&self, part: usize) -> Vec<LogEntry> {
        let (mut bytes, mut start) = (&*self.parts[part], 0);
        let entry = |at: usize| {
            let parent = (at - take(&mut bytes)) as u32;
            let kind = self.kinds[take(&mut bytes)];
            let mut is_first = true;
            let op = kind.with_places(|| {
                let place = take(&mut bytes);
                if !std::mem::take(&mut is_first) {
                    return place;
                }
                start = unzigzag(start, place);
                start
            });
            LogEntry { parent, op }
        };
        (part * LOG_PART..(part + 1) * LOG_PART).map(entry).collect()
    }

    /// The entries from `log` back to the beginning, and where each stands.
    pub fn back(&self, log: u32) -> impl Iterator<Item = (u32, LogEntry)> {
        let (mut at, mut held, mut part) = (log, Vec::new(), usize::MAX);
        std::iter::from_fn(move || {
            if at == 0 {
                return None;
            }
            let here = at;
            let place = here as usize / LOG_PART;
            let entry = if let Some(latest) = (here as usize).checked_sub(self.parts.len() * LOG_PART) {
                self.latest[latest]
            } else {
                if part != place {
                    (held, part) = (self.unpacked(place), place);
                }
                held[here as usize % LOG_PART]
            };
            at = entry.parent;
            Some((here, entry))
        })
    }
}

/// What readings have made so far: their containers and their fixes. Readings share both, and what was added stays as it is,
/// so rules may propose several readings side by side.
#[derive(Default)]
pub struct Store {
    /// Containers, of whatever reading; the first is around the document.
    pub frames: RefCell<Vec<Frame>>,
    log: RefCell<Log>,
}

impl Store {
    /// Forgets everything, and holds what every search begins with.
    pub fn begin(&mut self) {
        let frames = self.frames.get_mut();
        frames.clear();
        frames.push(Frame::ROOT);
        self.log.get_mut().begin();
    }

    #[inline]
    pub fn frame(&self, at: u32) -> Frame {
        self.frames.borrow()[at as usize]
    }

    /// One more container; its number.
    #[inline]
    pub fn add_frame(&self, frame: Frame) -> u32 {
        let mut frames = self.frames.borrow_mut();
        frames.push(frame);
        frames.len() as u32 - 1
    }

    /// One more fix after `parent`; its number.
    #[inline]
    pub fn add_fix(&self, parent: u32, op: Op) -> u32 {
        self.log.borrow_mut().push(parent, op)
    }

    /// The fixes of `log` without the comma that was added last.
    pub fn without_added_comma(&self, log: u32) -> u32 {
        let mut kept = Vec::new();
        let mut at = 0;
        for (_, LogEntry { parent, op }) in self.log.borrow().back(log) {
            if matches!(op, Op::Replace { code: Code::MissingComma, .. }) {
                at = parent;
                break;
            }
            kept.push(op);
        }
        for op in kept.into_iter().rev() {
            at = self.add_fix(at, op);
        }
        at
    }

    /// The fixes of a reading that are younger than the entry `until`, in order.
    pub fn ops(&self, came: Came, until: u32) -> Vec<Op> {
        let mut ops = Vec::with_capacity(16);
        for (_, LogEntry { op, .. }) in self.log.borrow().back(came.log).take_while(|(at, _)| *at > until) {
            match op {
                Op::CloseAll { place, code } => {
                    let begin = ops.len();
                    ops.extend(self.closers(came.frame, place, code));
                    ops[begin..].reverse();
                }
                op => ops.push(op),
            }
        }
        ops.reverse();
        ops
    }

    /// All fixes of a reading, in order, some at a time: a list of all would take more memory than they do.
    pub fn ops_in_parts(&self, came: Came, mut each: impl FnMut(&[Op])) {
        if self.log.borrow().parts.is_empty() {
            return each(&self.ops(came, 0));
        }
        // Where the parts end, the last one first, as the log is read.
        let ends: Vec<u32> = self.log.borrow().back(came.log).step_by(LOG_PART).map(|(at, _)| at).collect();
        let mut begin = 0;
        for log in ends.into_iter().rev() {
            each(&self.ops(Came { log, ..came }, begin));
            begin = log;
        }
    }

    /// How many fixes were logged, by whatever reading.
    pub fn logged(&self) -> usize {
        self.log.borrow().len()
    }

    /// The entries of the log from `log` back to `after`, without that one; the last one first.
    pub fn fixes_after(&self, log: u32, after: u32) -> Vec<u32> {
        if log == after {
            return Vec::new();
        }
        self.log.borrow().back(log).map(|(at, _)| at).take_while(|at| *at > after).collect()
    }

    /// What `Op::CloseAll` does to the text where `frame` is the innermost container, in order.
    fn closers(&self, frame: u32, place: usize, code: Code) -> Vec<Op> {
        let replace = |start, end, with, code| Op::Replace { start, end, with, code };
        let mut ops = Vec::new();
        for frame in self.open_frames(frame) {
            let (open, open_end) = (frame.open.0, frame.open.1);
            match frame.kind {
                _ if frame.is_single() => ops.push(replace(open, open_end, "", Code::Parentheses)),
                Kind::Paren => ops.push(replace(open, open_end, "[", Code::Tuple)),
                _ => {}
            }
            if !frame.is_single() {
                ops.push(replace(place, place, frame.kind.closer_text(), code));
            }
        }
        ops
    }

    /// The open containers, from the innermost outwards.
    pub fn open_frames(&self, innermost: u32) -> impl Iterator<Item = Frame> {
        let mut at = innermost;
        std::iter::from_fn(move || {
            let frame = (at != 0).then(|| self.frame(at))?;
            at = frame.parent;
            Some(frame)
        })
    }
}

// The memory of a search, which goes to the next record of the thread.

/// The memory of a search, kept for the next one of this thread: most records are short, and there are many.
#[derive(Default)]
pub(super) struct Memory {
    pub queue: Queue,
    /// The visited set: for the key of each state that was read on from, what the first to arrive cost, and its fixes.
    pub visited: HashMap<u64, (u32, u32), BuildHasherDefault<Mixed>>,
    /// What readings cost at least that came by.
    pub front: Front,
    /// What the best reading ran through, in the order of the text, as far as it was not expanded.
    pub stretches: Stretches,
    /// Where containers end in the stretch that is proven.
    pub ends: Ends,
    /// Containers that are kept until it is looked which of them are still held.
    most_frames: usize,
}

thread_local! {
    static SPARE: RefCell<(Store, Memory)> = RefCell::default();
}

impl Memory {
    /// What the last search of this thread left.
    pub fn take() -> (Store, Self) {
        SPARE.take()
    }

    /// Forgets everything; the document begins at `origin`.
    pub fn begin(&mut self, origin: usize) {
        self.queue.clear();
        self.visited.clear();
        self.stretches.clear();
        self.front.begin(origin);
        self.most_frames = FEW_FRAMES;
    }

    /// Forgets containers that neither `current` nor a reading that waits holds, if there are many.
    #[inline]
    pub fn sweep(&mut self, store: &mut Store, current: &mut State) {
        let frames = store.frames.get_mut();
        if frames.len() > self.most_frames {
            self.sweep_all(frames, current);
            self.most_frames = FEW_FRAMES.max(2 * frames.len());
        }
    }

    #[cold]
    fn sweep_all(&mut self, frames: &mut Vec<Frame>, current: &mut State) {
        let Self { queue, stretches, .. } = self;
        let mut held: Vec<&mut u32> =
            queue.frames().chain(stretches.frames()).chain([&mut current.frame]).collect();
        // Where each container comes to stand; 0 for those that no reading holds. The first is around the document.
        let mut places = vec![0; frames.len()];
        for innermost in &held {
            let mut at = **innermost as usize;
            while at != 0 && places[at] == 0 {
                places[at] = 1;
                at = frames[at].parent as usize;
            }
        }
        let mut kept = 1;
        for at in 1..frames.len() {
            if places[at] != 0 {
                places[at] = kept as u32;
                // What a container lies in was there before it.
                frames[kept] = Frame { parent: places[frames[at].parent as usize], ..frames[at] };
                kept += 1;
            }
        }
        frames.truncate(kept);
        for frame in &mut held {
            **frame = places[**frame as usize];
        }
    }

    /// What the first state with this key had cost, and its fixes, if there was one; else `state` is it.
    pub fn visit(&mut self, key: u64, state: &State) -> Option<(u32, u32)> {
        match self.visited.entry(key) {
            Entry::Occupied(first) => Some(*first.get()),
            Entry::Vacant(free) => {
                free.insert((state.cost, state.log));
                None
            }
        }
    }

    /// Keeps memory within bounds.
    pub fn bound(&mut self) {
        if self.queue.len() > MOST_WAITING {
            self.queue.prune(MOST_WAITING / 4);
        }
        if self.visited.len() > MOST_VISITED {
            self.visited.clear();
        }
    }

    fn is_large(&self, store: &Store) -> bool {
        let Self { queue, visited, front, stretches, ends, .. } = self;
        let lists =
            [store.frames.borrow().capacity(), store.logged(), queue.capacity(), stretches.capacity()];
        lists
            .into_iter()
            .chain([visited.capacity(), front.capacity(), ends.capacity()])
            .any(|entries| entries > MOST_KEPT)
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        if !self.memory.is_large(&self.grammar.store) {
            SPARE.with_borrow_mut(|(store, memory)| {
                swap(store, &mut self.grammar.store);
                swap(memory, &mut self.memory);
            });
        }
    }
}
