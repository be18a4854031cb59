//! What may be wrong with a text that is clear: one sign forgotten, one too many at the end, the end itself.
//!
//! Each says what it costs and what any other reading of the same place costs at least, by the rules of the grammar
//! (`grammar`, `strings`, `brackets`) and its costs; where those depend on what the rules look at further on, it gives up.

use super::{Next, Reader, Value};
use crate::core::json::{ScanError, ScanErrorKind, is_space, scan};
use crate::core::repair::CutPlace;
use crate::core::repair::cost;
use crate::core::repair::fix::Code;
use crate::core::repair::lexer::{Quote, is_colon_of_name, key_at, near, value_at};
use crate::core::repair::sound::{Sound, Unsound, may_be_quote};
use crate::core::repair::state::Role;
use crate::core::repair::straight::SHORT;
use crate::core::repair::strings::{
    before_comments, before_literals, before_separators, ends_with_separator,
};

/// How often a slip of one kind may come: commas cost less from the third on, and closing brackets too many add up.
const FEW: u8 = 2;

/// May the text be clear that is not JSON because of this? A look at the place where JSON does not go on.
pub(super) fn may_be_clear(text: &[u8], error: ScanError) -> bool {
    let rest = text.get(error.offset..).unwrap_or_default();
    let first = rest.first().copied();
    match error.kind {
        ScanErrorKind::UnexpectedEnd | ScanErrorKind::ExpectedColon | ScanErrorKind::ControlCharacter(_) => {
            true
        }
        ScanErrorKind::TrailingText => matches!(first, Some(b'}' | b']')),
        ScanErrorKind::UnexpectedByte(byte) => byte == b']' || byte == b'/' || may_be_quote(byte),
        ScanErrorKind::ExpectedName => first.is_some_and(|byte| {
            matches!(byte, b'}' | b'/' | b'_') || byte.is_ascii_alphabetic() || may_be_quote(byte)
        }),
        // A comma is missing, or the quote before it, and the last one began what comes next.
        ScanErrorKind::ExpectedCommaOrEnd => {
            matches!(first, Some(b'"' | b'/' | b'+' | b'{' | b'[' | b'0'..=b'9')) || {
                let before = text.get(..error.offset).and_then(|before| before.strip_suffix(b"\""));
                before.is_some_and(may_have_ended)
            }
        }
        _ => false,
    }
}

/// Does this content of a string end as if the string had ended before, without its quote?
pub(super) fn may_have_ended(content: &[u8]) -> bool {
    ends_with_separator(content, false) || before_comments(content).is_some()
}

/// The length of the comment that `window` begins with, if it ends there and holds nothing that may be part of a string.
pub(super) fn plain_comment_len(window: &[u8]) -> Option<usize> {
    let inside = window.strip_prefix(b"/*")?;
    let end = memchr::memmem::find(inside, b"*/")?;
    let plain = !inside[..end].iter().any(|byte| matches!(byte, b'"' | b'\'' | b'\\' | b'\n' | 0x80..));
    plain.then_some(end + 4)
}

impl Reader<'_, '_> {
    /// A name or an item stands at `pos`, behind a value that ended at `end` and has no comma behind it.
    pub(super) fn missing_comma(&mut self, value: Value, end: usize) -> Option<()> {
        let gap = &self.text[end..self.pos];
        let is_plain = !gap.is_empty() && gap.iter().all(|byte| is_space(*byte));
        let is_object = self.frame().is_object;
        self.commas += 1;
        if !is_plain || self.commas > FEW || key_at(self.text, self.pos) != is_object {
            return None;
        }
        let next = self.text[self.pos];
        match value {
            // A quote is content before a name or a value without a comma, and behind brackets that nothing sane follows.
            Value::String(Quote::Double) => {
                self.be_unsure(cost::of(Code::InnerQuote) + cost::INNER_BEFORE_NAME);
            }
            Value::Container => self.be_unsure(cost::of(Code::InnerQuote) + cost::INNER_BEFORE_COMMA),
            Value::Number if is_object || next.is_ascii_digit() => {}
            // A word may be a text that goes on, past the name of a member.
            Value::Literal if is_object => self.at_least(cost::BARE_PAST_MEMBER),
            Value::String(_) | Value::Number | Value::Literal => return None,
        }
        if next != b'"' {
            // The document may end before what begins another one, or before words; or it begins anew.
            self.at_least(cost::TAIL_DOCUMENT + 2 + cost::END_HERE * self.depth as u32);
            self.begins_anew(self.pos)?;
        }
        self.cost += cost::missing_comma(gap.contains(&b'\n'), 0, 0);
        self.fixes.push(Code::MissingComma, end, end, ",");
        Some(())
    }

