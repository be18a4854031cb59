//! Strings that JSON accepts as they stand, their quotes aside: what the best reading runs through.

use super::choose::Search;
use super::cost;
use super::lexer::{LOOK, Quote, closing_len, is_string_stop, quote_at};
use super::paths::{begins_path, ends_in_drive};
use super::state::{Op, State};
use crate::core::json::scan;

/// A string that JSON accepts as it stands, its quotes aside.
pub(super) struct Sound {
    pub quote: Quote,
    /// Its content.
    pub start: usize,
    pub end: usize,
    /// Behind its closing quote.
    pub close: usize,
    /// What a reading costs at least that ends the string at an escaped quote.
    pub extra: u32,
    /// Does it hold signs that JSON accepts as escapes alone?
    pub is_raw: bool,
    /// Is it known that nothing in it is escaped, or would have to be, but for plain quotes?
    pub plain: bool,
}

/// The other readings of odd strings: one that ends a path with a backslash, one that begins the document anew.
pub(super) const ODD: u32 = if cost::RESTART < cost::PATH_ENDS { cost::RESTART } else { cost::PATH_ENDS };

impl Sound {
    /// A string of JSON's own quotes without its closing one, whatever it holds.
    pub fn unclosed(sign: usize, end: usize) -> Self {
        let (quote, extra) = (Quote::Double, u32::MAX);
        Self { quote, start: sign + 1, end, close: end, extra, is_raw: true, plain: false }
    }
}

/// Where a string stops being one that JSON accepts.
pub(super) struct Unsound {
    /// The sign that it does not accept, or the end of the text.
    pub at: usize,
    /// What a reading costs at least that ends the string at an escaped quote before that.
    pub extra: u32,
}

/// The string that stands here, if it needs no fix but that of its quotes.
pub(super) fn read(text: &[u8], sign: usize) -> Result<Sound, Unsound> {
    read_up_to(text, sign, |_| false)
}

/// The same, and signs that JSON does not accept are content where that is `passed`.
pub(super) fn read_up_to(text: &[u8], sign: usize, passed: impl Fn(u8) -> bool) -> Result<Sound, Unsound> {
    if text[sign] != b'"' {
        return read_in_other_quotes(text, sign);
    }
    let (start, quote) = (sign + 1, Quote::Double);
    let mut extra = u32::MAX;
    // May another escaped quote cost less than those before it?
    let mut open = true;
    let mut first_quote = None;
    let mut is_raw = false;
    let mut pos = start;
    loop {
        pos = if open { scan::sound_end::<false>(text, pos) } else { scan::sound_end::<true>(text, pos) };
        match text.get(pos) {
            Some(b'"') if pos > start || text.get(pos + 1) != Some(&b'"') => {
                return Ok(Sound { quote, start, end: pos, close: pos + 1, extra, plain: false, is_raw });
            }
            Some(b'\\') => {
                if open && text.get(pos + 1) == Some(&b'"') {
                    // No other quotes than escaped ones are in it.
                    let is_clean = first_quote.is_none_or(|quote| quote >= start + LOOK);
                    first_quote.get_or_insert(pos + 1);
                    let cost = cost_of_end(&text[start..=pos], is_clean);
                    let may_end = cost.is_some() && may_end_at(text, pos + 2);
                    extra = extra.min(cost.filter(|_| may_end).unwrap_or(u32::MAX));
                    // What the string begins with decides, and that a quote is in it.
                    open = cost.is_some() && (!may_end || pos == start);
                }
                pos = sound_escape(text, pos).ok_or(Unsound { at: pos, extra })?;
            }
            Some(byte) if passed(*byte) => {
                is_raw = true;
                pos += 1;
            }
            _ => return Err(Unsound { at: pos.min(text.len()), extra }),
        }
    }
}

/// The string in single or smart quotes that stands here.
fn read_in_other_quotes(text: &[u8], sign: usize) -> Result<Sound, Unsound> {
    let extra = u32::MAX;
    let unsound = |at| Unsound { at, extra };
    let quote = quote_at(text, sign).filter(|(quote, _)| matches!(quote, Quote::Single | Quote::Smart));
    let (quote, len) = quote.ok_or(unsound(sign))?;
    let start = sign + len;
    let (mut end, mut plain) = (start, true);
    loop {
        end = next_stop(text, quote, false, end);
        if end >= text.len() {
            return Err(unsound(text.len()));
        }
        if let Some(len) = closing_len(quote, text, end) {
            return Ok(Sound { quote, start, end, close: end + len, extra, is_raw: false, plain });
        }
        plain = false;
        end = behind_content(text, end);
    }
}

