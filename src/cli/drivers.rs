//! Logs of containers whose driver split long lines: docker's `json-file` and the format of CRI. The pieces of a line are
//! joined, each stream for itself, and what was logged comes out as lines.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read};

use crate::core::json::{MAX_DEPTH, parse};

/// Bytes of the longest line that is joined; what is longer comes out in two lines.
const LONGEST: usize = 64 << 20;

/// The driver that wrote a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Driver {
    /// `{"log":"…\n","stream":"stdout","time":"…"}`; a piece that does not end its line lacks the line end.
    Docker,
    /// `TIME stdout P …`; `F` stands before the last piece of a line.
    Cri,
}

/// The lines that were logged, as bytes to read.
pub(super) struct Joined {
    log: BufReader<Box<dyn Read + Send>>,
    driver: Driver,
    line: Vec<u8>,
    /// What is open of each stream.
    pieces: BTreeMap<String, Vec<u8>>,
    out: Vec<u8>,
    read: usize,
}

impl Joined {
    pub(super) fn new(log: Box<dyn Read + Send>, driver: Driver) -> Self {
        let (line, pieces, out) = (Vec::new(), BTreeMap::new(), Vec::new());
        Self { log: BufReader::new(log), driver, line, pieces, out, read: 0 }
    }

    /// Reads one line of the log; `false` at its end.
    fn step(&mut self) -> io::Result<bool> {
        self.line.clear();
        if self.log.read_until(b'\n', &mut self.line)? == 0 {
            // What was never ended is all that there is of its line.
            let rest = std::mem::take(&mut self.pieces);
            for piece in rest.into_values() {
                self.out.extend(piece);
                self.out.push(b'\n');
            }
            return Ok(!self.out.is_empty());
        }
        let line = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let Some((stream, text, is_last)) =
            std::str::from_utf8(line).ok().and_then(|line| self.driver.piece(line))
        else {
            // What the driver did not write passes as it is.
            self.out.extend_from_slice(line);
            self.out.push(b'\n');
            return Ok(true);
        };
        let open = self.pieces.entry(stream).or_default();
        open.extend_from_slice(text.as_bytes());
        if is_last || open.len() > LONGEST {
            self.out.append(open);
            self.out.push(b'\n');
        }
        Ok(true)
    }
}

impl Driver {
    /// The stream and the text of a line of the log, and whether that ends a line of the program.
    fn piece(self, line: &str) -> Option<(String, String, bool)> {
        match self {
            Self::Docker => {
                let record = parse(line, MAX_DEPTH).ok()?;
                let text = |key: &str| record.get(key)?.text();
                let log = text("log")?;
                let plain =
                    log.strip_suffix('\n').map(|plain| plain.strip_suffix('\r').unwrap_or(plain).to_owned());
                let is_last = plain.is_some();
                Some((text("stream").unwrap_or_default(), plain.unwrap_or(log), is_last))
            }
            Self::Cri => {
                let mut words = line.splitn(4, ' ');
                let (time, stream, tag) = (words.next()?, words.next()?, words.next()?);
                let is_log = matches!(stream, "stdout" | "stderr") && time.contains('T');
                let is_last = match tag.split(':').next()? {
                    "F" => true,
                    "P" => false,
                    _ => return None,
                };
                is_log.then(|| (stream.to_owned(), words.next().unwrap_or_default().to_owned(), is_last))
            }
        }
    }
}

impl Read for Joined {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.read == self.out.len() {
            self.out.clear();
            self.read = 0;
            if !self.step()? {
                return Ok(0);
            }
        }
        let len = buffer.len().min(self.out.len() - self.read);
        buffer[..len].copy_from_slice(&self.out[self.read..self.read + len]);
        self.read += len;
        Ok(len)
    }
}
