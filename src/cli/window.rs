//! A long document in a file, which is valid as often as not: read once through a window to check it, and once more to copy
//! it.
//!
//! Nothing is written before the verdict. What goes out is what was checked: each piece has a fingerprint, and one that
//! another program changed in between is not written.

use std::fs::File;
use std::io::{self, Read, Seek};

use super::input::{Open, limit};
use crate::core::json::hash::fingerprint;
use crate::core::json::window::{Window, fill};

/// Bytes of one piece: one in and one out stay in a core's cache.
const PIECE: usize = 256 << 10;

/// What is longer than this and has no end in sight, such as a key, is left to those who read all of a file.
const LONGEST: usize = 32 * PIECE;

/// A file that holds one valid document.
#[derive(Debug)]
pub(crate) struct Valid {
    file: File,
    /// The fingerprint of each piece.
    pieces: Vec<u64>,
    len: u64,
}

/// What a file turned out to hold.
pub(crate) enum Checked {
    Valid(Valid),
    /// Something else; the file is to be read from its start.
    Other(File),
}

/// Reads `open`, which is `file`, to its end, or up to what makes it no valid document.
pub(crate) fn check(
    open: &mut Open,
    mut file: File,
    max_bytes: u64,
    max_depth: usize,
) -> io::Result<Checked> {
    let most = limit(max_bytes) as u64;
    let mut window = Window::new(max_depth);
    let (mut buffer, mut kept, mut pieces, mut len) = (Vec::new(), 0, Vec::new(), 0);
    while open.size.is_some_and(|size| size <= most) {
        let fresh = fill(&mut open.reader, &mut buffer, kept, PIECE)?;
        let is_last = fresh < PIECE;
        len += fresh as u64;
        pieces.push(fingerprint(&buffer[kept..kept + fresh]));
        let text = &buffer[..kept + fresh];
        let read = match window.read(text, is_last) {
            Ok(read) if text.len() - read <= LONGEST && len <= most => read,
            _ => break,
        };
        if is_last {
            return Ok(Checked::Valid(Valid { file, pieces, len }));
        }
        kept = text.len() - read;
        buffer.copy_within(read..read + kept, 0);
    }
    file.rewind()?;
    Ok(Checked::Other(file))
}

impl Valid {
    /// Hands the document to `put`, whole characters at a time. The error of the output comes first; that of the file may come
    /// after a part of the document was put.
    pub(crate) fn copy(
        mut self,
        mut put: impl FnMut(&[u8]) -> anyhow::Result<()>,
    ) -> anyhow::Result<Option<io::Error>> {
        if let Err(error) = self.file.rewind() {
            return Ok(Some(error));
        }
        let mut document = (&self.file).take(self.len);
        let (mut buffer, mut kept) = (Vec::new(), 0);
        for piece in self.pieces {
            let fresh = match fill(&mut document, &mut buffer, kept, PIECE) {
                Ok(fresh) => fresh,
                Err(error) => return Ok(Some(error)),
            };
            if fingerprint(&buffer[kept..kept + fresh]) != piece {
                let message =
                    "another program changed the file while it was read; what was written of it is not whole";
                return Ok(Some(io::Error::other(message)));
            }
            let text = &buffer[..kept + fresh];
            // The last character may be cut off; the last byte of the document is ASCII.
            let is_start = |byte: &u8| !matches!(byte, 0x80..0xc0);
            let end = if fresh < PIECE { text.len() } else { text.iter().rposition(is_start).unwrap_or(0) };
            if end > 0 {
                put(&text[..end])?;
            }
            kept = text.len() - end;
            buffer.copy_within(end..end + kept, 0);
        }
        Ok(None)
    }
}