/// The next byte at which a string in these quotes may stop; in JSON's own, escapes of two characters are passed but
/// for `\"`.
pub(super) fn next_stop(text: &[u8], quote: Quote, raw: bool, mut pos: usize) -> usize {
    match quote {
        Quote::Double if raw => return scan::string_stop(text, pos),
        Quote::Double => return scan::sound_end::<false>(text, pos),
        _ => {}
    }
    loop {
        pos = scan::foreign_string_stop(text, pos);
        match text.get(pos) {
            Some(byte) if !is_string_stop(quote, *byte) => pos += 1,
            _ => return pos,
        }
        while text.get(pos).is_some_and(|byte| !byte.is_ascii() && !is_string_stop(quote, *byte)) {
            pos += 1;
        }
    }
}

/// Behind the byte, or the escape, that stands at `pos` in a string.
pub(super) fn behind_content(text: &[u8], pos: usize) -> usize {
    pos + if text[pos] == b'\\' { 1 + char_len(text, pos + 1) } else { 1 }
}

/// The bytes of the character at `pos`.
fn char_len(text: &[u8], pos: usize) -> usize {
    match text.get(pos) {
        None => 0,
        Some(0xc0..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..) => 4,
        Some(_) => 1,
    }
}

/// Can a string that ends here be followed by a separator?
fn may_end_at(text: &[u8], pos: usize) -> bool {
    text.get(pos).is_none_or(|byte| {
        // White space of whatever kind, too.
        matches!(byte, 0..=b' ' | b',' | b';' | b'}' | b']' | b')' | b'<' | 0x80..)
    })
}

/// What it costs to end the string at the escaped quote at `pos`, if it can end there.
pub(super) fn escaped_end(text: &[u8], start: usize, pos: usize) -> Option<u32> {
    let content = &text[start..=pos];
    let first = &content[..content.len().min(LOOK)];
    cost_of_end(content, memchr::memchr(b'"', first).is_none())
}

/// The same, where `content` ends with the backslash, and it is known whether its first bytes hold no quote.
fn cost_of_end(content: &[u8], is_clean: bool) -> Option<u32> {
    if begins_path(content) || is_clean && content.len() <= LOOK && ends_in_drive(content) {
        Some(cost::PATH_ENDS)
    } else {
        is_clean.then_some(cost::INNER_BEFORE_CLOSER)
    }
}

impl Search<'_> {
    /// Notes the fix of quotes that are not JSON's: it costs nothing.
    pub(super) fn note_quotes(&mut self, state: &mut State, open: usize, sound: &Sound) {
        let &Sound { quote, start, end, close, .. } = sound;
        if quote != Quote::Double {
            self.add(state, Op::Text { open, start, end, close, quote, raw: false });
        }
    }
}

/// Can a quote that is run through begin with this byte? Smart ones begin with the last.
pub(super) fn may_be_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | 0xe2)
}

/// The offset after the escape at `pos`, if JSON has it and it names no half of a pair.
pub(super) fn sound_escape(text: &[u8], pos: usize) -> Option<usize> {
    let end = scan::escape_end(text, pos).ok()?;
    let half = end == pos + 6
        && matches!(text[pos + 2..pos + 4], [b'd' | b'D', b'8' | b'9' | b'a'..=b'f' | b'A'..=b'F']);
    (!half).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `sound` finds without a look at each escaped quote is the least that any of them costs.
    #[test]
    fn the_least_cost_of_an_escaped_quote_is_found() {
        let long = "x".repeat(LOOK);
        let pieces = [r#"\""#, r#"\","#, r"\\", r"\n", "C:", " C:", "a", &*long];
        for number in 0..pieces.len().pow(4) {
            let content: String =
                (0..4).map(|at| pieces[number / pieces.len().pow(at) % pieces.len()]).collect();
            let text = format!(r#""{content}","#);
            let bytes = text.as_bytes();
            let (mut least, mut pos) = (u32::MAX, 1);
            while pos < 1 + content.len() {
                if text[pos..].starts_with(r#"\""#) && may_end_at(bytes, pos + 2) {
                    least = least.min(escaped_end(bytes, 1, pos).unwrap_or(u32::MAX));
                }
                pos += if text[pos..].starts_with('\\') { 2 } else { 1 };
            }
            let sound = read(bytes, 0).ok().map(|sound| (sound.end, sound.extra));
            assert_eq!(sound, Some((1 + content.len(), least)), "{text}");
        }
    }
}
