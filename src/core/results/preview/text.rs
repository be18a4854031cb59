//! Text that is not JSON: how much there is of it, its first and last lines, and its columns where it is a table.

use std::collections::VecDeque;
use std::io::{self, Read};

use super::Preview;
use crate::core::json::quoted;

/// Lines that are shown of the beginning and of the end.
const LINES: usize = 5;

/// Characters that are shown of a line.
const WIDTH: usize = 200;

/// Bytes that are kept of a line.
const KEPT: usize = 4 * WIDTH;

/// Bytes read at once.
const CHUNK: usize = 64 << 10;

/// Lines that must have the same columns.
const TABLE: usize = 2;

/// What is known of a text.
#[derive(Clone, Debug, Default)]
pub struct TextShape {
    lines: u64,
    longest: u64,
    head: Vec<String>,
    tail: VecDeque<String>,
    columns: Option<Vec<String>>,
}

/// Reads a text to its end.
pub fn look_at_text(input: &mut dyn Read) -> io::Result<TextShape> {
    let mut shape = TextShape::default();
    let mut buffer = vec![0; CHUNK];
    let (mut line, mut len) = (Vec::new(), 0_u64);
    loop {
        let read = match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        for piece in buffer[..read].split_inclusive(|byte| *byte == b'\n') {
            let text = piece.strip_suffix(b"\n").unwrap_or(piece);
            len += text.len() as u64;
            line.extend_from_slice(&text[..text.len().min(KEPT.saturating_sub(line.len()))]);
            if text.len() < piece.len() {
                shape.line(&line, len);
                line.clear();
                len = 0;
            }
        }
    }
    if len > 0 {
        shape.line(&line, len);
    }
    shape.columns = columns(&shape.head);
    Ok(shape)
}

impl TextShape {
    fn line(&mut self, line: &[u8], len: u64) {
        self.lines += 1;
        self.longest = self.longest.max(len);
        let text = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned();
        if self.head.len() < LINES {
            self.head.push(text);
            return;
        }
        if self.tail.len() == LINES {
            self.tail.pop_front();
        }
        self.tail.push_back(text);
    }

    /// Rows of the table that it is, without the line of names.
    pub fn rows(&self) -> Option<u64> {
        self.columns.as_ref().map(|_| self.lines.saturating_sub(1))
    }

    /// The members of a preview.
    pub fn preview(&self) -> Preview {
        let mut preview = Preview::default();
        let list = |lines: &mut dyn Iterator<Item = &String>| {
            format!("[{}]", lines.map(|line| quoted(&cut(line))).collect::<Vec<_>>().join(","))
        };
        preview.put("format", if self.columns.is_some() { "\"csv\"" } else { "\"text\"" });
        if let Some(rows) = self.rows() {
            preview.put("result_count", rows.to_string());
        }
        preview.put("lines", self.lines.to_string());
        preview.put("longest_line", self.longest.to_string());
        if let Some(columns) = &self.columns {
            preview.put("columns", list(&mut columns.iter()));
        }
        preview.put("head", list(&mut self.head.iter()));
        if !self.tail.is_empty() {
            preview.put("tail", list(&mut self.tail.iter()));
        }
        preview
    }
}

fn cut(line: &str) -> String {
    if line.chars().count() <= WIDTH {
        return line.to_owned();
    }
    format!("{}…", line.chars().take(WIDTH).collect::<String>())
}

/// The names of the columns, where all lines have as many fields.
pub fn columns(lines: &[String]) -> Option<Vec<String>> {
    let first = lines.first().filter(|_| lines.len() >= TABLE)?;
    [',', '\t', ';', '|'].into_iter().find_map(|separator| {
        let names = fields(first, separator)?;
        let are_alike = lines
            .iter()
            .all(|line| fields(line, separator).is_some_and(|fields| fields.len() == names.len()));
        let are_names =
            names.iter().all(|name| !name.trim().is_empty() && name.trim().parse::<f64>().is_err());
        (names.len() > 1 && are_alike && are_names).then_some(names)
    })
}

/// The fields of a line of a table; `None` where a quote is left open.
fn fields(line: &str, separator: char) -> Option<Vec<String>> {
    let (mut fields, mut field, mut is_quoted) = (Vec::new(), String::new(), false);
    for c in line.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            c if c == separator && !is_quoted => fields.push(std::mem::take(&mut field)),
            c => field.push(c),
        }
    }
    fields.push(field);
    (!is_quoted).then_some(fields)
}
