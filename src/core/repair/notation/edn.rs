//! EDN, which Clojure and PTC-Lisp write: maps, vectors, lists, sets, keywords, characters, ratios, tags, comments,
//! discards.
//!
//! `(tool/name {…})` is the call of a tool, as the hints of a preview spell it. Any other list with a name as its head is code,
//! and not data: a text with one is refused, because words of a program are no strings.

use super::kit::{Bare, Frame, Kit, Language, Shape, Step, begin, is_name, is_word};
use super::strings::{Byte, Style};
use super::tokens::NIL_WORDS;
use crate::core::json::is_space;
use crate::core::repair::edit::{Code, Risk};

const STRING: Style = Style { digits: 8, hex: Byte::No, units: true, lines: true, ..Style::C };
/// How the call of a tool begins.
const CALL: &str = "(tool/";
/// Bytes of the longest sentence before it.
const LONGEST_SENTENCE: usize = 256;
/// Signs of symbols and keywords beside letters and digits.
const SIGNS: &str = ".*+!-?$%&=<>'|/#:";
const CHARACTERS: &[(&str, char)] = &[
    ("newline", '\n'),
    ("space", ' '),
    ("tab", '\t'),
    ("return", '\r'),
    ("backspace", '\u{8}'),
    ("formfeed", '\u{c}'),
];

pub(super) fn begins(text: &[u8]) -> bool {
    match text.first() {
        Some(b'{' | b'[') => {
            let next = begin(&text[1..]);
            !matches!(next.first(), Some(b'\'' | b',') | None)
        }
        Some(b'(' | b'#' | b';') => true,
        Some(byte) if byte.is_ascii_alphabetic() => call_in_hint(text).is_some(),
        _ => false,
    }
}

/// Where the call stands in a hint, as a preview writes it: a sentence without other brackets.
fn call_in_hint(text: &[u8]) -> Option<usize> {
    let at = memchr::memmem::find(&text[..text.len().min(LONGEST_SENTENCE)], CALL.as_bytes())?;
    memchr::memchr3(b'{', b'[', b'(', &text[..at]).is_none().then_some(at)
}

pub(super) fn read(kit: &mut Kit<'_>) -> Option<()> {
    let start = kit.text.len() - begin(kit.text).len();
    let at = call_in_hint(&kit.text[start..]).unwrap_or(0);
    if at > 0 {
        kit.put(start..start + at, "", Code::Prose);
        kit.pos = start + at;
    }
    let mut edn = Edn { in_sentence: at > 0, ..Edn::default() };
    kit.read(&mut edn)?;
    // A stray character in a list of JSON makes one of these, not several, and the items of that list have commas between them.
    let is_loose = edn.loose > 1 || edn.ratios > 0 && edn.values > 1;
    kit.is_certain |= is_loose && !edn.has_commas;
    Some(())
}

/// Returns whether a text is data of EDN, up to a list with a name as its head.
pub(super) fn holds_code(text: &str, max_depth: usize) -> bool {
    let mut kit = Kit::new(text, max_depth);
    kit.pos = text.len() - begin(text.as_bytes()).len();
    let mut edn = Edn::default();
    matches!(kit.peek(), Some(b'{' | b'[' | b'('))
        && kit.read(&mut edn).is_none()
        && edn.met_code
        && kit.is_strong
        && !kit.has_json_keys
}

#[derive(Default)]
struct Edn {
    /// Says whether a sentence may go on after the call.
    in_sentence: bool,
    /// Keywords and characters that are values.
    loose: usize,
    /// A comma follows a value.
    has_commas: bool,
    /// A list had a name as its head.
    met_code: bool,
    /// Ratios that are values.
    ratios: usize,
    /// All values, brackets included.
    values: usize,
}

impl Language for Edn {
    fn skip(&mut self, kit: &mut Kit<'_>) {
        let ends_call = self.in_sentence && kit.open.is_empty() && kit.text[..kit.pos].ends_with(b")");
        let end = kit.text.len();
        if ends_call && memchr::memchr3(b'{', b'[', b'(', &kit.text[kit.pos..]).is_none() && kit.pos < end {
            kit.drop(end, Code::Prose);
        }
        loop {
            kit.space();
            if kit.at(";") {
                kit.comment(kit.line_end(kit.pos));
            } else if kit.at("\u{c}") {
                kit.put(kit.pos..kit.pos + 1, " ", Code::OddSpace);
                kit.pos += 1;
            } else if discard(kit).is_none() {
                break;
            }
        }
    }

