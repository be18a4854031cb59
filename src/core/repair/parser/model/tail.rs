//! The cost of text that is passed over: what follows a document, and comments.

use crate::core::repair::notation;
use crate::core::repair::parser::model::weights::Feature::{
    RatherContent, SkippedToken, SurplusCloser, TailBrackets, TailDocument, TailProse, TailTokens,
};
use crate::core::repair::parser::text::keys::{self, key_at};
use crate::core::repair::parser::text::lexer::{self, near, token_at};
use crate::core::repair::parser::text::limits::{LOOK_FAR, LOOK_WIDE};
use crate::core::repair::parser::text::source::Source;
use crate::core::repair::parser::text::tokens::{Quote, TokenKind, set};

impl Source<'_> {
    /// What the text after a document says about where the document ends.
    pub(in crate::core::repair) fn tail_cost(&self, end: usize) -> u32 {
        let mut at = near(self.text, end);
        let mut token = token_at(self.text, at);
        let mut surplus = 0;
        while token.kind.is_in(set::CLOSE | set::SEMICOLON | set::LEAKED) && surplus < 16 {
            surplus += u32::from(token.kind.is_in(set::CLOSE));
            at = near(self.text, at + token.len);
            token = token_at(self.text, at);
        }
        // Prose has few quotes, and no brackets that close what it did not open.
        let mut line = self.text[end..at].contains(&b'\n');
        let closers = if at > self.last_sign || self.surplus_closers(at) <= 0 {
            0
        } else if self.is_sentence(at) {
            SurplusCloser.weight()
        } else {
            TailBrackets.weight()
        };
        let next = near(self.text, at + token.len);
        let next_opens = token_at(self.text, next).kind.is_in(set::OPEN | set::END);
        // After a document that is closed, brackets alone, which make pairs, belong to no string: it would have to end.
        let is_closed = matches!(lexer::sign_before(self.text, end), Some(b'}' | b']'));
        line |= is_closed && closers == 0 && ends_in_words(lexer::window(self.text, at, LOOK_FAR));
        let is_apart = is_closed && closers == 0 && !self.has_quote_after(at);
        let signs = if at > self.last_sign || is_apart {
            0
        } else if closers > 0 {
            closers
        } else if line {
            TailProse.weight()
        } else {
            TailBrackets.weight()
        };
        // Whatever has quotes in it costs as much as reading them as content would.
        let signs = if signs > 0 && !line { signs + self.skipped(at) } else { signs };
        match token.kind {
            TokenKind::End => SurplusCloser.weight() * surplus,
            TokenKind::Open(_) if self.is_copy(at) => TailDocument.weight(),
            TokenKind::Open(_) if self.opens_document(next) => TailDocument.weight() + closers,
            TokenKind::Comma if next_opens => TailDocument.weight() + closers,
            TokenKind::Fence if line => TailDocument.weight(),
            TokenKind::Quote(Quote::Backtick) | TokenKind::Fence => TailProse.weight() + signs,
            TokenKind::Quote(_)
            | TokenKind::Colon
            | TokenKind::Equals
            | TokenKind::Plus
            | TokenKind::Comma => TailProse.weight() + TailTokens.weight() + signs,
            _ if self.text[at] == b'\\' => TailProse.weight() + TailTokens.weight() + signs,
            _ if at == end => 2 * TailProse.weight() + signs,
            _ => TailProse.weight() + signs,
        }
    }

    /// Returns whether what stands at `at`, after a bracket that opens, can be the first thing of a document. Code has brackets,
    /// too.
    fn opens_document(&self, at: usize) -> bool {
        let is_close = token_at(self.text, at).kind.is_in(set::CLOSE | set::END | set::ELLIPSIS);
        is_close || self.text[at] == b'/' || keys::key_at(self.text, at) || lexer::value_at(self.text, at)
    }

    /// What it costs to pass over all tokens from `at` to the end of the text: as much as to read them.
    pub(in crate::core::repair) fn skipped(&self, at: usize) -> u32 {
        SkippedToken.weight() * self.counts_after(at).1
    }

    /// How much a comment looks like part of a string instead: it holds quotes or written-out line ends, or what
    /// should close the document.
    pub(in crate::core::repair) fn comment_cost(&self, pos: usize, len: usize) -> u32 {
        let comment = lexer::window(&self.text[..pos + len], pos, LOOK_WIDE);
        let is_glued = notation::comment_is_content(self.text, pos..pos + comment.len());
        let glued = if is_glued { RatherContent.weight() } else { 0 };
        let has_escape = || memchr::memmem::find(comment, b"\\n").is_some();
        // Code in a string has comments, and the string ends after them.
        let quote = if lexer::sign_before(self.text, pos) == Some(b'\'') { b'\'' } else { b'"' };
        let end = self.text[pos..pos + len].trim_ascii_end();
        let ends = || end.strip_suffix(b",").unwrap_or(end).ends_with(&[quote]);
        // Apostrophes need not make pairs.
        let is_unpaired = || match memchr::memchr_iter(quote, comment).count() {
            1 => true,
            count => quote == b'"' && count % 2 == 1,
        };
        let is_rest = ends() && (has_escape() || is_unpaired());
        // Where the structure goes on after it, it was a comment whatever else it holds.
        let next = near(self.text, pos + len);
        let sane = key_at(self.text, next) || token_at(self.text, next).kind.is_in(set::CLOSE | set::OPEN);
        if sane && self.text[pos + len..next].contains(&b'\n') && !is_rest {
            return glued;
        }
        let quotes = comment.iter().filter(|b| **b == quote).take(8).count() as u32;
        let closers = !comment.starts_with(b"/*") && pos + len > self.last_sign && pos < self.last_sign;
        let each = SkippedToken.weight() << u32::from(is_rest);
        // What goes with the rest of the document costs as much as to read it would: else a long one ends in a comment.
        let rest = if closers { TailBrackets.weight() + self.skipped(pos) } else { 0 };
        let lines = if is_rest || has_escape() { RatherContent.weight() } else { 0 };
        glued + each * quotes + lines + rest
    }
}

/// Returns whether the rest of the line is words, and more text stands after the line.
fn ends_in_words(rest: &[u8]) -> bool {
    let Some(line) = memchr::memchr(b'\n', rest).map(|end| &rest[..end]) else { return false };
    let line = line.strip_prefix(b",").unwrap_or(line);
    line.first() == Some(&b' ')
        && line.trim_ascii().first().is_some_and(u8::is_ascii_alphabetic)
        && !line.iter().any(|byte| b"\"{}[]=".contains(byte))
}
