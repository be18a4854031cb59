//! A worker pool that keeps the order of its input.
//!
//! N workers share one reader and one writer, each under its own lock. A worker reads a batch, which gets the next sequence
//! number, handles it, and puts the result into the reorder buffer. The worker that finds the next result there writes
//! it. So a batch stays in the cache of the core that read it. Memory is bounded: at most `MAX_IN_FLIGHT` bytes of input
//! for each worker are read and not yet written, and buffers are reused.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use anyhow::anyhow;

use super::lock;
use super::pipeline::{Done, Handler, Writer, handle};
use super::reader::{CHUNK, Reader};
use super::records::Batch;

/// Bytes of input for each worker that may be read and not yet written: three batches, because more of them would not stay in
/// the cache, and each new buffer costs page faults. A batch that is larger goes alone.
const MAX_IN_FLIGHT: usize = 3 * CHUNK;

/// Takes the rest of the reader through the handler on `jobs` threads, or on this thread if no other can start.
///
/// The threads are not joined: if the writer ends early (a broken pipe), a worker may be blocked in a read.
pub(super) fn run<H: Handler + Send + Sync + 'static>(
    reader: Reader,
    handler: H,
    jobs: usize,
    writer: Writer,
) -> anyhow::Result<Writer> {
    let output = Output { writer: Some(writer), ..Output::default() };
    let (reader, output) = (Mutex::new(reader), Mutex::new(output));
    let pool =
        Arc::new(Pool { handler, max_in_flight: jobs * MAX_IN_FLIGHT, output, reader, room: Condvar::new() });
    let (ended, end) = channel();
    for started in 0..jobs {
        let worker = thread::Builder::new().name("worker".to_owned());
        if let Err(error) = worker.spawn(work(&pool, &ended)) {
            tracing::warn!(started, jobs, %error, "cannot start more threads");
            if started == 0 {
                work(&pool, &ended)();
            }
            break;
        }
    }
    drop(ended);
    match end.recv() {
        Ok(early) => early,
        // Every worker came to the end of the input.
        Err(_) => lock(&pool.output).writer.take().ok_or_else(broken),
    }
}

/// What one thread does. An early end goes to `ended`, with the writer unless it is an error.
fn work<H: Handler + Send + Sync + 'static>(
    pool: &Arc<Pool<H>>,
    ended: &Sender<anyhow::Result<Writer>>,
) -> impl FnOnce() + use<H> {
    let (pool, ended) = (Arc::clone(pool), ended.clone());
    move || {
        let end = catch_unwind(AssertUnwindSafe(|| pool.work())).unwrap_or_else(|_| Err(broken()));
        if let Some(early) = end.transpose() {
            lock(&pool.output).is_over = true;
            pool.room.notify_all();
            // The receiver is gone if another worker ended early too.
            let _ = ended.send(early);
        }
    }
}

fn broken() -> anyhow::Error {
    anyhow!("a worker thread ended early")
}

/// What the workers share. A worker that holds both locks took that of the reader first.
struct Pool<H> {
    handler: H,
    max_in_flight: usize,
    output: Mutex<Output>,
    reader: Mutex<Reader>,
    /// Notified when there is room for more input.
    room: Condvar,
}

/// The output side, in input order.
#[derive(Default)]
struct Output {
    /// The reorder buffer: batches that were read and not yet written. `None` is still being handled.
    batches: VecDeque<Option<(Batch, Done)>>,
    /// The sequence number of the first of them.
    first: usize,
    in_flight: usize,
    /// Nothing more will be written.
    is_over: bool,
    /// The next read can block, so nothing that is written may stay in the buffer.
    is_waiting: bool,
    /// Buffers to reuse.
    spare: Vec<Batch>,
    /// The worker that writes takes it out and puts it back.
    writer: Option<Writer>,
}

impl Output {
    /// The next batch, if it is handled.
    fn next(&mut self) -> Option<(Batch, Done)> {
        let next = self.batches.front_mut()?.take()?;
        self.batches.pop_front();
        self.first += 1;
        Some(next)
    }
}

impl<H: Handler> Pool<H> {
    /// Reads, handles and writes until the end of the input; returns the writer if the handler stopped the run.
    fn work(&self) -> anyhow::Result<Option<Writer>> {
        loop {
            let mut batch = lock(&self.output).spare.pop().unwrap_or_default();
            let Some(number) = self.read(&mut batch)? else { return Ok(None) };
            let done = handle(&self.handler, &mut batch);
            if let Some(writer) = self.write(number, batch, done)? {
                return Ok(Some(writer));
            }
        }
    }

    /// Reads the next batch and returns its sequence number; `None` when the run is over.
    fn read(&self, batch: &mut Batch) -> anyhow::Result<Option<usize>> {
        let mut reader = lock(&self.reader);
        if reader.may_wait() {
            let mut output = lock(&self.output);
            output.is_waiting = true;
            if let Some(writer) = &mut output.writer {
                writer.flush()?;
            }
        }
        if !reader.next(batch) {
            return Ok(None);
        }
        let size = batch.bytes().len();
        let limit = || if self.handler.is_serial() { 0 } else { self.max_in_flight };
        // The lock of the reader is held meanwhile: another worker would have to wait for room, too.
        let is_full = |output: &mut Output| {
            !output.is_over && output.in_flight > 0 && output.in_flight + size > limit()
        };
        let waited = self.room.wait_while(lock(&self.output), is_full);
        let mut output = waited.unwrap_or_else(PoisonError::into_inner);
        if output.is_over {
            return Ok(None);
        }
        output.is_waiting = false;
        output.in_flight += size;
        output.batches.push_back(None);
        Ok(Some(output.first + output.batches.len() - 1))
    }

    /// Puts a result into the reorder buffer, and writes what is next unless another worker does.
    fn write(&self, number: usize, batch: Batch, done: Done) -> anyhow::Result<Option<Writer>> {
        let mut output = lock(&self.output);
        if output.is_over {
            return Ok(None);
        }
        let place = number - output.first;
        output.batches[place] = Some((batch, done));
        let Some(mut writer) = output.writer.take() else { return Ok(None) };
        while let Some((mut batch, done)) = output.next() {
            drop(output);
            let size = batch.bytes().len();
            if let ControlFlow::Break(()) = writer.accept(&self.handler, &mut batch, done)? {
                return Ok(Some(writer));
            }
            output = lock(&self.output);
            output.in_flight -= size;
            if !batch.is_large() {
                output.spare.push(batch);
            }
            self.room.notify_one();
        }
        if output.is_waiting {
            writer.flush()?;
        }
        output.writer = Some(writer);
        Ok(None)
    }
}
