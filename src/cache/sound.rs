//! The check that what lies in a cache directory is a result. Every reader asks before it hands one out, because a file system, a
//! copy, or another program may have left half of one.

use std::io::{self, BufRead, BufReader, Read, Seek};

use crate::core::json::window::{Window, fill};
use crate::core::json::{MAX_DEPTH, scan_document};

/// Bytes that are looked at at once.
const PIECE: usize = 64 << 10;

/// The byte order mark, which a tool may have written.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Returns whether a file, or a text in memory, holds one JSON document, or one in each line. It is at its start afterwards.
pub(super) fn is_sound<T: Read + Seek>(file: &mut T) -> io::Result<bool> {
    begin(file)?;
    let is_one = is_document(file)?;
    let is_sound = if is_one {
        true
    } else {
        begin(file)?;
        are_lines(file)?
    };
    file.rewind()?;
    Ok(is_sound)
}

/// Goes to the first byte after a byte order mark.
fn begin<T: Read + Seek>(file: &mut T) -> io::Result<()> {
    file.rewind()?;
    let mut first = Vec::new();
    let read = fill(file, &mut first, 0, MARK.len())?;
    if first[..read] == *MARK { Ok(()) } else { file.rewind() }
}

/// Returns whether the rest of a file is one document, read through a window.
fn is_document(file: &mut dyn Read) -> io::Result<bool> {
    let mut window = Window::new(MAX_DEPTH);
    let (mut buffer, mut kept) = (Vec::new(), 0);
    loop {
        let fresh = fill(file, &mut buffer, kept, PIECE)?;
        let is_last = fresh < PIECE;
        let text = &buffer[..kept + fresh];
        let Ok(read) = window.read(text, is_last) else { return Ok(false) };
        if is_last {
            return Ok(true);
        }
        kept = text.len() - read;
        buffer.copy_within(read..read + kept, 0);
    }
}

/// Returns whether each line of the rest is a document, and there is one.
fn are_lines(file: &mut dyn Read) -> io::Result<bool> {
    let mut lines = BufReader::new(file);
    let (mut line, mut documents) = (Vec::new(), 0_u64);
    while lines.read_until(b'\n', &mut line)? > 0 {
        if !line.trim_ascii().is_empty() {
            if scan_document(&line, MAX_DEPTH).is_err() {
                return Ok(false);
            }
            documents += 1;
        }
        line.clear();
    }
    Ok(documents > 0)
}
