//! Strings that JSON accepts as they stand, their quotes aside: what the best reading runs through.

use super::choose::Search;
use super::cost;
use super::lexer::{LOOK, Quote, closing_len, quote_at};
use super::paths::{begins_path, ends_in_drive};
use super::state::{Op, State};
use crate::core::json::{is_space, scan};

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
}

/// The other readings of odd strings: one that ends a path with a backslash, one that begins the document anew.
pub(super) const ODD: u32 = if cost::RESTART < cost::PATH_ENDS { cost::RESTART } else { cost::PATH_ENDS };

impl Search<'_> {
    /// The string that stands here, if it needs no fix but that of its quotes.
    pub(super) fn sound(&self, sign: usize) -> Option<Sound> {
        if self.text[sign] != b'"' {
            return self.sound_in_other_quotes(sign);
        }
        let (start, quote) = (sign + 1, Quote::Double);
        let mut extra = u32::MAX;
        // May another escaped quote cost less than those before it?
        let mut open = true;
        let mut pos = start;
        loop {
            pos = if open {
                scan::sound_end::<false>(self.text, pos)
            } else {
                scan::sound_end::<true>(self.text, pos)
            };
            match self.text.get(pos)? {
                b'"' if pos == start && self.text.get(pos + 1) == Some(&b'"') => return None,
                b'"' => return Some(Sound { quote, start, end: pos, close: pos + 1, extra }),
                b'\\' => {
                    if open && self.text.get(pos + 1) == Some(&b'"') {
                        let cost = self.escaped_end(start, pos);
                        let may_end = cost.is_some() && self.may_end_at(pos + 2);
                        extra = extra.min(cost.filter(|_| may_end).unwrap_or(u32::MAX));
                        // What the string begins with decides, and that a quote is in it.
                        open = cost.is_some() && (!may_end || pos == start);
                    }
                    pos = sound_escape(self.text, pos)?;
                }
                _ => return None,
            }
        }
    }

    /// The string in single or smart quotes that stands here.
    fn sound_in_other_quotes(&self, sign: usize) -> Option<Sound> {
        let (quote, len) = quote_at(self.text, sign)?;
        if !matches!(quote, Quote::Single | Quote::Smart) {
            return None;
        }
        let start = sign + len;
        let mut end = start;
        loop {
            end = self.next_stop(quote, false, end);
            if end >= self.text.len() {
                return None;
            }
            if let Some(len) = closing_len(quote, self.text, end) {
                return Some(Sound { quote, start, end, close: end + len, extra: u32::MAX });
            }
            end = self.behind_content(end);
        }
    }

    /// Notes the fix of quotes that are not JSON's: it costs nothing.
    pub(super) fn note_quotes(&mut self, state: &mut State, open: usize, sound: &Sound) {
        let &Sound { quote, start, end, close, .. } = sound;
        if quote != Quote::Double {
            self.add(state, Op::Text { open, start, end, close, quote, raw: false });
        }
    }

    /// Can a string that ends here be followed by a separator?
    fn may_end_at(&self, pos: usize) -> bool {
        self.text.get(pos).is_none_or(|byte| {
            is_space(*byte) || matches!(byte, b',' | b';' | b'}' | b']' | b')' | b'<' | 0x80..)
        })
    }

    /// What it costs to end the string at the escaped quote at `pos`, if it can end there.
    pub(super) fn escaped_end(&self, start: usize, pos: usize) -> Option<u32> {
        let content = &self.text[start..=pos];
        let first = &content[..content.len().min(LOOK)];
        let is_clean = !first.contains(&b'"');
        if begins_path(first) || is_clean && content.len() <= LOOK && ends_in_drive(content) {
            Some(cost::PATH_ENDS)
        } else {
            is_clean.then_some(cost::INNER_BEFORE_CLOSER)
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
            let search = Search::new(text.as_bytes(), 64, None);
            let (mut least, mut pos) = (u32::MAX, 1);
            while pos < 1 + content.len() {
                if text[pos..].starts_with(r#"\""#) && search.may_end_at(pos + 2) {
                    least = least.min(search.escaped_end(1, pos).unwrap_or(u32::MAX));
                }
                pos += if text[pos..].starts_with('\\') { 2 } else { 1 };
            }
            let sound = search.sound(0).map(|sound| (sound.end, sound.extra));
            assert_eq!(sound, Some((1 + content.len(), least)), "{text}");
        }
    }
}
