//! Records through a handler on several threads, in input order.
//!
//! Every thread does all of the work: it reads a batch, handles it, and writes what is next in order, its own or what
//! others left. So a batch stays in the cache of the core that read it, and no thread waits for another one while there
//! is something to do. Memory is bounded: no more than `ON_THE_WAY` bytes of input are read ahead of what is written,
//! and buffers are used again.

use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::anyhow;

use super::pipeline::{Done, Handler, Writer};
use super::records::{Batch, Event, Reader};
use super::turns::Turns;

/// Bytes of input that may be read before what came first is written; a batch that is larger goes alone.
const ON_THE_WAY: usize = 64 << 20;

/// How long a thread asks again and again for the reader, before it sleeps until that is free.
const SOON: Duration = Duration::from_micros(50);

/// Takes what is left of the reader through the handler on `jobs` threads, or as many as there can be: where there can be
/// none, on this one.
///
/// The threads are not joined: when the writer ends early (its reader is gone), another one may be waiting for input
/// that never comes.
pub(super) fn run<H: Handler>(
    reader: Reader,
    handler: H,
    jobs: usize,
    writer: Writer,
) -> anyhow::Result<Writer> {
    let crew = Arc::new(Crew {
        handler,
        order: Mutex::new(Order { writer: Some(writer), ..Order::default() }),
        reader: Mutex::new(reader),
        room: Condvar::new(),
    });
    let (ended, end) = channel();
    let worker = || Worker { crew: Arc::clone(&crew), ended: ended.clone() };
    for started in 0..jobs {
        let mut one = worker();
        if let Err(error) = thread::Builder::new().name("worker".to_owned()).spawn(move || one.run()) {
            tracing::warn!(started, jobs, %error, "cannot start more threads");
            if started == 0 {
                worker().run();
            }
            break;
        }
    }
    drop(ended);
    match end.recv() {
        Ok(early) => early,
        // Nobody is left, and nobody ended early: all is written.
        Err(_) => lock(&crew.order).writer.take().ok_or_else(|| anyhow!("a worker thread ended early")),
    }
}

/// What the threads share. Who holds both locks took that of the reader first.
struct Crew<H> {
    handler: H,
    order: Mutex<Order>,
    reader: Mutex<Reader>,
    /// Told when there is room for more input.
    room: Condvar,
}

/// What waits to be written, in input order.
#[derive(Default)]
struct Order {
    /// Does somebody wait for room?
    is_blocked: bool,
    /// Nothing more will be written.
    is_over: bool,
    /// Bytes of input that were read and not written yet.
    on_the_way: usize,
    /// Buffers to be used again.
    spare: Vec<Batch>,
    turns: Turns<Turn>,
    /// Somebody is about to wait for input: what is written must not wait, too.
    waits: bool,
    /// Who takes it out is the one that writes, and puts it back.
    writer: Option<Writer>,
}

/// What came of one event of the reader.
enum Turn {
    Batch { batch: Batch, done: Box<Done>, size: usize },
    Trouble { source: usize, error: io::Error },
}

/// A lock, also where a thread panicked with it: that ends the run anyway, and the others only have to come to their end.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A lock that is held for the time of a read, mostly of what is in memory already: to sleep and be woken takes longer
/// than that, most of all on a virtual machine.
pub(super) fn lock_soon<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    let begin = Instant::now();
    while begin.elapsed() < SOON {
        match mutex.try_lock() {
            Err(TryLockError::WouldBlock) => std::hint::spin_loop(),
            Err(TryLockError::Poisoned(held)) => return held.into_inner(),
            Ok(held) => return held,
        }
    }
    lock(mutex)
}

struct Worker<H> {
    crew: Arc<Crew<H>>,
    /// Where to tell of an early end, with the writer where that was no error.
    ended: Sender<anyhow::Result<Writer>>,
}

impl<H> Drop for Worker<H> {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.ended.send(Err(anyhow!("a worker thread ended early")));
        }
    }
}

