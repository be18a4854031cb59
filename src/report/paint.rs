//! JSON in color: names, strings, numbers and words, as it passes by in pieces. White space and every other
//! character stay as they are.

use super::RESET;

pub const NAME: &str = "\x1b[34;1m";
pub const STRING: &str = "\x1b[32m";
pub const NUMBER: &str = "\x1b[33m";
pub const WORD: &str = "\x1b[35m";

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
pub struct Painter {
    /// The open containers; `true` for an object.
    open: Vec<bool>,
    /// A key is due.
    name_due: bool,
    token: Token,
}

impl Painter {
    /// Appends `text` with colors. A piece may end anywhere between two characters.
    pub fn paint(&mut self, text: &str, out: &mut String) {
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
    pub fn finish(&mut self, out: &mut String) {
        if self.token != Token::Between {
            self.end(out);
        }
    }
}
