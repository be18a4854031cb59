mod budget;
mod hint;
mod infer;
mod lisp;
mod profile;
mod shape;
mod text;
mod wrap;

use std::io::{self, Read};

/// A reader that gives so many bytes at a time.
pub struct Bits<'b>(pub &'b [u8], pub usize);

impl Read for Bits<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.1.min(self.0.len()).min(buffer.len());
        buffer[..len].copy_from_slice(&self.0[..len]);
        self.0 = &self.0[len..];
        Ok(len)
    }
}
