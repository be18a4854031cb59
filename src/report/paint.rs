//! JSON in color: names, strings, numbers and words, as it passes by in pieces. White space and every other
//! character stay as they are.

use super::RESET;

const NAME: &str = "\x1b[34;1m";
const STRING: &str = "\x1b[32m";
const NUMBER: &str = "\x1b[33m";
const WORD: &str = "\x1b[35m";

/// What the next character belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Token {
    #[default]
    Between,
    /// A string; `true` after a backslash.
    Text(bool),
    Plain,
}

/// A painter of valid JSON texts that follow each other.
#[derive(Debug, Default)]
pub(crate) struct Painter {
    /// The open containers; `true` for an object.
    open: Vec<bool>,
    /// A key is due.
    name_due: bool,
    token: Token,
}

impl Painter {
    /// Appends `text` with colors. A piece may end anywhere between two characters.
    pub(crate) fn paint(&mut self, text: &str, out: &mut String) {
        for c in text.chars() {
            match self.token {
                Token::Text(escaped) => {
                    out.push(c);
                    match (escaped, c) {
                        (false, '\\') => self.token = Token::Text(true),
                        (false, '"') => self.end(out),
                        _ => self.token = Token::Text(false),
                    }
                }
                Token::Plain
                    if !matches!(c, ',' | ':' | ']' | '}' | '[' | '{' | '"') && !c.is_whitespace() =>
                {
                    out.push(c);
                }
                Token::Plain => {
                    self.end(out);
                    self.begin(c, out);
                }
                Token::Between => self.begin(c, out),
            }
        }
    }

    fn begin(&mut self, c: char, out: &mut String) {
        match c {
            '{' | '[' => {
                self.open.push(c == '{');
                self.name_due = c == '{';
            }
            '}' | ']' => {
                self.open.pop();
                self.name_due = false;
            }
            ',' => self.name_due = self.open.last() == Some(&true),
            ':' => self.name_due = false,
            '"' => {
                out.push_str(if self.name_due { NAME } else { STRING });
                self.token = Token::Text(false);
            }
            c if c.is_whitespace() => {}
            c => {
                out.push_str(if c == '-' || c.is_ascii_digit() { NUMBER } else { WORD });
                self.token = Token::Plain;
            }
        }
        out.push(c);
    }

    fn end(&mut self, out: &mut String) {
        out.push_str(RESET);
        self.token = Token::Between;
    }

    /// Ends what is open at the end of the output.
    pub(crate) fn finish(&mut self, out: &mut String) {
        if self.token != Token::Between {
            self.end(out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_has_its_colour_wherever_pieces_end() {
        let json = "{\"a\\\"\": [1, -2.5e3, true, \"x, {\"], \"b\":{}}\nnull 7";
        let signs = "{N\"a\\\"\".: [#1., #-2.5e3., wtrue., s\"x, {\".], N\"b\".:{}}\nwnull. #7.";
        let wanted = signs
            .replace('N', NAME)
            .replace('#', NUMBER)
            .replace("wtrue", &format!("{WORD}true"))
            .replace("wnull", &format!("{WORD}null"))
            .replace("s\"", &format!("{STRING}\""))
            .replace("2.5", "2\0")
            .replace('.', RESET)
            .replace("2\0", "2.5");
        for piece in 1..json.len() {
            let (mut painter, mut out) = (Painter::default(), String::new());
            for part in json.as_bytes().chunks(piece) {
                painter.paint(std::str::from_utf8(part).unwrap(), &mut out);
            }
            painter.finish(&mut out);
            assert_eq!(out, wanted, "pieces of {piece}");
        }
    }
}
