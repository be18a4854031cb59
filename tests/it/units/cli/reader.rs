use std::io;
use std::io::Read;

use jmend::cli::input::{Open, Source};
use jmend::cli::reader::*;
use jmend::cli::records::{Batch, Framing, split};

/// Gives its bytes in pieces of a few bytes, as a slow pipe does.
struct Drip(Vec<u8>, usize);

impl Read for Drip {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.1.min(self.0.len()).min(buffer.len());
        buffer[..n].copy_from_slice(&self.0[..n]);
        self.0.drain(..n);
        Ok(n)
    }
}

/// The records and the lines passed over before each batch, with `!` on a record that is too long.
fn read_all(text: &str, piece: usize, framing: Framing, max_bytes: u64) -> (Vec<String>, usize) {
    let mut reader = Reader::new(Vec::from([Source::Stdin]), framing, max_bytes);
    reader.next = 1;
    reader.current = Some(Open::stream(Box::new(Drip(text.into(), piece))));
    let (mut records, mut skipped, mut batch) = (Vec::new(), 0, Batch::default());
    while reader.next(&mut batch) {
        skipped += batch.lines_before;
        let separator = framing.separator().expect("a separator");
        let texts = split(batch.bytes(), separator).map(|r| String::from_utf8_lossy(r).into_owned());
        records.extend(texts);
        if batch.cut {
            records.pop();
            records.push("!".to_owned());
        }
    }
    (records, skipped)
}

#[test]
fn records_do_not_depend_on_how_the_bytes_arrive() {
    for piece in 1..12 {
        let (records, _) = read_all("one\n\ntwo\u{2028}\u{85}x\nlast", piece, Framing::Lines, 0);
        assert_eq!(records, ["one", "", "two\u{2028}\u{85}x", "last"], "pieces of {piece}");
        let (records, _) = read_all("a\nb\0c\0", piece, Framing::Nul, 0);
        assert_eq!(records, ["a\nb", "c"], "pieces of {piece}");
    }
}

#[test]
fn a_record_that_is_too_long_is_passed_over_alone() {
    for piece in 1..40 {
        for (text, records, lines) in [
            ("ab\n0123456789\ncd\n", &["ab", "!", "cd"][..], 1),
            ("ab\r\n0123\r\n01234\r\n012345\n\n01234567", &["ab\r", "0123\r", "!", "!", "", "!"], 2),
        ] {
            assert_eq!(
                read_all(text, piece, Framing::Lines, 4),
                (records.iter().map(|r| (*r).to_owned()).collect(), lines),
                "{piece}"
            );
        }
    }
}