    fn value(&mut self, kit: &mut Kit<'_>) -> Option<Step> {
        let step = match kit.peek()? {
            b'{' => Step::Open(kit.open(1, Shape::Object, "}")),
            b'[' => Step::Open(kit.open(1, Shape::Array, "]")),
            b'(' => {
                let step = list(kit);
                self.met_code |= step.is_none();
                return step;
            }
            b'"' => {
                kit.string(&STRING)?;
                Step::Scalar
            }
            b':' => {
                self.loose += 1;
                keyword(kit, "")?
            }
            b'\\' => {
                self.loose += 1;
                character(kit)?
            }
            b'#' => return self.tagged(kit),
            _ => {
                if let Some(step) = ratio(kit) {
                    self.ratios += 1;
                    return Some(step);
                }
                return kit
                    .words(NIL_WORDS, Code::Notation)
                    .or_else(|| kit.number("NM"))
                    .filter(|_| !kit.peek().is_some_and(|byte| SIGNS.as_bytes().contains(&byte)));
            }
        };
        Some(match step {
            Step::Open(frame) => Step::Open(blank(frame)),
            Step::Scalar => Step::Scalar,
        })
    }

    fn key(&mut self, kit: &mut Kit<'_>) -> Option<()> {
        let prefix = kit.open.last()?.mark;
        match kit.peek()? {
            b'"' => kit.string(&STRING)?,
            b':' if prefix > 0 => {
                let name = namespace(kit)?;
                keyword(kit, &name).map(|_| ())?;
            }
            b':' => {
                keyword(kit, "")?;
                kit.is_sure();
            }
            b'\\' => character(kit).map(|_| ())?,
            _ => {
                let end = kit.word_end(kit.pos, ".-");
                let plain = kit.str(kit.pos..end).filter(|word| !word.is_empty())?;
                let is_plain = matches!(plain, "true" | "false" | "nil") || plain.parse::<f64>().is_ok();
                is_plain.then(|| kit.text_token(end, plain, Code::NumberKey))?.map(|_| ())?;
            }
        }
        let end = kit.pos;
        self.skip(kit);
        // `"a" :true` is rather JSON with a blank before its colon.
        kit.has_json_keys |= kit.text[end - 1] == b'"' && kit.at(":");
        kit.put(end..end, ":", Code::Notation);
        // A comma is white space.
        while kit.at(",") {
            kit.drop(kit.pos + 1, Code::Notation);
            self.skip(kit);
        }
        Some(())
    }

    fn after(&mut self, kit: &mut Kit<'_>) -> Option<()> {
        self.values += 1;
        self.has_commas |= begin(&kit.text[kit.pos..]).starts_with(b",");
        Some(())
    }

    fn closer(&mut self, kit: &mut Kit<'_>) -> Option<usize> {
        let closer = kit.open.last()?.closer;
        if !kit.at(&closer[..1]) {
            return None;
        }
        // `})` ends a call, with blanks in it.
        let mut ahead = kit.ahead();
        for sign in closer.chars() {
            ahead.space();
            ahead.eat(sign.encode_utf8(&mut [0; 4]))?;
        }
        Some(ahead.pos - kit.pos)
    }
}

/// Items stand apart by blanks; commas are blanks, too.
fn blank(mut frame: Frame) -> Frame {
    frame.bare = Bare::Blank;
    frame
}

/// A list, or the call of a tool.
fn list(kit: &mut Kit<'_>) -> Option<Step> {
    if kit.at(CALL) {
        if !kit.open.is_empty() {
            return None;
        }
        let start = kit.pos + CALL.len();
        let end = kit.word_end(start, SIGNS);
        let name = kit.str(start..end).filter(|name| !name.is_empty())?;
        let inside = begin(&kit.text[end..]);
        if !inside.starts_with(b"{") {
            return None;
        }
        kit.is_certain = true;
        let brace = kit.text.len() - inside.len();
        let head = format!("{{\"name\": {}, \"arguments\": ", crate::core::json::escape::quoted(name));
        kit.put(kit.pos..brace, head, Code::Notation);
        kit.pos = brace;
        let mut frame = blank(kit.open(1, Shape::Object, "})"));
        frame.ends = "}}";
        return Some(Step::Open(frame));
    }
    if has_head(begin(&kit.text[kit.pos + 1..])) {
        return None;
    }
    let mut frame = blank(kit.open(1, Shape::Array, ")"));
    frame.code = Code::Tuple;
    Some(Step::Open(frame))
}

