//! Python literals, read as `ast.literal_eval` reads them, and turned into JSON by fixes.
//!
//! This is not a tolerant parser: a text is a Python literal or it is not, and only then is the record's strategy
//! `python_ast`. Escapes have Python's meaning here, adjacent strings are joined, sets and tuples become arrays,
//! names that are not strings are spelled as `json.dumps` spells them. Reads every byte once, off an explicit stack.

mod numbers;
mod strings;

use super::kit::is_word;
use crate::core::json::scan::Names;
use crate::core::json::{ScanError, ScanErrorKind, scan, skip_space};
use crate::core::repair::edit::fixes::OPEN;
use crate::core::repair::edit::repeats::Repeats;
use crate::core::repair::edit::{Code, Fix, Fixes, Risk, whole_line};
use crate::core::repair::notation::comment_is_content;
use numbers::number_as_name;
use strings::string_prefix;

/// Holds what a reading says of the text beside its fixes.
pub(crate) struct Literal {
    /// Only Python writes so.
    pub is_python: bool,
    /// There are escapes that Python has and JSON lacks, and nothing else says that Python wrote them: code in JSON has them,
    /// too, when one backslash of two is lost.
    pub has_doubtful_escapes: bool,
}

/// Bytes for which a dictionary of short strings has a fix.
const BYTES_OF_FIX: usize = 7;

/// The fixes that turn the Python literal `text` into JSON; `None` when it is not one (or is too deep). Names of dictionaries are
/// shown to `names`.
pub(crate) fn fixes(text: &str, max_depth: usize, names: &mut Repeats) -> Option<(Fixes, Literal)> {
    let mut reader = Reader {
        text: text.as_bytes(),
        names,
        pos: 0,
        fixes: Vec::with_capacity((text.len() / BYTES_OF_FIX).min(OPEN)).into(),
        open: Vec::new(),
        is_python: false,
        has_escapes: false,
        is_doubtful: false,
    };
    reader.document(max_depth)?;
    let has_doubtful_escapes = reader.has_escapes && !reader.is_python;
    if has_doubtful_escapes {
        reader.fixes = reader.fixes.changed(|fix| {
            if fix.code == Code::EscapeSpelling {
                fix.risk = Risk::Inferred;
            }
            true
        });
        reader.is_python = true;
    }
    // `["a" "b"]` is Python, and JSON that lost a comma; `"\alpha"` is Python, and LaTeX: only other characters of Python
    // decide for the former.
    if reader.is_doubtful && !reader.is_python {
        return None;
    }
    Some((reader.fixes, Literal { is_python: reader.is_python, has_doubtful_escapes }))
}

/// Returns whether a text that is not JSON because of this error can be a Python literal. JSON without words is Python, so what
/// Python makes of the rest shows where JSON ends.
pub(crate) fn may_be(input: &[u8], error: ScanError) -> bool {
    let rest = input.get(error.offset..).unwrap_or_default();
    match error.kind {
        // Whatever is open stays open, but a number may be complete.
        ScanErrorKind::UnexpectedEnd => !matches!(input.trim_ascii_start().first(), Some(b'{' | b'[' | b'"')),
        // What may stand between tokens, or go on with a string; but a name after a value lacks its comma.
        ScanErrorKind::ExpectedCommaOrEnd => {
            is_trivia(rest) || is_string(rest) && scan::name_end(rest, 0).is_err()
        }
        ScanErrorKind::TrailingText => is_trivia(rest) || is_string(rest),
        // A set, or a name in two strings; a set has no joined ones, see `close`.
        ScanErrorKind::ExpectedColon => {
            matches!(rest.first(), Some(b',' | b'}'))
                || is_trivia(rest)
                || is_string(rest) && !ends_item(rest)
        }
        ScanErrorKind::ExpectedName | ScanErrorKind::UnexpectedByte(_) | ScanErrorKind::InvalidLiteral => {
            matches!(rest.first(), Some(b'}' | b']' | b')')) || is_trivia(rest) || is_value(rest)
        }
        // A string that is not tripled ends with its line; three quotes are an empty string with trailing text here.
        ScanErrorKind::ControlCharacter(byte) => !matches!(byte, b'\n' | b'\r'),
        _ => true,
    }
}

/// Returns whether something begins here that Python passes over and JSON does not.
fn is_trivia(rest: &[u8]) -> bool {
    matches!(rest.first(), Some(b'#' | b'\\' | 0x0c))
}

/// Returns whether a string of JSON stands here with a comma after it, or the end of an object.
fn ends_item(rest: &[u8]) -> bool {
    rest.starts_with(b"\"")
        && scan::string_end(rest, 0)
            .is_ok_and(|end| matches!(rest.get(skip_space(rest, end)), Some(b',' | b'}')))
}

/// Returns whether a string of Python begins here.
fn is_string(rest: &[u8]) -> bool {
    string_prefix(rest).is_some()
}

