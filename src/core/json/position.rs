//! Byte offset → line and column, for people.

/// Line and column, both from 1; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1; LF, CR LF and a lone CR end a line.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// Where `offset` lies in `bytes`, which need not be UTF-8. Linear; use `Positions` for many offsets.
pub fn position(bytes: &[u8], offset: usize) -> Position {
    Positions::new(bytes).at(offset)
}

/// Finds many positions in one pass over the bytes, as long as the offsets ascend.
pub struct Positions<'a> {
    bytes: &'a [u8],
    offset: usize,
    at: Position,
}

impl<'a> Positions<'a> {
    /// Starts at the beginning of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, offset: 0, at: Position { line: 1, column: 1 } }
    }

    /// Where `offset` lies. An offset before the last one asked for starts over.
    pub fn at(&mut self, offset: usize) -> Position {
        let offset = offset.min(self.bytes.len());
        if offset < self.offset {
            *self = Self::new(self.bytes);
        }
        for at in self.offset..offset {
            match self.bytes[at] {
                b'\r' if self.bytes.get(at + 1) == Some(&b'\n') => {}
                b'\n' | b'\r' => self.at = Position { line: self.at.line + 1, column: 1 },
                // Continuation bytes of UTF-8 belong to the character before them.
                0x80..=0xbf => {}
                _ => self.at.column += 1,
            }
        }
        self.offset = offset;
        self.at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns() {
        let text = "aé\nb\r\nc\rd";
        for (offset, line, column) in [(0, 1, 1), (3, 1, 3), (4, 2, 1), (7, 3, 1), (9, 4, 1), (99, 4, 2)] {
            assert_eq!(position(text.as_bytes(), offset), Position { line, column }, "{offset}");
        }
    }
}