/// Returns whether what follows the bracket of a list is a name, the head of a form of Lisp.
fn has_head(text: &[u8]) -> bool {
    let end = text.iter().position(|byte| !(is_word(*byte) || SIGNS.as_bytes().contains(byte)));
    let word = &text[..end.unwrap_or(text.len())];
    let is_number = || {
        let digits = word.strip_prefix(b"-").or(word.strip_prefix(b"+")).unwrap_or(word);
        digits.first().is_some_and(u8::is_ascii_digit)
    };
    // A keyword, a tag or a quote is data, and so are these words.
    !word.is_empty()
        && !matches!(word[0], b':' | b'#' | b'\'')
        && !matches!(word, b"nil" | b"true" | b"false")
        && !is_number()
}

/// Digits after the point of a ratio that is a decimal number.
const MOST_DIGITS: usize = 20;

/// `1/2`: the decimal number, or the nearest float of any other ratio, which is told as a loss.
fn ratio(kit: &mut Kit<'_>) -> Option<Step> {
    let start = kit.pos;
    let sign = usize::from(matches!(kit.peek(), Some(b'-' | b'+')));
    let end = kit.word_end(start + sign, "/");
    let (above, below) = kit.str(start + sign..end)?.split_once('/')?;
    let part = |text: &str| {
        let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u32>().ok().filter(|_| is_plain)
    };
    let (above, below) = (part(above)?, part(below).filter(|below| *below > 0)?);
    let goes_on = kit.text.get(end).is_some_and(|byte| SIGNS.as_bytes().contains(byte));
    if goes_on {
        return None;
    }
    let exact = decimal(above, below);
    let is_exact = exact.is_some();
    let number = exact.unwrap_or_else(|| format!("{}", f64::from(above) / f64::from(below)));
    let minus = if kit.at("-") { "-" } else { "" };
    let step = kit.token(end, format!("{minus}{number}"), Code::NumberSpelling);
    if let Some(fix) = kit.fixes.latest.last_mut().filter(|_| !is_exact) {
        fix.risk = Risk::Lossy;
    }
    step
}

/// The decimal number that a ratio is, if it is one.
fn decimal(above: u32, below: u32) -> Option<String> {
    let (above, below) = (u64::from(above), u64::from(below));
    let mut out = (above / below).to_string();
    let mut rest = above % below;
    if rest > 0 {
        out.push('.');
    }
    for _ in 0..MOST_DIGITS {
        if rest == 0 {
            break;
        }
        rest *= 10;
        out.push(char::from(b'0' + u8::try_from(rest / below).ok()?));
        rest %= below;
    }
    (rest == 0).then_some(out)
}

/// `:name` or `:space/name`.
fn keyword(kit: &mut Kit<'_>, prefix: &str) -> Option<Step> {
    let start = kit.pos + 1;
    // What sticks to a key or begins as a number is the colon of JSON.
    let sticks =
        kit.pos > 0 && !(is_space(kit.text[kit.pos - 1]) || b"{[(,}])\x0c".contains(&kit.text[kit.pos - 1]));
    let begins_name = kit
        .text
        .get(start)
        .is_some_and(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80 || b"_*?!<>".contains(byte));
    if sticks || !begins_name {
        return None;
    }
    let end = kit.word_end(start, SIGNS);
    // `:a=>1` is Ruby.
    let name =
        kit.str(start..end).filter(|name| is_name(name) && !name.contains("=>") && !name.contains('\''))?;
    let name = match name.strip_prefix("_/") {
        Some(name) => name.to_owned(),
        None if prefix.is_empty() || name.contains('/') => name.to_owned(),
        None => format!("{prefix}/{name}"),
    };
    kit.text_token(end, &name, Code::Notation)
}

/// The name that a namespaced map, which is open, puts before its keys.
fn namespace(kit: &Kit<'_>) -> Option<String> {
    let opener = kit.open.last()?.opener.clone();
    let text = kit.str(opener)?.strip_prefix("#:")?;
    Some(text.trim_start_matches(':').trim_end_matches('{').trim().to_owned())
}