/// Returns whether a value of Python may begin here.
fn is_value(rest: &[u8]) -> bool {
    match rest.first() {
        Some(b'T' | b'F' | b'N' | b's' | b'0'..=b'9' | b'.' | b'+' | b'-' | b'(' | b'[' | b'{') => true,
        _ => is_string(rest),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `{`, before it is known whether names follow.
    Brace,
    Dict,
    Set,
    List,
    Paren,
}

struct Frame {
    kind: Kind,
    open: usize,
    /// Says whether one of its strings was joined.
    joined: bool,
    items: usize,
    /// A comma was the last token.
    comma: Option<usize>,
}

/// What stands between the quotes of a string, or of the last one of several that are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Content {
    start: usize,
    end: usize,
    /// Says whether that is all of the string, without a fix.
    is_kept: bool,
}

/// What a complete value was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    String(Content),
    /// A number or word in `start..end`, spelled so in the output.
    Plain {
        start: usize,
        end: usize,
        word: &'static str,
    },
    /// A list, dictionary or set: nothing that a set or a name can be.
    Container,
    /// A tuple, or a value in parentheses.
    Tuple,
}

struct Reader<'t, 'n> {
    text: &'t [u8],
    /// Is told about the names of dictionaries, as they come out.
    names: &'n mut Repeats,
    pos: usize,
    fixes: Fixes,
    open: Vec<Frame>,
    /// Saw what only Python writes.
    is_python: bool,
    /// Saw escapes that only Python has.
    has_escapes: bool,
    /// Saw what could as well be damaged JSON.
    is_doubtful: bool,
}

impl Reader<'_, '_> {
    fn document(&mut self, max_depth: usize) -> Option<()> {
        self.skip();
        // After a comment or a continued line, an indent is an error; white space alone around a literal means nothing.
        if !self.fixes.is_empty() && matches!(self.text[..self.pos].last(), Some(b' ' | b'\t')) {
            return None;
        }
        loop {
            // A value is due, or the end of a container that may end here.
            self.fixes.pack();
            self.skip();
            let mut value = match self.text.get(self.pos)? {
                b'{' => {
                    self.enter(Kind::Brace, max_depth)?;
                    continue;
                }
                b'[' => {
                    self.enter(Kind::List, max_depth)?;
                    continue;
                }
                b'(' => {
                    self.enter(Kind::Paren, max_depth)?;
                    continue;
                }
                b'}' | b']' | b')' => self.close()?,
                _ => self.scalar()?,
            };
            loop {
                let Some(frame) = self.open.last_mut() else { return self.at_end() };
                if value == Value::Container && matches!(frame.kind, Kind::Brace | Kind::Set) {
                    return None;
                }
                if value != Value::Container || self.text[self.pos - 1] != b',' {
                    frame.items += 1;
                    frame.comma = None;
                }
                self.skip();
                if self.is_name_due() {
                    self.name(value)?;
                    break;
                }
                match self.text.get(self.pos)? {
                    b',' => {
                        let frame = self.open.last_mut()?;
                        frame.comma = Some(self.pos);
                        if frame.kind == Kind::Brace {
                            frame.kind = Kind::Set;
                        }
                        self.pos += 1;
                        break;
                    }
                    b'}' | b']' | b')' => value = self.close()?,
                    _ => return None,
                }
            }
        }
    }

    /// Returns whether a colon is due, because this value is a key of a dictionary.
    fn is_name_due(&self) -> bool {
        let colon = self.text.get(self.pos) == Some(&b':');
        self.open.last().is_some_and(|frame| match frame.kind {
            Kind::Brace => colon,
            // Names and values take turns: an odd count means that a name was just read.
            Kind::Dict => frame.items % 2 == 1,
            _ => false,
        })
    }

    /// The value just read is a name; reads its colon.
    fn name(&mut self, value: Value) -> Option<()> {
        if self.text.get(self.pos) != Some(&b':') {
            return None;
        }
        self.open.last_mut()?.kind = Kind::Dict;
        self.pos += 1;
        match value {
            Value::String(Content { start, end, is_kept: true }) => {
                self.names.key(self.text, start..end);
                Some(())
            }
            Value::String(_) => {
                self.names.doubt();
                Some(())
            }
            Value::Container | Value::Tuple => None,
            Value::Plain { start, end, word } => {
                let fix = self.take_fix_at(start);
                let spelled = if word.is_empty() {
                    let written = std::str::from_utf8(self.text.get(start..end)?).ok()?;
                    number_as_name(
                        fix.as_ref().and_then(|fix| fix.replacement.as_deref()).unwrap_or(written),
                    )?
                } else {
                    word.to_owned()
                };
                self.names.name(spelled.as_bytes());
                self.fixes.push(Code::NumberKey, start, end, format!("\"{spelled}\""));
                self.is_python = true;
                Some(())
            }
        }
    }

