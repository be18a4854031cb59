//! What stands behind a sign that may close a string: the evidence for and against.
//!
//! Looking ahead is bounded, and sees through whatever means nothing between signs: white space in every dress, comments,
//! leaked tokens, and written-out line ends where the whole document is written with them.

use super::choose::Search;
use super::cost;
use super::lexer::{self, LOOK, Sign, key_at, near, quote_at, token_at, value_at};
use super::state::{Role, State};
use super::weights::Feature::TailTokens;

/// What stands behind a sign that may close a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Follow {
    End,
    /// A comma, a name and its colon.
    Member,
    /// A comma and something that can be a value.
    Item,
    /// A comma, and then something else, or a closing bracket.
    Comma,
    /// A closing bracket that fits, and a sane sign behind it.
    Closer,
    /// Closing brackets that do not fit or close the document, and then a member all the same.
    Early,
    /// A closing bracket that does not fit, or has odd text behind it.
    OddCloser,
    Colon,
    /// A name and its colon, without a comma.
    Name,
    Plus,
    /// A written-out `\n`: we are most likely still inside the string.
    Escape,
    /// A value, behind white space.
    Value,
    /// Another quote.
    Quote,
    Fence,
    Other,
}

impl Search<'_> {
    /// What stands behind `pos`, as seen from inside this string.
    pub(super) fn follow(&self, state: &State, pos: usize) -> Follow {
        let first = near(self.text, pos);
        let at = self.beyond(state, pos);
        let token = token_at(self.text, at);
        match token.sign {
            Sign::End => Follow::End,
            Sign::Colon | Sign::Equals => Follow::Colon,
            Sign::Plus if quote_at(self.text, near(self.text, at + 1)).is_some() => {
                if self.is_plus_in_quotes(pos - 1) { Follow::Other } else { Follow::Plus }
            }
            Sign::Comma | Sign::Semicolon => self.follow_comma(state, at + token.len),
            Sign::Close(bracket) => self.follow_closer(state, bracket, at + token.len),
            Sign::Fence => Follow::Fence,
            Sign::Other if lexer::is_written_space(self.text, at) => Follow::Escape,
            Sign::Quote(_) if at == pos => Follow::Quote,
            _ if at > pos && self.member_at(state, at) => Follow::Name,
            _ if first > pos && lexer::comment_at(self.text, first).is_some() => Follow::Comma,
            _ if at > pos && value_at(self.text, at) => Follow::Value,
            _ => Follow::Other,
        }
    }

    /// The next sign behind `pos`, past all that means nothing between signs; a bounded stretch.
    pub(super) fn beyond(&self, state: &State, pos: usize) -> usize {
        let window = &self.text[..self.text.len().min(pos + 4 * LOOK)];
        let mut at = near(window, pos);
        loop {
            let len = match window.get(at) {
                Some(b'/' | b'#') if at > pos => {
                    lexer::comment_len(window, at).filter(|len| at + len < window.len())
                }
                Some(b'<') if quote_at(window, at).is_none() => lexer::leaked_len(window, at),
                Some(b'\\') if state.habits & cost::ESCAPED_LINES != 0 => {
                    lexer::is_written_space(window, at).then_some(2)
                }
                Some(_) => Some(lexer::odd_space_len(window, at)),
                None => None,
            };
            match len {
                None | Some(0) => return at,
                Some(len) => at = near(window, at + len),
            }
        }
    }

    /// Does a member name with its colon stand at `pos`, as this document writes them?
    pub(super) fn named_at(&self, state: &State, pos: usize) -> bool {
        key_at(self.text, pos)
            || state.habits & cost::EQUALS != 0 && lexer::key_with_equals_at(self.text, pos)
    }

    /// The same, where code in a string has names, too.
    fn member_at(&self, state: &State, pos: usize) -> bool {
        self.named_at(state, pos) && self.is_usual_name(state, pos)
    }

    /// Is a name at `pos` written as the names of this document are? Code in a string has names without quotes.
    pub(super) fn is_usual_name(&self, state: &State, pos: usize) -> bool {
        let root = self.root_name_start(state);
        let quoted = root > 0 && quote_at(self.text, root - 1).is_some();
        if !quoted || quote_at(self.text, pos).is_some() {
            return true;
        }
        // `name": 1` lost its opening quote.
        let window = &self.text[pos..self.text.len().min(pos + LOOK)];
        quote_at(window, lexer::name_len(window)).is_some()
    }

    fn follow_comma(&self, state: &State, pos: usize) -> Follow {
        let at = self.beyond(state, pos);
        let item = state.text.role == Role::Item;
        if !item && self.member_at(state, at) {
            return Follow::Member;
        }
        if item && (value_at(self.text, at) || matches!(self.text.get(at), Some(b']'))) {
            return Follow::Item;
        }
        match self.text.get(at) {
            // `; }` ends a block of code, too.
            Some(b'}') if !item && self.text[pos - 1] == b';' => self.follow_closer(state, b'}', at + 1),
            Some(b'}') if !item => Follow::Closer,
            Some(b'"') if !item && self.is_due_name(state, at + 1) => Follow::Member,
            Some(b'"') => Follow::Item,
            _ => Follow::Comma,
        }
    }

    /// Do the brackets from here on close what is open, up to something sane?
    fn follow_closer(&self, state: &State, bracket: u8, pos: usize) -> Follow {
        let mut frame = *self.frame(state);
        let (mut bracket, mut at) = (bracket, pos);
        for _ in 0..8 {
            if frame.depth == 0 || frame.kind.closer() != bracket && !(frame.wrong && bracket == b']') {
                return self.follow_odd_closer(state, at);
            }
            frame = *self.parent(&frame);
            let next = self.beyond(state, at);
            let token = token_at(self.text, next);
            match token.sign {
                Sign::End => return Follow::Closer,
                Sign::Close(_) if frame.depth == 0 => return self.follow_surplus(state, next),
                Sign::Close(closer) => (bracket, at) = (closer, next + token.len),
                Sign::Comma | Sign::Semicolon if frame.depth > 0 => {
                    let item = self.beyond(state, next + token.len);
                    let names = frame.kind.has_names();
                    let is_member = self.named_at(state, item);
                    let sane = if names { is_member } else { !is_member && value_at(self.text, item) };
                    return if sane { Follow::Closer } else { Follow::OddCloser };
                }
                _ if frame.depth == 0 && self.tail_cost(at) < TailTokens.weight() => return Follow::Closer,
                _ => return self.follow_odd_closer(state, at),
            }
        }
        Follow::Closer
    }

    /// Brackets too many stand at the end, or before what may follow a document.
    fn follow_surplus(&self, state: &State, at: usize) -> Follow {
        let at = self.behind_closers(state, at, 8, b"}])");
        if self.tail_cost(at) < TailTokens.weight() {
            Follow::Closer
        } else {
            self.follow_odd_closer(state, at)
        }
    }

    /// Does the document go on with a member behind brackets that say otherwise?
    fn follow_odd_closer(&self, state: &State, at: usize) -> Follow {
        let at = self.behind_closers(state, at, 7, b"}]");
        let token = token_at(self.text, at);
        let is_early = matches!(token.sign, Sign::Comma | Sign::Semicolon)
            && self.member_at(state, self.beyond(state, at + token.len));
        if is_early { Follow::Early } else { Follow::OddCloser }
    }

    /// Behind the closing brackets of these kinds, at most so many, and all that means nothing.
    fn behind_closers(&self, state: &State, at: usize, most: usize, closers: &[u8]) -> usize {
        let mut at = self.beyond(state, at);
        for _ in 0..most {
            let token = token_at(self.text, at);
            match token.sign {
                Sign::Close(closer) if closers.contains(&closer) => at = self.beyond(state, at + token.len),
                _ => break,
            }
        }
        at
    }
}