    /// A plus stands at `pos`, behind a string that ended at `close`: another one goes on with it.
    #[cold]
    pub(super) fn joined(&mut self, value: Value, close: usize) -> Option<()> {
        let joint = close - 1;
        let sign = self.behind_blanks(self.pos + 1)?;
        let is_plain = value == Value::String(Quote::Double)
            && close < self.pos
            && self.text[close..self.pos].iter().all(|byte| is_space(*byte));
        // As content, a plus stands right between its quotes.
        if !is_plain || self.text[sign] != b'"' || sign == self.pos + 1 || self.joins == FEW {
            return None;
        }
        self.joins += 1;
        self.be_unsure(cost::of(Code::InnerQuote) + cost::INNER_BEFORE_CLOSER);
        self.cost += cost::of(Code::JoinedStrings);
        self.fixes.push(Code::JoinedStrings, joint, sign + 1, "");
        self.pos = sign;
        (self.string()? == value).then_some(())
    }

    /// No colon follows a name in quotes: it was forgotten, or the name's closing quote before it.
    #[cold]
    pub(super) fn name_slip(&mut self, sign: usize, sound: &Sound, next: usize) -> Option<()> {
        let &Sound { quote, start, end, close, extra, .. } = sound;
        if quote != Quote::Double {
            return None;
        }
        if memchr::memchr2(b':', b'=', &self.text[start..end]).is_some() {
            // Taken as the name's end, the quote costs at least this.
            let ends = cost::NAME_WITHOUT_COLON + cost::NAME_WITH_COLON;
            if !begins_content(self.text, close) {
                return None;
            }
            self.at_least(extra.min(ends));
            return self.name_without_quote(sign, end);
        }
        let name = &self.text[start..end];
        let gap = &self.text[close..next];
        let is_value = matches!(self.text[next], b'"' | b'{' | b'[' | b'0'..=b'9' | b't' | b'f' | b'n');
        if gap.is_empty() || gap.contains(&b'\n') || !is_value || !is_plain_name(name) {
            return None;
        }
        // Before a name that lacks its colon, a quote is content as before any other.
        self.be_unsure(cost::of(Code::InnerQuote) + cost::INNER_BEFORE_COMMA);
        self.at_least(cost::of(Code::InnerQuote) + cost::INNER_IN_NAME);
        self.named(start, end)?;
        self.cost += cost::of(Code::MissingColon);
        self.fixes.push(Code::MissingColon, close, close, ":");
        self.pos = next;
        Some(())
    }

    /// The text ends in a name in quotes: it lost its closing one.
    #[cold]
    pub(super) fn unclosed_name(&mut self, sign: usize, unsound: &Unsound) -> Option<()> {
        if unsound.at < self.text.len() || self.text[sign] != b'"' || self.ends_in_fence() {
            return None;
        }
        // Or the name is what was cut off.
        self.at_least(unsound.extra.min(cost::CUT_STRING + self.cut_cost()));
        self.name_without_quote(sign, self.text.len())?;
        self.cut = Some(CutPlace::String);
        Some(())
    }

    /// The name that begins at `sign` ends at the colon that stands in its content; that ends at `end`.
    #[cold]
    fn name_without_quote(&mut self, sign: usize, end: usize) -> Option<()> {
        let start = sign + 1;
        let window = &self.text[start..end.min(start + SHORT)];
        let colon = window.iter().position(|byte| matches!(byte, b':' | b'='))?;
        let name = window[..colon].trim_ascii_end();
        let behind = start + colon + 1;
        if window[colon] != b':' || !is_plain_name(name) || self.text.get(behind) == Some(&b'=') {
            return None;
        }
        let end = start + name.len();
        self.at_least(cost::of(Code::InnerQuote) + cost::INNER_IN_NAME);
        if !is_colon_of_name(self.text, start + colon) {
            self.be_unsure(cost::of(Code::InnerQuote));
        }
        self.named(start, end)?;
        self.cost += cost::of(Code::MissingCloseQuote);
        self.note_quotes(sign, &Sound::unclosed(sign, end));
        self.pos = self.behind_blanks(behind)?;
        Some(())
    }

    /// Did the string that closed at `pos` rather lose its closing quote, and is that the one of the next name?
    pub(super) fn has_lost_quote(&self, sign: usize, sound: &Sound) -> bool {
        let next = self.text.get(sound.close);
        self.text[sign] == b'"' && next.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
    }

    /// The string ended before the separators in front of the quote that seemed to be its own.
    #[cold]
    pub(super) fn lost_quote(&mut self, sign: usize, sound: &Sound) -> Option<()> {
        // A quote before a word is content; as the end, it stands as one that opens a quotation, and wants a comma.
        let opens = cost::CLOSE_BEFORE_WORD + cost::of(Code::MissingComma);
        if !b" {[(<=:,".contains(&self.text[sound.end - 1]) {
            return None;
        }
        self.at_least(cost::of(Code::InnerQuote).min(opens));
        self.value_without_quote(sign, sound.end)
    }