/// `\a` or `\newline`. One that touches a token of JSON is rather a stray backslash or a line end that is written out:
/// `["a",\n"b"]`.
fn character(kit: &mut Kit<'_>) -> Option<Step> {
    let start = kit.pos + 1;
    let first = kit.str(start..kit.text.len())?.chars().next()?;
    let end = kit.word_end(start, "").max(start + first.len_utf8());
    let word = kit.str(start..end)?;
    let named = CHARACTERS.iter().find(|(name, _)| *name == word).map(|(_, c)| *c);
    let unit = word.strip_prefix('u').filter(|digits| digits.len() == 4);
    let unit = unit.and_then(|digits| char::from_u32(u32::from_str_radix(digits, 16).ok()?));
    let octal = word.strip_prefix('o').filter(|digits| !digits.is_empty());
    let octal = octal.and_then(|digits| char::from_u32(u32::from_str_radix(digits, 8).ok()?));
    let c = named.or(unit).or(octal).or_else(|| (word.len() == first.len_utf8()).then_some(first))?;
    let before = kit.text[..kit.pos].last();
    let stands_apart = before.is_none_or(|byte| is_space(*byte) || b"{[(".contains(byte))
        && kit.text.get(end).is_none_or(|byte| is_space(*byte) || b"}]),;".contains(byte));
    kit.is_doubtful |= !stands_apart;
    (c != '\n' || named.is_some()).then(|| kit.text_token(end, c.encode_utf8(&mut [0; 4]), Code::Notation))?
}

impl Edn {
    /// `#{…}`, `#inst "…"`, `#uuid "…"`, `#:space{…}`, `##NaN`; any other tag goes.
    fn tagged(&mut self, kit: &mut Kit<'_>) -> Option<Step> {
        if kit.at("#{") {
            kit.is_certain = true;
            let mut frame = blank(kit.open(2, Shape::Array, "}"));
            frame.code = Code::Set;
            return Some(Step::Open(frame));
        }
        kit.is_certain |= kit.at("##") || kit.at("#:");
        if kit.at("##") {
            return kit.non_finite_at(2, &["NaN", "Inf", "-Inf"]);
        }
        if kit.at("#:") {
            let end = kit.word_end(kit.pos + 2, SIGNS);
            let inside = begin(&kit.text[end..]);
            let brace = kit.text.len() - inside.len();
            if !inside.starts_with(b"{") {
                return None;
            }
            let mut frame = blank(kit.open(brace + 1 - kit.pos, Shape::Object, "}"));
            frame.mark = 1;
            return Some(Step::Open(frame));
        }
        let end = kit.word_end(kit.pos + 1, "./-");
        let tag = kit.str(kit.pos + 1..end)?;
        // Tags of one's own have a namespace; those of records are the name of a class.
        let is_record = tag.contains('.') && kit.text.get(end) == Some(&b'{');
        if !tag.starts_with(|c: char| c.is_ascii_alphabetic())
            || !(tag.contains('/') || is_record || matches!(tag, "inst" | "uuid"))
        {
            return None;
        }
        kit.is_certain = true;
        kit.class(end);
        self.skip(kit);
        // What a tag stands before: one more value, which may be tagged again.
        if kit.at("#") && !kit.at("#{") && !kit.at("#:") { None } else { self.value(kit) }
    }
}

/// `#_` and the scalar or bracket after it.
fn discard(kit: &mut Kit<'_>) -> Option<()> {
    let start = kit.pos;
    if !kit.at("#_") {
        return None;
    }
    // `#_ #_ a b` takes two.
    let (mut ahead, mut forms) = (kit.ahead(), 0);
    while ahead.eat("#_").is_some() {
        forms += 1;
        ahead.space();
    }
    let mut end = start;
    for _ in 0..forms {
        end = form_end(&mut ahead)?;
    }
    kit.put(start..end, " ", Code::Comment);
    kit.pos = end;
    Some(())
}

/// Where the form ends that stands here, brackets matched and strings passed over.
fn form_end(kit: &mut Kit<'_>) -> Option<usize> {
    let mut open = Vec::new();
    loop {
        kit.space();
        match kit.peek()? {
            b'"' => kit.string(&STRING)?,
            byte @ (b'{' | b'[' | b'(') => {
                open.push(byte);
                kit.pos += 1;
                continue;
            }
            byte @ (b'}' | b']' | b')') => {
                let opener = open.pop()?;
                if !matches!((opener, byte), (b'{', b'}') | (b'[', b']') | (b'(', b')')) {
                    return None;
                }
                kit.pos += 1;
            }
            b'#' => {
                // A tag belongs to what it stands before.
                kit.pos = kit.word_end(kit.pos + 1, "./-:");
                continue;
            }
            b',' => {
                kit.pos += 1;
                continue;
            }
            b'\\' => kit.pos = kit.word_end((kit.pos + 2).min(kit.text.len()), ""),
            _ => {
                let end = kit.word_end(kit.pos, SIGNS);
                if end == kit.pos {
                    return None;
                }
                kit.pos = end;
            }
        }
        if open.is_empty() {
            return Some(kit.pos);
        }
    }
}