impl<H: Handler> Worker<H> {
    fn run(&mut self) {
        loop {
            match self.crew.step() {
                Ok(Step::Next) => {}
                Ok(Step::End) => return,
                Ok(Step::Stopped(writer)) => return self.end(Ok(*writer)),
                Err(error) => return self.end(Err(error)),
            }
        }
    }

    /// Ends the run early. Nobody may listen any more.
    fn end(&self, how: anyhow::Result<Writer>) {
        lock(&self.crew.order).is_over = true;
        self.crew.room.notify_all();
        let _ = self.ended.send(how);
    }
}

/// How a run goes on.
enum Step {
    Next,
    /// There is nothing more to read.
    End,
    /// The handler wants nothing more to be handled.
    Stopped(Box<Writer>),
}

impl<H: Handler> Crew<H> {
    /// Reads, handles and writes.
    fn step(&self) -> anyhow::Result<Step> {
        let mut batch = lock(&self.order).spare.pop().unwrap_or_default();
        let Some((number, event)) = self.read(&mut batch)? else { return Ok(Step::End) };
        let turn = match event {
            Event::Batch => {
                let size = batch.bytes().len();
                let done = Box::new(self.handler.handle(&mut batch));
                Turn::Batch { batch, done, size }
            }
            Event::Trouble { source, error } => Turn::Trouble { source, error },
            Event::End => return Ok(Step::End),
        };
        self.write(number, turn)
    }

    /// The next batch and its number; `None` when the run is over.
    fn read(&self, batch: &mut Batch) -> anyhow::Result<Option<(usize, Event)>> {
        let mut reader = lock_soon(&self.reader);
        if reader.may_wait() {
            self.flush()?;
        }
        let event = reader.next(batch);
        let size = if let Event::Batch = event { batch.bytes().len() } else { 0 };
        // The lock of the reader is held while there is no room: who comes next would have to wait, too.
        let is_full = |order: &mut Order| {
            let full = order.on_the_way > 0 && order.on_the_way + size > ON_THE_WAY;
            order.is_blocked = full && !order.is_over;
            order.is_blocked
        };
        let waited = self.room.wait_while(lock(&self.order), is_full);
        let mut order = waited.unwrap_or_else(PoisonError::into_inner);
        if order.is_over {
            return Ok(None);
        }
        order.waits = false;
        order.on_the_way += size;
        // The end is no turn.
        Ok((!matches!(event, Event::End)).then(|| (order.turns.begin(), event)))
    }

    /// Sends on what is written, before a read that may wait.
    fn flush(&self) -> anyhow::Result<()> {
        let mut order = lock(&self.order);
        order.waits = true;
        match &mut order.writer {
            Some(writer) => writer.flush(),
            // Who writes will flush, for it sees that somebody waits.
            None => Ok(()),
        }
    }

    /// Puts a turn in its place, and writes what is next if nobody does.
    fn write(&self, number: usize, turn: Turn) -> anyhow::Result<Step> {
        let mut order = lock(&self.order);
        if order.is_over {
            return Ok(Step::End);
        }
        order.turns.done(number, turn);
        let Some(mut writer) = order.writer.take() else { return Ok(Step::Next) };
        while let Some(turn) = order.turns.next() {
            drop(order);
            let (spare, size) = match turn {
                Turn::Batch { mut batch, mut done, size } => {
                    let flow = writer.accept(batch.source, batch.lines_before, &mut done)?;
                    if let ControlFlow::Break(()) = flow {
                        return Ok(Step::Stopped(Box::new(writer)));
                    }
                    batch.reuse(done.out);
                    (Some(batch).filter(|batch| !batch.is_large()), size)
                }
                Turn::Trouble { source, error } => {
                    writer.trouble(source, &error);
                    (None, 0)
                }
            };
            order = lock(&self.order);
            order.spare.extend(spare);
            order.on_the_way -= size;
            if order.is_blocked {
                self.room.notify_one();
            }
        }
        if order.waits {
            writer.flush()?;
        }
        order.writer = Some(writer);
        Ok(Step::Next)
    }
}
