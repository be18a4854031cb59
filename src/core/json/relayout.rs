//! Another layout for valid JSON that passes by, in pieces of any size.
//!
//! Takes a stream of documents that each end with one LF, as `normalize` writes them. Only white space changes (and
//! characters beyond ASCII under `ascii`); with `sort_keys` each document is held until it is whole.

use super::scan::{is_space, string_stop};
use super::sorted;
use super::write::{Layout, Spill, Style, push_ascii};

/// The state between two pieces.
pub struct Relayout {
    style: Style,
    depth: usize,
    /// Inside a string, and there after a backslash.
    in_string: bool,
    escaped: bool,
    /// A bracket has opened, and whether it is empty is not known yet.
    opened: bool,
    /// The beginning of a character that the last piece ended in.
    character: Vec<u8>,
    /// The current document, where it must be whole.
    held: Vec<u8>,
}

impl Relayout {
    /// Starts at the beginning of a stream.
    pub fn new(style: Style) -> Self {
        let (character, held) = (Vec::new(), Vec::new());
        Self { style, depth: 0, in_string: false, escaped: false, opened: false, character, held }
    }

    /// Appends to `out` what becomes of the next piece. `spill` may take on what is there.
    pub fn push(&mut self, piece: &[u8], out: &mut Vec<u8>, spill: Spill<'_>) {
        let mut pos = 0;
        while pos < piece.len() {
            if self.in_string {
                pos = self.string(piece, pos, out);
            } else {
                self.byte(piece[pos], out, spill);
                pos += 1;
            }
        }
    }

    /// Passes string content on, up to the end of the string or of the piece.
    fn string(&mut self, piece: &[u8], from: usize, out: &mut Vec<u8>) -> usize {
        if std::mem::take(&mut self.escaped) {
            self.text(&piece[from..=from], out);
            return from + 1;
        }
        let stop = string_stop(piece, from);
        self.text(&piece[from..stop], out);
        let Some(&byte) = piece.get(stop) else { return stop };
        self.in_string = byte != b'"';
        self.escaped = byte == b'\\';
        self.text(&[byte], out);
        stop + 1
    }

    fn text(&mut self, text: &[u8], out: &mut Vec<u8>) {
        if self.style.sort_keys {
            self.held.extend_from_slice(text);
        } else if !self.style.ascii {
            out.extend_from_slice(text);
        } else {
            self.character.extend_from_slice(text);
            let whole = std::str::from_utf8(&self.character);
            let len = whole.map_or_else(|error| error.valid_up_to(), str::len);
            if let Ok(text) = std::str::from_utf8(&self.character[..len]) {
                push_ascii(text, out);
            }
            self.character.drain(..len);
        }
    }

    /// One byte outside strings.
    fn byte(&mut self, byte: u8, out: &mut Vec<u8>, spill: Spill<'_>) {
        match byte {
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            b'"' => self.in_string = true,
            b'\n' if self.depth == 0 => {
                self.end_document(out, spill);
                return;
            }
            _ => {}
        }
        if self.style.sort_keys {
            self.held.push(byte);
            return;
        }
        if self.style.layout == Layout::Keep {
            out.push(byte);
            return;
        }
        if is_space(byte) {
            return;
        }
        let closes = matches!(byte, b'}' | b']');
        let opens = matches!(byte, b'{' | b'[');
        let was_opened = std::mem::replace(&mut self.opened, opens);
        if was_opened != closes {
            // After an opening bracket, or before a closing one that is not right after it.
            self.style.push_line(self.depth - usize::from(opens), out);
        }
        out.push(byte);
        match byte {
            b',' => self.style.push_line(self.depth, out),
            b':' => self.style.push_gap(out),
            _ => {}
        }
    }

    fn end_document(&mut self, out: &mut Vec<u8>, spill: Spill<'_>) {
        if self.style.sort_keys {
            if let Ok(text) = std::str::from_utf8(&self.held) {
                sorted::write(self.style, text, out, spill);
            }
            self.held.clear();
        }
        out.push(b'\n');
    }
}
