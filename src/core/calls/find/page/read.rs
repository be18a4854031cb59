//! Reads a page forward: what each character does to the line, the fence, and the quotation that are open.

use super::next::Next;
use super::{Fence, Line, Mark, Page, Quotation};
use crate::core::calls::find::marks::{
    FENCE, LONGEST_ITEM, LONGEST_LANGUAGE, LONGEST_TAG, PROGRAMS, QUOTES, QUOTING, SPANS, announces_example,
    closes, is_patched, is_row, is_said, quoting, run,
};
use crate::core::calls::formats::turns;
use crate::core::json::boundary;

impl Page<'_> {
    /// Reads the page up to `to`.
    pub(super) fn read_to(&mut self, to: usize) {
        while self.pos < to {
            self.step(to);
        }
    }

    /// Reads one mark, tag, or character.
    fn step(&mut self, to: usize) {
        let rest = &self.text[self.pos..];
        let Some(first) = rest.chars().next() else { return self.pos = to };
        if self.pos < self.span_end {
            self.pos = self.span_end.min(to);
            return;
        }
        if first == '\n' {
            return self.end_line();
        }
        if self.quotation.is_none() && (self.open_span(rest) || self.open_element(rest)) {
            return;
        }
        match first {
            '`' | '~' if run(rest.as_bytes(), 0) >= FENCE && self.fence_mark(rest, rest.as_bytes()[0]) => {
                return;
            }
            '`' => return self.ticks(rest),
            '<' | '[' if self.tag(rest, to) => return,
            '\\' => self.pos += 1,
            _ => self.character(first),
        }
        self.pos += rest[self.pos_in(rest)..].chars().next().map_or(1, char::len_utf8);
    }

    /// Offset in `rest`, which began where the step did, of the place so far.
    fn pos_in(&self, rest: &str) -> usize {
        (self.pos + rest.len() - self.text.len()).min(rest.len())
    }

    fn end_line(&mut self) {
        let line = &self.text[self.line.start..self.pos];
        match &mut self.fence {
            Some(fence) => {
                fence.has_text |= self.line.has_words;
                fence.is_program |= self.line.has_words && is_said(line);
            }
            None if self.line.has_words => self.said = self.line.start..self.pos,
            None => {}
        }
        let keeps =
            matches!(self.quotation, Some(Quotation { mark: Mark::Ticks(_), .. })) && !line.trim().is_empty();
        if !keeps {
            self.quotation = None;
        }
        self.pos += 1;
        self.begin_line();
    }

    /// Begins a line here.
    pub(super) fn begin_line(&mut self) {
        let line = &self.text[self.pos..];
        // A patch goes on with lines that it adds, takes away, or leaves.
        self.in_patch =
            line.starts_with("@@ -") || self.in_patch && line.starts_with([' ', '+', '-', '\\', '@']);
        let is_quoted = self.in_patch || self.is_sign();
        self.line = Line { start: self.pos, is_quoted, ..Line::default() };
    }

    /// Returns whether the line that begins here is quoted, a comment, or a changed line of a patch.
    fn is_sign(&self) -> bool {
        let line = self.text[self.pos..].trim_start_matches([' ', '\t']);
        let is_quote = line.starts_with('>') && !line.starts_with(">>>");
        let is_comment = line.starts_with("//");
        let is_code = self.fence.is_some() && line.starts_with(['#', ';', '%', '+', '-']) || is_patched(line);
        is_quote || is_comment || is_code || is_row(line)
    }

    /// Opens an element that quotes what is in it, and that ends somewhere in the rest of the text. It begins its line, or what
    /// it holds follows at once: other tags are words of a sentence.
    fn open_element(&mut self, rest: &str) -> bool {
        let Some((name, len)) = quoting(rest) else { return false };
        let is_block = !self.line.has_words && self.line.last.is_none();
        let is_inline = !rest[len..].starts_with(|c: char| c.is_whitespace() || ",.;:)'\"`".contains(c));
        let Some(index) = QUOTING.iter().position(|known| *known == name) else { return false };
        if self.never_closed[index] || !is_block && !is_inline {
            return false;
        }
        let close = format!("</{name}>");
        let Some(inside) = rest[len..].find(&close) else {
            self.never_closed[index] = true;
            return false;
        };
        let end = self.pos + len + inside + close.len();
        if self.is_all(self.pos, end) {
            // It wraps the call as a fence does.
            self.pos += len;
            return true;
        }
        self.span_end = end;
        self.line.last = Some('"');
        true
    }

    /// Opens a comment or a long string, which ends somewhere in the rest of the text.
    fn open_span(&mut self, rest: &str) -> bool {
        let Some(index) = SPANS.iter().position(|(open, _)| rest.starts_with(open)) else { return false };
        let (open, close) = SPANS[index];
        let is_glued = || self.text[..self.pos].ends_with(|c: char| !c.is_whitespace());
        if self.unclosed[index] || open == "/*" && is_glued() {
            return false;
        }
        let Some(len) = rest[open.len()..].find(close) else {
            self.unclosed[index] = true;
            return false;
        };
        self.span_end = self.pos + open.len() + len + close.len();
        self.line.last = Some('"');
        true
    }

    /// Opens or closes a fence.
    fn fence_mark(&mut self, rest: &str, mark: u8) -> bool {
        let len = run(rest.as_bytes(), 0);
        let ends_line = || {
            let word = rest[len..].trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
            word.trim_start_matches([' ', '\t', '\r']).starts_with('\n')
        };
        let begins = !self.line.has_words && self.line.last.is_none() || ends_line();
        match &self.fence {
            Some(fence) if fence.mark == mark && len >= fence.len => {
                self.fence = None;
                self.restart(self.pos + len);
                true
            }
            None if begins => {
                let word = rest[len..].split(char::is_whitespace).next().unwrap_or_default();
                let word = if word.len() > LONGEST_LANGUAGE {
                    ""
                } else {
                    word.split(['{', '[', '<']).next().unwrap_or_default()
                };
                let language = word.trim_matches(['{', '}', '.']).to_ascii_lowercase();
                self.fence = Some(Fence {
                    mark,
                    len,
                    is_program: PROGRAMS.contains(&&*language),
                    is_example: announces_example(&self.text[self.said.clone()]),
                    has_text: false,
                    is_code: false,
                    close: Next::default(),
                });
                self.restart(self.pos + len + word.len());
                true
            }
            _ => false,
        }
    }

    /// Opens or closes a span of code.
    fn ticks(&mut self, rest: &str) {
        let len = run(rest.as_bytes(), 0);
        let start = self.pos;
        self.pos += len;
        match self.quotation {
            Some(Quotation { mark: Mark::Ticks(open), .. }) if open == len => self.quotation = None,
            None => self.quotation = Some(Quotation { start, mark: Mark::Ticks(len) }),
            _ => {}
        }
    }

    /// Passes over a tag or a token, which is no word.
    fn tag(&mut self, rest: &str, to: usize) -> bool {
        let close = if rest.starts_with('<') { '>' } else { ']' };
        let end = boundary::ceil(rest, rest.len().min(LONGEST_TAG));
        let Some(len) = rest[..end].find([close, '\n']).filter(|at| rest[*at..].starts_with(close)) else {
            return false;
        };
        let tag = &rest[..=len];
        let inside = tag[1..].trim_start_matches('/');
        let is_tag = match close {
            '>' => inside.starts_with(|c: char| c.is_alphabetic() || "|｜!".contains(c)),
            _ => inside.starts_with(|c: char| c.is_ascii_uppercase()) && !inside.contains(char::is_lowercase),
        };
        if !is_tag {
            return false;
        }
        let next = self.pos + tag.len();
        if next > to {
            // The candidate begins in the tag.
            self.pos = to;
        } else if turns::ends_turn(rest) {
            self.restart(next);
        } else {
            self.pos = next;
            if close == '>' && self.line.has_words {
                self.line.last = Some('>').filter(|_| tag.starts_with("<br")).or(self.line.last);
            }
        }
        true
    }

    fn character(&mut self, first: char) {
        match self.quotation {
            Some(Quotation { mark: Mark::Quote(ends), .. })
                if ends.contains(&first) && closes(first, &self.text[self.pos + first.len_utf8()..]) =>
            {
                self.quotation = None;
            }
            None => {
                let before = self.text[self.line.start..self.pos].chars().next_back();
                let after = self.text[self.pos + first.len_utf8()..].chars().next();
                let opens = before.is_none_or(|c| c.is_whitespace() || "([{<=:,>—–-（：".contains(c))
                    && after.is_some_and(|c| !c.is_whitespace());
                let quote = QUOTES.iter().find(|(open, _)| *open == first);
                if let Some((_, ends)) = quote.filter(|_| opens || !first.is_ascii()) {
                    self.quotation = Some(Quotation { start: self.pos, mark: Mark::Quote(ends) });
                }
            }
            _ => {}
        }
        if first.is_alphanumeric() && !self.is_number_of_item() {
            self.line.has_words = true;
        }
        if !first.is_whitespace() && !"*_-+•#".contains(first) {
            self.line.last = Some(first);
        }
    }

    /// Returns whether the character here belongs to the number of an item of a list.
    fn is_number_of_item(&self) -> bool {
        let start = self.line.start;
        if self.pos >= start + LONGEST_ITEM {
            return false;
        }
        let line = &self.text[start..boundary::ceil(self.text, self.text.len().min(start + LONGEST_ITEM))];
        let item = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        item.starts_with(['.', ')']) && self.pos < start + line.len() - item.len()
    }
}
