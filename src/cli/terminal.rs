//! Text that is typed or pasted at a terminal, of any length.
//!
//! A terminal that edits lines itself takes 4,095 bytes a line and drops the rest, and a pasted answer often is one
//! line. So the terminal hands over bytes as they come, marks what is pasted (bracketed paste), and this module echoes
//! and edits: Backspace takes back a character of the line, Ctrl-D on an empty line ends the input, and what is pasted
//! is taken as it is. The terminal is as it was when the input ends, or when a signal ends the program.

use std::io::{self, Read, Write};
use std::sync::Mutex;

use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

use super::signals::{Guard, Leftover};

const END_OF_INPUT: u8 = 0x04;
/// What becomes of a Ctrl-D that was typed before the terminal was taken over.
const EARLY_END: u8 = 0;
const BACKSPACE: u8 = 0x08;
const DELETE: u8 = 0x7f;
const ESCAPE: u8 = 0x1b;

/// Asks a terminal to mark what is pasted, and not to.
const MARK_PASTES: &str = "\x1b[?2004h";
const LEAVE_PASTES: &str = "\x1b[?2004l";
/// The marks.
const PASTE: &[u8] = b"200~";
const PASTED: &[u8] = b"201~";

/// Bytes of a sequence after its escape; no key sends more.
const LONGEST_SEQUENCE: usize = 32;

/// The modes of the terminal as they were.
static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

/// Standard input, which is a terminal.
pub(super) struct Typed {
    /// The line so far.
    line: Vec<u8>,
    /// What is ready to be read.
    ready: Vec<u8>,
    /// Bytes of `ready` that were read.
    read: usize,
    has_ended: bool,
    keys: Keys,
    _guard: Guard,
}

impl Typed {
    /// Takes the terminal over; `None` where it cannot be.
    pub fn new() -> Option<Self> {
        let take = || {
            let before = tcgetattr(io::stdin())?;
            let mut modes = before.clone();
            modes.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
            *BEFORE.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(before);
            tcsetattr(io::stdin(), OptionalActions::Now, &modes)
        };
        let ((), guard) = Guard::over(take, |()| Leftover::Terminal).ok()?;
        show(MARK_PASTES.as_bytes());
        let (line, ready) = (Vec::new(), Vec::new());
        Some(Self { line, ready, read: 0, has_ended: false, keys: Keys::default(), _guard: guard })
    }

    /// Takes a byte that was typed or pasted, and appends what to show of it.
    pub fn take(&mut self, byte: u8, is_pasted: bool, echo: &mut Vec<u8>) {
        match byte {
            END_OF_INPUT | EARLY_END if !is_pasted => {
                self.has_ended = self.line.is_empty();
                self.ready.append(&mut self.line);
            }
            BACKSPACE | DELETE if !is_pasted => {
                if let Some(from) = self.line.iter().rposition(|byte| byte & 0xc0 != 0x80) {
                    self.line.truncate(from);
                    echo.extend_from_slice(b"\x08 \x08");
                }
            }
            _ => {
                self.line.push(byte);
                let is_shown = byte >= b' ' && byte != DELETE || matches!(byte, b'\n' | b'\t');
                echo.extend(is_shown.then_some(byte));
                if byte == b'\n' {
                    self.ready.append(&mut self.line);
                }
            }
        }
    }
}

impl Read for Typed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut bytes = [0; 4096];
        while self.read == self.ready.len() && !self.has_ended {
            (self.read, self.ready) = (0, Vec::new());
            let count = io::stdin().read(&mut bytes)?;
            let mut text = Vec::with_capacity(count);
            for byte in &bytes[..count] {
                self.keys.take(*byte, &mut text);
            }
            let mut echo = Vec::with_capacity(count);
            for (byte, is_pasted) in text {
                if !self.has_ended {
                    self.take(byte, is_pasted, &mut echo);
                }
            }
            show(&echo);
            if count == 0 {
                self.has_ended = true;
                self.ready.append(&mut self.line);
            }
        }
        let count = buffer.len().min(self.ready.len() - self.read);
        buffer[..count].copy_from_slice(&self.ready[self.read..self.read + count]);
        self.read += count;
        Ok(count)
    }
}

impl Drop for Typed {
    fn drop(&mut self) {
        restore();
    }
}

/// Leaves the terminal as it was.
pub(super) fn restore() {
    let before = BEFORE.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
    if let Some(before) = before {
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &before);
        show(LEAVE_PASTES.as_bytes());
    }
}

/// Shows bytes where they were typed. A terminal that cannot show them still takes the input.
fn show(bytes: &[u8]) {
    let mut terminal = io::stderr();
    let _ = terminal.write_all(bytes);
}

/// Tells text from what keys and pastes send beside it.
#[derive(Debug, Default)]
pub struct Keys {
    /// A sequence that began with an escape, without its first two bytes; `None` outside of one.
    sequence: Option<Vec<u8>>,
    is_pasting: bool,
}

impl Keys {
    /// Takes a byte, and appends the bytes that are text by now, each with whether it was pasted.
    pub fn take(&mut self, byte: u8, text: &mut Vec<(u8, bool)>) {
        let Some(mut sequence) = self.sequence.take() else {
            if byte == ESCAPE {
                self.sequence = Some(Vec::new());
            } else {
                text.push((byte, self.is_pasting));
            }
            return;
        };
        let keep = |sequence: &[u8], text: &mut Vec<(u8, bool)>| {
            text.extend([ESCAPE].iter().chain(sequence).map(|byte| (*byte, true)));
        };
        if byte == ESCAPE {
            // Another sequence begins.
            if self.is_pasting {
                keep(&sequence, text);
            }
            self.sequence = Some(Vec::new());
            return;
        }
        sequence.push(byte);
        // ESC and one byte, or ESC [ and a sequence whose last byte is a letter or a tilde.
        let is_long = matches!(sequence[0], b'[' | b'O') && sequence.len() < LONGEST_SEQUENCE;
        let has_ended = !is_long || sequence.len() > 1 && (b'@'..=b'~').contains(&byte);
        match sequence.get(1..) {
            _ if !has_ended => self.sequence = Some(sequence),
            Some(PASTE) => self.is_pasting = true,
            Some(PASTED) => self.is_pasting = false,
            // What is pasted is text, colors included.
            _ if self.is_pasting => keep(&sequence, text),
            _ => {}
        }
    }
}
