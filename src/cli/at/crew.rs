//! Lines of a file through `Job::lines` on several threads, written in input order.
//!
//! Every thread does all of the work: it reads some lines, handles them, and writes what is next in order, its own or
//! what others left. All of them end at the end of the input, and where a document spans lines or a line is very long:
//! what is left then is for one thread. For regular files alone: to wait for input, and to send on what is written before
//! that, is no business of many threads.

use std::io;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

use super::job::{Job, Part};
use super::{Buffer, LONGEST, PIECE, Run, end_of_lines};
use crate::cli::crew::{lock, lock_soon};
use crate::cli::input::Open;
use crate::cli::turns::Turns;

/// Pieces of input that each thread may be ahead of what is written.
const AHEAD: usize = 4;

/// Why the threads ended.
pub(super) enum End {
    /// The input is over; what is left of it is a line without an end, if anything.
    OfInput,
    /// What is left begins with something that is no line.
    OfLines,
    /// The input could not be read.
    Trouble(io::Error),
}

/// Takes what is left of the input through, beginning with the buffer; what nobody handled is in there behind.
pub(super) fn run(
    run: &mut Run<'_>,
    open: &mut Open,
    buffer: &mut Buffer,
    name: &str,
) -> anyhow::Result<End> {
    // A thread for each piece is enough.
    let pieces = open.size.unwrap_or(0) / PIECE as u64;
    let (job, jobs) = (run.job, run.jobs.min(1 + pieces as usize));
    let reader = Reader { open, rest: std::mem::take(buffer), end: None };
    let order = Order { run: Some(run), ..Order::default() };
    let crew = Crew {
        job,
        most: jobs * AHEAD,
        name,
        order: Mutex::new(order),
        reader: Mutex::new(reader),
        room: Condvar::new(),
    };
    thread::scope(|scope| {
        for started in 1..jobs {
            let worker = thread::Builder::new().name("worker".to_owned());
            if let Err(error) = worker.spawn_scoped(scope, || crew.work()) {
                tracing::warn!(started, jobs, %error, "cannot start more threads");
                break;
            }
        }
        crew.work();
    });
    crew.left(buffer)
}

struct Crew<'c, 'j> {
    job: &'c Job<'j>,
    /// Pieces that may be read and not written.
    most: usize,
    name: &'c str,
    order: Mutex<Order<'c, 'j>>,
    reader: Mutex<Reader<'c>>,
    /// Told when there is room for more input.
    room: Condvar,
}

struct Reader<'c> {
    open: &'c mut Open,
    /// What was read and is no whole line yet.
    rest: Buffer,
    /// Nothing more is to be read.
    end: Option<End>,
}

/// What waits to be written, in input order.
#[derive(Default)]
struct Order<'c, 'j> {
    /// Input that was not handled, of the piece that was written last: nothing more will be.
    left: Option<Buffer>,
    /// What the output said.
    failed: Option<anyhow::Error>,
    /// Who takes it out is the one that writes, and puts it back.
    run: Option<&'c mut Run<'j>>,
    /// Memory of input and output, to be used again.
    spare: Vec<(Buffer, Vec<u8>)>,
    turns: Turns<(Buffer, Part)>,
}

impl Order<'_, '_> {
    fn is_over(&self) -> bool {
        self.left.is_some() || self.failed.is_some()
    }
}

impl Crew<'_, '_> {
    fn work(&self) {
        while let Some((number, lines, out)) = self.read() {
            let part = self.job.lines(lines.read(), out);
            self.write(number, lines, part);
        }
    }

    /// The next lines with their number, and memory for what comes of them; `None` when it is over.
    fn read(&self) -> Option<(usize, Buffer, Vec<u8>)> {
        let mut reader = lock_soon(&self.reader);
        if reader.end.is_some() {
            return None;
        }
        // The lock of the reader is held while there is no room: who comes next would have to wait, too.
        let is_full = |order: &mut Order<'_, '_>| order.turns.len() >= self.most && !order.is_over();
        let waited = self.room.wait_while(lock(&self.order), is_full);
        let mut order = waited.unwrap_or_else(PoisonError::into_inner);
        if order.is_over() {
            return None;
        }
        let (mut lines, out) = order.spare.pop().unwrap_or_default();
        drop(order);
        reader.fill(&mut lines);
        if lines.len == 0 {
            return None;
        }
        // Before anybody else reads: turns stand in input order.
        let number = lock(&self.order).turns.begin();
        Some((number, lines, out))
    }

    /// Puts what came of some lines in its place, and writes what is next if nobody does.
    fn write(&self, number: usize, lines: Buffer, part: Part) {
        let mut order = lock(&self.order);
        order.turns.done(number, (lines, part));
        let Some(run) = order.run.take() else { return };
        while !order.is_over()
            && let Some((mut lines, part)) = order.turns.next()
        {
            drop(order);
            let accepted = run.accept(part, lines.read(), self.name);
            order = lock(&self.order);
            match accepted {
                Ok(taken) if taken < lines.len => {
                    // What the others took for lines is the rest of a document, or may be.
                    lines.drop_first(taken);
                    order.left = Some(lines);
                }
                Ok(_) => order.spare.push((lines, run.spare.pop().unwrap_or_default())),
                Err(error) => order.failed = Some(error),
            }
            self.room.notify_one();
        }
        order.run = Some(run);
    }

    /// Puts into `buffer` what nobody handled, in input order, and says why.
    fn left(self, buffer: &mut Buffer) -> anyhow::Result<End> {
        let mut order = self.order.into_inner().unwrap_or_else(PoisonError::into_inner);
        let reader = self.reader.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = order.failed {
            return Err(error);
        }
        let is_left = order.left.is_some();
        let mut left = order.left.unwrap_or_default();
        while let Some((lines, _)) = order.turns.next() {
            left.put(lines.read());
        }
        left.put(reader.rest.read());
        *buffer = left;
        // What the reader met comes behind what is left.
        Ok(match reader.end {
            Some(End::OfInput) if is_left => End::OfLines,
            Some(end) => end,
            None => End::OfLines,
        })
    }
}

impl Reader<'_> {
    /// Reads whole lines: none at the end, and where a line is longer than it may be.
    fn fill(&mut self, lines: &mut Buffer) {
        lines.len = 0;
        std::mem::swap(lines, &mut self.rest);
        loop {
            let from = lines.len;
            match lines.fill(self.open, PIECE) {
                Ok(true) => {}
                Ok(false) => self.end = Some(End::OfInput),
                Err(error) => self.end = Some(End::Trouble(error)),
            }
            let end = end_of_lines(&lines.read()[from..]);
            let whole = if end > 0 { from + end } else { 0 };
            if whole == 0 && lines.len >= LONGEST {
                self.end.get_or_insert(End::OfLines);
            }
            if whole > 0 || self.end.is_some() {
                self.rest.put(&lines.read()[whole..]);
                lines.len = whole;
                return;
            }
        }
    }
}
