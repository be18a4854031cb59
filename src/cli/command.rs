//! A command of the user's, a tool or a custom preview: a text in, its output out, never longer than it has time.
//!
//! The command runs without a shell, in a process group of its own, so that at the deadline, or when jmend ends, it ends
//! together with all that it started.

use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::lock;
use super::signals::{self, Guard, Leftover};

/// Bytes of a command's complaint that a message shows.
const COMPLAINT: usize = 400;

/// Bytes read from a command at once.
const CHUNK: usize = 64 << 10;

/// How long the last words of a command that was ended are waited for.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// What a command said.
pub struct Answer {
    /// The beginning of what it said on standard error.
    pub said: String,
    /// Its standard output.
    pub output: Vec<u8>,
    /// Why it failed, where its status says that it did.
    pub complaint: Option<String>,
}

/// Why there is no answer.
pub(super) enum NoAnswer {
    /// The time was up. Holds the beginning of what it had said on standard error.
    Timeout(String),
    /// It said more than there is room for.
    TooLong,
    /// It could not be run.
    Broken(String),
}

/// Runs a command and waits for its end, or until the deadline.
pub(super) fn run(
    words: &[String],
    input: String,
    deadline: Option<Instant>,
    max_output: usize,
) -> Result<Answer, NoAnswer> {
    let Some((program, arguments)) = words.split_first() else {
        return Err(NoAnswer::Broken("the command is empty".to_owned()));
    };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    own_group(&mut command);
    // A signal that ends this program ends the command, too.
    #[cfg(unix)]
    super::watcher::start();
    let (mut child, _running) = Guard::over(|| command.spawn(), |child: &Child| Leftover::Group(child.id()))
        .map_err(|error| NoAnswer::Broken(format!("{program}: {error}")))?;
    let output = Heard::listen(child.stdout.take(), max_output.saturating_add(1));
    let complaint = Heard::listen(child.stderr.take(), COMPLAINT);
    let answer = converse(&mut child, input, deadline, &output, &complaint);
    if answer.is_err() {
        end(&mut child);
    }
    match answer {
        Err(NoAnswer::Timeout(_)) => {
            // What it said last may still be on its way; a process that left the group may never hang up.
            let _ = complaint.wait(Some(Instant::now() + LAST_WORDS));
            Err(NoAnswer::Timeout(complaint.text()))
        }
        answer => answer,
    }
}

fn converse(
    child: &mut Child,
    input: String,
    deadline: Option<Instant>,
    output: &Heard,
    complaint: &Heard,
) -> Result<Answer, NoAnswer> {
    if let Some(mut stdin) = child.stdin.take() {
        // A command may answer without reading its arguments: that the pipe breaks is its own affair.
        thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    }
    output.wait(deadline)?;
    if output.is_full() {
        return Err(NoAnswer::TooLong);
    }
    let status = wait(child, deadline)?;
    complaint.wait(deadline)?;
    let said = complaint.text();
    let complaint = match status.success() {
        true => None,
        false if said.is_empty() => Some(status.to_string()),
        false => Some(format!("{said} ({status})")),
    };
    Ok(Answer { said, output: output.take(), complaint })
}

/// The beginning of what comes over a pipe, read on a thread of its own.
struct Heard {
    bytes: Arc<Mutex<Vec<u8>>>,
    limit: usize,
    /// Hangs up when the pipe has ended or `limit` is reached.
    over: Receiver<()>,
}

impl Heard {
    fn listen(stream: Option<impl Read + Send + 'static>, limit: usize) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let (sender, over) = channel::<()>();
        let kept = Arc::clone(&bytes);
        if let Some(mut stream) = stream {
            thread::spawn(move || {
                let mut buffer = vec![0; CHUNK];
                let mut room = limit;
                while room > 0 {
                    let read = match stream.read(&mut buffer) {
                        Ok(0) => return,
                        Ok(read) => read.min(room),
                        Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                        // A broken pipe ends the stream like any other end.
                        Err(_) => return,
                    };
                    room -= read;
                    lock(&kept).extend_from_slice(&buffer[..read]);
                }
                drop(sender);
                // Drained, so that the command does not wait for a reader.
                let _ = std::io::copy(&mut stream, &mut std::io::sink());
            });
        }
        Self { bytes, limit, over }
    }

    /// Waits until there is nothing more to hear.
    fn wait(&self, deadline: Option<Instant>) -> Result<(), NoAnswer> {
        let Some(deadline) = deadline else {
            // Nothing is ever sent: the other side hangs up.
            let _ = self.over.recv();
            return Ok(());
        };
        match self.over.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Err(RecvTimeoutError::Timeout) => Err(NoAnswer::Timeout(String::new())),
            _ => Ok(()),
        }
    }

    fn is_full(&self) -> bool {
        lock(&self.bytes).len() >= self.limit
    }

    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *lock(&self.bytes))
    }

    /// What was heard so far, as text.
    fn text(&self) -> String {
        String::from_utf8_lossy(&lock(&self.bytes)).trim().to_owned()
    }
}

/// Waits for the end; the output has ended already, so it is near.
fn wait(child: &mut Child, deadline: Option<Instant>) -> Result<ExitStatus, NoAnswer> {
    let broken = |error: std::io::Error| NoAnswer::Broken(error.to_string());
    let Some(deadline) = deadline else { return child.wait().map_err(broken) };
    let mut pause = Duration::from_micros(100);
    loop {
        if let Some(status) = child.try_wait().map_err(broken)? {
            return Ok(status);
        }
        if Instant::now() >= deadline {
            return Err(NoAnswer::Timeout(String::new()));
        }
        thread::sleep(pause);
        pause = (2 * pause).min(Duration::from_millis(5));
    }
}

#[cfg(unix)]
fn own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

/// Ends the command with all that it started. What fails here has ended already.
fn end(child: &mut Child) {
    signals::kill_group(child.id());
    let _ = child.kill();
    let _ = child.wait();
}

/// The words of a command, at least one.
#[derive(Clone, Debug)]
pub struct Words(pub Vec<String>);

impl Words {
    /// Splits a command into words as a POSIX shell does, comments included; nothing is expanded.
    pub fn parse(command: &str) -> Result<Self, String> {
        let unclosed = "a quote in the command is not closed, or a backslash ends it";
        let words = shlex::split(command).ok_or_else(|| unclosed.to_owned())?;
        if words.is_empty() { Err("the command is missing".to_owned()) } else { Ok(Self(words)) }
    }
}