    /// The text ends in a string that is a value.
    #[cold]
    pub(super) fn unclosed_value(&mut self, sign: usize, unsound: &Unsound) -> Option<Value> {
        let start = sign + 1;
        let is_end = unsound.at == self.text.len()
            || self.text[unsound.at] == b'\\'
                && matches!(scan::escape_end(self.text, unsound.at), Err(error) if error.kind == ScanErrorKind::UnexpectedEnd);
        if !is_end || self.text[sign] != b'"' || self.ends_in_fence() {
            return None;
        }
        self.at_least(unsound.extra);
        self.holds_no_json(start, self.text.len())?;
        self.cut = Some(CutPlace::String);
        if may_have_ended(&self.text[start..]) {
            // Or what was cut off is the string.
            self.at_least(cost::CUT_STRING + self.cut_cost());
            self.value_without_quote(sign, self.text.len())?;
            return Some(Value::String(Quote::Double));
        }
        let end = self.text.len();
        self.cost += cost::CUT_STRING;
        self.note_quotes(sign, &Sound::unclosed(sign, end));
        self.pos = end;
        Some(Value::String(Quote::Double))
    }

    /// The string that begins at `sign` ends before the separators that its content ends with; that ends at `end`.
    #[cold]
    fn value_without_quote(&mut self, sign: usize, end: usize) -> Option<()> {
        let start = sign + 1;
        let content = &self.text[start..end];
        let role = if self.frame().is_object { Role::Value } else { Role::Item };
        if before_comments(content).is_some() {
            return None;
        }
        let end = start + before_separators(content, false)?;
        if before_literals(&self.text[start..end], role).is_some() {
            return None;
        }
        self.cost += cost::of(Code::MissingCloseQuote);
        self.note_quotes(sign, &Sound::unclosed(sign, end));
        self.unsure = None;
        self.pos = end;
        Some(())
    }

    /// The text ends behind a value, and all that is open is closed.
    pub(super) fn cut(&mut self, value: Value) -> Option<Next> {
        let end = self.pos;
        if !self.text[end..].iter().all(|byte| is_space(*byte)) {
            return None;
        }
        if value == Value::Number && end < self.text.len() {
            return None;
        }
        self.be_unsure(cost::of(Code::InnerQuote) + cost::INNER_BEFORE_CLOSER);
        self.cost += self.cut_cost();
        let place = if value == Value::Number { CutPlace::Number } else { CutPlace::BetweenMembers };
        self.cut.get_or_insert(place);
        for depth in (0..self.depth).rev() {
            let closer = if self.open[depth].is_object { "}" } else { "]" };
            self.fixes.push(Code::CutOff, end, end, closer);
        }
        Some(Next::Cut)
    }

    /// What it costs that the text ends here.
    fn cut_cost(&self) -> u32 {
        cost::CUT + cost::CUT_LEVEL * self.depth as u32
    }

    /// The document is over: nothing may follow, but for a few closing brackets too many.
    pub(super) fn end(&mut self) -> Option<()> {
        let end = self.pos;
        let rest = trimmed(&self.text[end..]);
        let surplus = rest.iter().filter(|byte| matches!(byte, b'}' | b']')).count();
        let space = rest.iter().filter(|byte| is_space(**byte)).count();
        if surplus + space < rest.len() || surplus > FEW.into() {
            return None;
        }
        if surplus > 0 {
            self.be_unsure(cost::of(Code::InnerQuote));
            self.cost += cost::TAIL_CLOSER * surplus as u32;
            self.fixes.push(Code::SurplusCloser, end, end + rest.len(), "");
        }
        Some(())
    }

    fn ends_in_fence(&self) -> bool {
        self.text.trim_ascii_end().ends_with(b"```")
    }
}

/// Without the white space of JSON at its end.
pub(super) fn trimmed(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| !is_space(*byte)).map_or(0, |last| last + 1);
    &text[..end]
}

/// Is this a name that nobody takes for anything else?
fn is_plain_name(name: &[u8]) -> bool {
    !name.is_empty()
        && name.len() < SHORT
        && name.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

/// Does something begin at `pos` that follows no quote which closes a string?
fn begins_content(text: &[u8], pos: usize) -> bool {
    let at = near(text, pos);
    let Some(byte) = text.get(at) else { return false };
    byte.is_ascii_alphanumeric() && (at == pos || !value_at(text, at))
        || b"_*$@~!?|&^%".contains(byte)
        || at == pos && b"/#\\.([{".contains(byte)
}