    /// Takes back the fix of the token at `start`, the last one read; only comments can have been fixed after it.
    #[cold]
    fn take_fix_at(&mut self, start: usize) -> Option<Fix<'static>> {
        let fixes = &mut self.fixes.latest;
        let later = fixes.iter().rev().take_while(|fix| fix.start >= start).count();
        let at = fixes.len() - later;
        let at = at + fixes[at..].iter().position(|fix| fix.start == start)?;
        Some(fixes.remove(at))
    }

    fn enter(&mut self, kind: Kind, max_depth: usize) -> Option<()> {
        if self.open.len() >= max_depth {
            return None;
        }
        if kind == Kind::Brace {
            self.names.open();
        }
        self.open.push(Frame { kind, open: self.pos, joined: false, items: 0, comma: None });
        self.pos += 1;
        Some(())
    }

    /// A closing bracket at `pos`.
    fn close(&mut self) -> Option<Value> {
        let frame = self.open.pop()?;
        let fits = match self.text[self.pos] {
            b'}' => matches!(frame.kind, Kind::Brace | Kind::Dict | Kind::Set),
            b']' => frame.kind == Kind::List,
            _ => frame.kind == Kind::Paren,
        };
        if !fits || (frame.kind == Kind::Dict && frame.items % 2 == 1) {
            return None;
        }
        if frame.comma.is_some() && frame.items == 0 {
            return None;
        }
        // `{'name' 'value'}` is a set of one string to Python, and an object that lost its colon to everyone else.
        if frame.joined && matches!(frame.kind, Kind::Set | Kind::Brace) {
            return None;
        }
        if self.text[self.pos] == b'}' {
            self.names.close();
        }
        let (open, close) = (frame.open, self.pos);
        self.pos += 1;
        let brackets = match frame.kind {
            Kind::Paren if frame.items == 1 && frame.comma.is_none() => Some(("", "", Code::Parentheses)),
            Kind::Paren => Some(("[", "]", Code::Tuple)),
            Kind::Set => Some(("[", "]", Code::Set)),
            Kind::Brace if frame.items > 0 => Some(("[", "]", Code::Set)),
            _ => None,
        };
        if let Some(comma) = frame.comma {
            self.fixes.push(Code::TrailingComma, comma, comma + 1, "");
        }
        if let Some((opener, closer, code)) = brackets {
            self.is_python |= code != Code::Set;
            self.fixes.push(code, open, open + 1, opener);
            self.fixes.push(code, close, close + 1, closer);
        }
        Some(if frame.kind == Kind::Paren { Value::Tuple } else { Value::Container })
    }

    /// Passes white space, comments and continued lines. Most tokens have one blank before them, or none.
    #[expect(clippy::inline_always, reason = "a call costs more than the look")]
    #[inline(always)]
    fn skip(&mut self) {
        self.pos += usize::from(self.text.get(self.pos) == Some(&b' '));
        if self.text.get(self.pos).is_some_and(|byte| *byte <= b' ' || matches!(byte, b'#' | b'\\')) {
            self.skip_some();
        }
    }

    /// Passes what `skip` found.
    #[inline(never)]
    fn skip_some(&mut self) {
        while let Some(&byte) = self.text.get(self.pos) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.pos += 1,
                0x0c => {
                    self.fixes.push(Code::OddSpace, self.pos, self.pos + 1, " ");
                    self.pos += 1;
                }
                b'#' => {
                    // CPython reads no text with a NUL; here it ends the comment, and nothing can begin with it.
                    let end = memchr::memchr3(b'\n', b'\r', 0, &self.text[self.pos..])
                        .map_or(self.text.len(), |at| self.pos + at);
                    if comment_is_content(self.text, self.pos..end) {
                        // Nothing begins with this character, so this is not a literal.
                        break;
                    }
                    let dropped = whole_line(self.text, self.fixes.end(), self.pos, end);
                    self.fixes.push(Code::Comment, dropped.start, dropped.end, "");
                    self.pos = dropped.end;
                }
                // A line must follow, be it empty.
                b'\\' if self.text.get(self.pos + 1) == Some(&b'\n') && self.pos + 2 < self.text.len() => {
                    self.fixes.push(Code::LineContinuation, self.pos, self.pos + 2, " ");
                    self.pos += 2;
                }
                _ => break,
            }
        }
    }

    fn at_end(&mut self) -> Option<()> {
        self.skip();
        (self.pos == self.text.len()).then_some(())
    }

    fn scalar(&mut self) -> Option<Value> {
        if let Some(content) = self.plain_string() {
            return Some(Value::String(content));
        }
        let rest = &self.text[self.pos..];
        if let Some(prefix) = string_prefix(rest) {
            return self.strings(prefix);
        }
        for (name, json) in [("True", "true"), ("False", "false"), ("None", "null")] {
            if rest.starts_with(name.as_bytes()) && !rest.get(name.len()).is_some_and(|b| is_word(*b)) {
                let (start, end) = (self.pos, self.pos + name.len());
                self.fixes.push(Code::PythonWord, start, end, json);
                self.is_python = true;
                self.pos = end;
                return Some(Value::Plain { start, end, word: json });
            }
        }
        if rest.starts_with(b"set()") {
            self.fixes.push(Code::Set, self.pos, self.pos + 5, "[]");
            self.is_python = true;
            self.pos += 5;
            return Some(Value::Container);
        }
        self.number()
    }
}
