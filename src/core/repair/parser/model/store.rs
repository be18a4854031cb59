//! The store of a search: the containers and the fixes that its states share.

use std::cell::RefCell;

use crate::core::repair::edit::Code;
use crate::core::repair::parser::model::log::{Log, LogEntry};
use crate::core::repair::parser::model::op::Op;
use crate::core::repair::parser::model::state::{Came, Frame, Kind, State};
use crate::core::repair::parser::text::limits::LOG_PART;

/// What readings have made so far: their containers and their fixes. Readings share both, and what was added stays as it is,
/// so rules may propose several readings side by side. What a step proposes lies here until the search takes it.
#[derive(Default)]
pub struct Store {
    /// Containers, of whatever reading; the first is around the document.
    pub frames: RefCell<Vec<Frame>>,
    log: RefCell<Log>,
    /// The readings that a step proposes beside the one that it returns, in order.
    pub proposed: RefCell<Vec<State>>,
}

impl Store {
    /// Forgets everything, and holds what every search begins with.
    pub fn begin(&mut self) {
        let frames = self.frames.get_mut();
        frames.clear();
        frames.push(Frame::ROOT);
        self.log.get_mut().begin();
        self.proposed.get_mut().clear();
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
