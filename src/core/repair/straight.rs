//! Text that is JSON as it stands, but for quotes and names that another language writes so, read in one pass.
//!
//! Most of a broken document is not broken. Where every sign is what strict JSON wants, the best reading takes each for
//! what it is, at no cost; the other readings (this quote is content, that string ended earlier) all cost something and
//! wait in the queue, mostly in vain. So the best reading runs ahead here, a token at a time and without asking what
//! else it could be, and the stretch is kept as one entry: where it began, and the least that any other reading in it
//! can cost. Only when a reading is about to be taken up that is no better than that, or that stands within the
//! stretch, is the stretch *unfolded*: read again by the grammar, which proposes all it would have proposed, with the
//! order it would have had. The outcome is the same as without this file, which a test below checks; only where the queue
//! overflows is less given up.

use std::ops::Range;

use super::choose::Search;
use super::cost;
use super::fix::Code;
use super::lexer::{self, LOOK, is_colon_of_name, is_name_byte, near};
use super::sound::{self, ODD, Sound, may_be_quote};
use super::state::{ADDED, Expect, Frame, Kind, NONE, Op, Open, Role, State};
use super::tail::is_copy;
use crate::core::json::{is_space, scan};

/// The longest name that surely fits into the lexer's look ahead, with its quotes and colon.
pub(super) const SHORT: usize = LOOK - 16;
/// Blanks between two tokens of a stretch.
const BLANKS: usize = 64;

/// A stretch that the best reading ran through.
pub(super) struct Stretch {
    pub from: State,
    /// Where the reading came out.
    pub to: usize,
    /// No other reading in it costs less.
    pub least: u32,
    /// Proposals in it are numbered from here on.
    pub order: u64,
    /// The fixes that it brought, one after the other.
    pub fixes: Range<u32>,
}

/// A reading on its way through a stretch.
struct Run {
    state: State,
    /// Frames from here on are this run's own.
    own: u32,
    /// What another reading costs at least, beside what this one has cost.
    extra: u32,
    /// A string closed, and what follows does not say yet how sure that was.
    pending: bool,
    /// Steps that the grammar would have taken.
    steps: usize,
    /// The run as it was before the last string that is a value, while the container of that is open.
    before: Option<Mark>,
}

impl Run {
    /// Something here may as well be content of the last string, or come too late.
    fn be_unsure(&mut self) {
        let State { habits, slips, .. } = self.state;
        let quote = cost::given(Code::InnerQuote, habits, slips);
        self.extra = self.extra.min(quote).min(cost::given(Code::MissingCloseQuote, habits, slips));
    }
}

/// How far a run had come.
struct Mark {
    state: State,
    extra: u32,
    steps: usize,
    log: u32,
    /// Values in the container so far: they are counted in place.
    items: u8,
}

/// Another reading of a quote that surely closes its string.
pub(super) fn sure(habits: u8, slips: u32) -> u32 {
    let place = cost::INNER_BEFORE_ITEM.min(cost::INNER_BEFORE_CLOSER).min(cost::INNER_BEFORE_MEMBER);
    let name = cost::INNER_IN_NAME + cost::INNER_NAME_BEFORE_COLON;
    cost::given(Code::InnerQuote, habits, slips) + place.min(name)
}

impl Search<'_> {
    /// Runs ahead with `state`, the best reading; `false` where there is nothing to run through.
    pub(super) fn straight(&mut self, state: &mut State) -> bool {
        #[cfg(test)]
        if self.plodding {
            return false;
        }
        // Hints make names cost, a trace wants every step, and written-out line ends may stand for white space.
        if self.expect.is_some() || self.recording || state.habits & cost::ESCAPED_LINES != 0 {
            return false;
        }
        if state.pos < self.read_to.max(self.far)
            || matches!(state.expect, Expect::Text | Expect::Bare | Expect::Done)
        {
            return false;
        }
        let own = self.memory.frames.len() as u32;
        let log = self.memory.log.len() as u32;
        let ahead = State { ahead: 0, ..*state };
        let extra = sure(state.habits, state.slips);
        let mut run = Run { state: ahead, own, extra, pending: false, steps: 0, before: None };
        while self.token(&mut run).is_some() {}
        if run.steps == 0 {
            return false;
        }
        let (mut from, mut log, mut steps) = (*state, log, run.steps);
        if run.pending && !self.ends_sanely(&run.state) {
            run.be_unsure();
            // Only how the last string ends is unsure: it is a stretch of its own.
            if let Some(before) = run.before.take().filter(|before| before.steps > 0) {
                self.keep_to(from, &before, log);
                steps -= before.steps;
                (from, log) = (before.state, before.log);
                self.refit(&mut from, |frame| frame.items = before.items);
            }
        }
        // The caller counts one step itself.
        let end = Mark { steps: steps - 1, ..self.mark(&run) };
        self.keep_to(from, &end, log);
        *state = run.state;
        true
    }

    /// How far a run has come.
    fn mark(&self, run: &Run) -> Mark {
        let &Run { state, extra, steps, .. } = run;
        Mark { state, extra, steps, log: self.memory.log.len() as u32, items: self.frame(&state).items }
    }

    /// Keeps the stretch from `from`, whose fixes begin with `log`, to where a run had come.
    fn keep_to(&mut self, from: State, end: &Mark, log: u32) {
        let (least, fixes) = (from.cost + end.extra, log..end.log);
        self.keep(Stretch { from, to: end.state.pos, least, order: self.order, fixes }, end.steps);
    }

    /// Is the document over behind the bracket that comes next?
    fn ends_sanely(&self, state: &State) -> bool {
        let rest = self.text[state.pos..self.end].trim_ascii_start();
        state.expect == Expect::After && matches!(rest, b"}" | b"]")
    }

    /// One token, if it is what JSON wants here.
    fn token(&mut self, run: &mut Run) -> Option<()> {
        let pos = self.behind_blanks(run.state.pos)?;
        match (run.state.expect, self.text[pos]) {
            (Expect::After, b',') => self.straight_comma(run, pos),
            (Expect::After | Expect::First | Expect::Name, b'}' | b']') => self.straight_close(run, pos),
            (Expect::Name | Expect::NextName, byte) if may_be_quote(byte) => self.straight_name(run, pos),
            (Expect::Name | Expect::NextName, b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
                self.straight_word(run, pos)
            }
            (Expect::Colon, b':') => self.straight_colon(run, pos),
            (Expect::Value | Expect::First | Expect::NextItem, byte) => self.straight_value(run, pos, byte),
            _ => None,
        }
    }

    /// The offset behind a few blanks; `None` where there are many or nothing follows.
    fn behind_blanks(&self, pos: usize) -> Option<usize> {
        let window = &self.text[pos..self.text.len().min(pos + BLANKS)];
        window.iter().position(|byte| !is_space(*byte)).map(|at| pos + at)
    }

    /// The innermost container, where it is an ordinary one.
    fn plain_frame(&self, state: &State) -> Option<&Frame> {
        let frame = self.frame(state);
        let plain = matches!(frame.kind, Kind::Object | Kind::Array) && !frame.wrong && frame.braces == 1;
        (state.frame != 0 && plain).then_some(frame)
    }

    /// The innermost container, to be changed: a copy where other readings may hold it, too.
    fn own_frame(&mut self, run: &mut Run) -> &mut Frame {
        if run.state.frame < run.own {
            let frame = *self.frame(&run.state);
            self.memory.frames.push(frame);
            run.state.frame = self.memory.frames.len() as u32 - 1;
        }
        &mut self.memory.frames[run.state.frame as usize]
    }

    fn straight_comma(&mut self, run: &mut Run, pos: usize) -> Option<()> {
        let expect = match self.plain_frame(&run.state)?.kind {
            Kind::Object => Expect::NextName,
            _ => Expect::NextItem,
        };
        run.state.advance(expect, pos + 1);
        (run.state.comma, run.state.joint) = (pos, NONE);
        run.steps += 1;
        Some(())
    }

    fn straight_colon(&mut self, run: &mut Run, pos: usize) -> Option<()> {
        let end = pos + 1;
        if self.text.get(end) == Some(&b'=') {
            return None;
        }
        run.state.advance(Expect::Value, end);
        run.state.comma = NONE;
        run.steps += 1;
        Some(())
    }

    /// A bracket that closes the innermost container; where that is the document, nothing may follow.
    fn straight_close(&mut self, run: &mut Run, pos: usize) -> Option<()> {
        let frame = *self.plain_frame(&run.state)?;
        if frame.kind.closer() != self.text[pos] {
            return None;
        }
        if frame.parent == 0 {
            return self.straight_end(run, pos);
        }
        let outer = State { frame: frame.parent, joint: NONE, ..run.state };
        self.plain_frame(&outer)?;
        if run.state.expect != Expect::After {
            run.state.begin(pos);
        }
        // Nobody else knows a frame that this run made, and no mark is left in it.
        run.before = None;
        if run.state.frame >= run.own && run.state.frame as usize + 1 == self.memory.frames.len() {
            self.memory.frames.pop();
        }
        run.state.frame = frame.parent;
        self.straight_value_done(run, pos + 1, NONE);
        run.steps += 1;
        Some(())
    }

    /// The bracket at `pos` closes the document, and the text ends behind it: no other reading of it makes sense.
    #[cold]
    fn straight_end(&self, run: &mut Run, pos: usize) -> Option<()> {
        let end = pos + 1;
        let rest = &self.text[end..];
        if run.state.expect != Expect::After
            || rest.len() > BLANKS
            || !rest.iter().all(|byte| is_space(*byte))
        {
            return None;
        }
        run.pending &= !self.ends_sanely(&run.state);
        run.state.advance(Expect::Done, end);
        (run.state.frame, run.state.comma, run.state.joint) = (0, NONE, NONE);
        run.steps += 1;
        Some(())
    }

    fn straight_name(&mut self, run: &mut Run, pos: usize) -> Option<()> {
        let frame = *self.plain_frame(&run.state)?;
        let sound = sound::read(self.text, pos).ok()?;
        let Sound { quote, start, end, close, extra, .. } = sound;
        let colon = self.behind_blanks(close)?;
        let name = &self.text[start..end];
        let again = frame.name != (0, 0) && self.text[frame.name.0..frame.name.1] == *name;
        if self.text[colon] != b':' || again || name.is_empty() || frame.kind != Kind::Object {
            return None;
        }
        let plain = name.iter().all(|byte| is_name_byte(*byte));
        if !plain {
            run.extra = run.extra.min(extra).min(ODD);
            run.be_unsure();
        }
        let is_key = is_colon_of_name(self.text, colon);
        if run.pending && !(plain && is_key && name.len() < SHORT && colon < close + 7) {
            run.be_unsure();
        }
        run.pending = false;
        run.state.begin(pos);
        self.note_quotes(&mut run.state, pos, &sound);
        run.state.text = Open { sign: pos, start, quote, role: Role::Name, ..Open::NOTHING };
        run.state.advance(Expect::Colon, close);
        (run.state.comma, run.state.joint) = (NONE, end);
        if frame.name == (0, 0) {
            self.own_frame(run).begin_with((start, end));
        }
        run.steps += 2;
        Some(())
    }

    /// A name without quotes and its colon, as JavaScript writes them: a fix that costs nothing.
    #[cold]
    fn straight_word(&mut self, run: &mut Run, pos: usize) -> Option<()> {
        let frame = *self.plain_frame(&run.state)?;
        let window = &self.text[pos..self.text.len().min(pos + SHORT)];
        let len = window.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        let (name, end) = (&window[..len], pos + len);
        let again = frame.name != (0, 0) && self.text[frame.name.0..frame.name.1] == *name;
        let is_colon = self.text.get(end) == Some(&b':')
            && self.text.get(end + 1).is_some_and(|byte| *byte != b'=')
            && is_colon_of_name(self.text, end);
        // Where quotes were not escaped before it, it may cost something.
        let is_odd = run.state.habits & cost::QUOTES != 0;
        if !is_colon || again || is_odd || frame.kind != Kind::Object || self.may_begin_anew(&run.state, pos)
        {
            return None;
        }
        // The document may end before it; and code in a string has such names.
        run.extra = run.extra.min(cost::END_HERE + 2);
        if run.pending {
            run.be_unsure();
        }
        run.pending = false;
        run.state.begin(pos);
        self.add(&mut run.state, Op::Bare { start: pos, end, code: Code::UnquotedKey });
        run.state.advance(Expect::Colon, end);
        (run.state.comma, run.state.joint) = (NONE, NONE);
        if frame.name == (0, 0) {
            self.own_frame(run).begin_with((pos, end));
        }
        run.steps += 1;
        Some(())
    }

    fn straight_value(&mut self, run: &mut Run, pos: usize, byte: u8) -> Option<()> {
        let named = run.state.expect == Expect::Value && run.state.frame != 0;
        if !may_be_quote(byte) && self.may_begin_anew(&run.state, pos) {
            return None;
        }
        if byte != b'{' && byte != b'[' && self.is_behind_array(&run.state) {
            run.extra = run.extra.min(cost::of(Code::MissingOpener));
        }
        match byte {
            b'{' | b'[' => {
                let kind = if byte == b'{' { Kind::Object } else { Kind::Array };
                let next = self.text.get(pos + 1);
                let depth = self.frame(&run.state).depth as usize;
                if depth >= self.max_depth || byte == b'{' && next == Some(&b'{') {
                    return None;
                }
                if !named {
                    run.state.begin(pos);
                }
                run.state = self.enter(State { pos, ..run.state }, kind, pos, pos + 1)?;
                run.pending = false;
                run.steps += 1;
            }
            _ if may_be_quote(byte) => {
                self.plain_frame(&run.state)?;
                let sound = sound::read(self.text, pos).ok()?;
                let Sound { quote, start, end, close, extra, .. } = sound;
                self.separator(close)?;
                run.before = Some(self.mark(run));
                let content = &self.text[start..end];
                run.extra = run.extra.min(extra);
                if content.trim_ascii_end().last() == Some(&b'{') {
                    run.extra = run.extra.min(ODD);
                }
                if matches!(self.text[close], b'\t' | b'\r') {
                    run.be_unsure();
                }
                run.pending = true;
                let role = if named { Role::Value } else { Role::Item };
                if !named {
                    run.state.begin(pos);
                }
                run.state.text = Open { sign: pos, start, quote, role, ..Open::NOTHING };
                self.note_quotes(&mut run.state, pos, &sound);
                self.straight_value_done(run, close, end);
                run.steps += 2;
            }
            _ => {
                self.plain_frame(&run.state)?;
                let end = scan::scalar_end(self.text, pos).ok()?;
                self.separator(end)?;
                // `1,234` may be one number.
                if named && self.text[end] == b',' && self.text.get(end + 1).is_some_and(u8::is_ascii_digit) {
                    return None;
                }
                run.pending = false;
                if !named {
                    run.state.begin(pos);
                }
                self.straight_value_done(run, end, NONE);
                run.steps += 1;
            }
        }
        Some(())
    }

    /// May the document begin anew here, or behind a few lines? See `restart_behind`.
    pub(super) fn may_begin_anew(&self, state: &State, pos: usize) -> bool {
        // At a cut the last token may end behind this place: then nothing lies between.
        let gap = self.text.get(state.prev..pos).unwrap_or_default();
        state.frame != 0 && memchr::memchr(b'\n', gap).is_some() && begins_anew(self.text, self.origin, pos)
    }

    /// Is this an item behind an array? See `row_without_opener`.
    fn is_behind_array(&self, state: &State) -> bool {
        state.expect == Expect::NextItem
            && state.comma < ADDED
            && lexer::sign_before(self.text, state.comma) == Some(b']')
    }

    /// A value ends here: counted in its container.
    fn straight_value_done(&mut self, run: &mut Run, end: usize, joint: usize) {
        run.state.advance(Expect::After, end);
        (run.state.comma, run.state.joint) = (NONE, joint);
        if self.frame(&run.state).items == 0 {
            self.own_frame(run).items = 1;
        }
    }

    /// Does a comma or a closing bracket follow?
    fn separator(&self, pos: usize) -> Option<()> {
        matches!(self.text[self.behind_blanks(pos)?], b',' | b'}' | b']').then_some(())
    }
}

/// Does what begins like the document at `origin` stand here, or behind a few lines?
pub(super) fn begins_anew(text: &[u8], origin: usize, pos: usize) -> bool {
    let window = &text[..text.len().min(pos + 2 * LOOK)];
    let mut lines = memchr::memchr_iter(b'\n', &window[pos..]).map(|at| near(window, pos + at + 1));
    let is_copy = |at: usize| text.get(at) == text.get(origin) && is_copy(text, origin, at);
    is_copy(pos) || lines.any(is_copy)
}

impl State {
    /// A name or an item begins at `pos`.
    fn begin(&mut self, pos: usize) {
        (self.at, self.at_log, self.at_comma) = (pos, self.log, self.comma);
    }

    /// A token ended at `end`, and so much is expected next.
    fn advance(&mut self, expect: Expect, end: usize) {
        (self.expect, self.pos, self.prev) = (expect, end, end);
    }
}

#[cfg(test)]
mod tests {
    use crate::core::repair::choose::{Limit, Search};

    /// What a search finds: running ahead, step by step, or without foretelling costs.
    fn found(text: &str, switch: impl FnOnce(&mut Search<'_>)) -> String {
        let mut search = Search::new(text.as_bytes(), 64, None);
        switch(&mut search);
        let limit = Limit { base: 240, percent: 90 };
        let found = search.run(0, limit).map(|found| {
            // Whole strings need no mention in the list of what is done.
            (found.end, found.fixes, found.closed_early, found.doubtful)
        });
        format!("{found:?}")
    }

    #[test]
    fn running_ahead_changes_nothing() {
        let document = concat!(
            r#"{"id": 7, "path": "C:\\data\\", "note": "he said \"no\", twice", "list": [1, -2.5e3, true, null, "a"], "#,
            r#""o p": {"x": {}, "y": [], "z": [[{"a": "{"}], "b"]}, "code": "f(\"a\", {\n\"b\": 1})", "end": "\u00e9"}"#
        );
        every_slip(document);
    }

    #[test]
    fn running_ahead_through_names_without_quotes_changes_nothing() {
        every_slip(concat!(
            r#"{id: 7, path: "C:\\data", note: "no, a: 1, twice", list: [{n: 1, m: {k: "v"}}, {n: 2, m: {}}], "#,
            "other: \"x\",\n last_one: true, q: \"{a: 1}\"}"
        ));
    }

    #[test]
    fn running_ahead_through_other_quotes_changes_nothing() {
        every_slip(
            "{'id': 7, 'path': 'C:/data', 'note': 'no, a: 1, \"twice\" isn\\'t\\n', 'list': ['a', 'b', \"c\"], 'end': 'it'}",
        );
        every_slip(
            "{“id”: 7, “note”: “no, it's “this”, twice”, “list”: [“a”, “b\", \"c\"], “o p”: {“x”: “”}, “end”: “é”}",
        );
    }

    #[test]
    fn containers_that_were_run_through_are_forgotten() {
        let rows = r#"{"id": 1, "tags": ["a", "b"], "text": "words"}, "#.repeat(1000);
        let text = format!("[{rows}{{\"id\" 2}}]");
        let mut search = Search::new(text.as_bytes(), 64, None);
        assert!(search.run(0, Limit { base: 240, percent: 90 }).is_ok());
        assert!(search.memory.frames.len() < 100, "{} containers", search.memory.frames.len());
    }

    #[test]
    fn a_name_with_an_odd_value_does_not_prove_the_string_before_it() {
        let text = concat!(
            r#"{"command": "str_replace", "path": "/tmp/slide.html", "old_str":\\ ".stat-number {\\n  color: #E07A5F;\\n"#,
            r#"  margin: 0;\\n}", "new_str": ".stat-number {\\n  color: #E07A5F;\\n  margin: 1;\\n}"}"#
        );
        assert_eq!(found(text, |_| {}), found(text, |search| search.plodding = true));
    }

    #[test]
    fn running_ahead_behind_slips_that_come_again_changes_nothing() {
        let row = r#"{"id" 1, "say": "he "x" 2", "to": "me}, {"id" 3, "on": true "is": "so", "at":: 1}, "#;
        for text in slips(&format!("[{}]", row.repeat(5))).step_by(11) {
            assert_eq!(found(&text, |_| {}), found(&text, |search| search.plodding = true), "{text}");
        }
    }

    fn every_slip(document: &str) {
        for text in slips(document).filter(|text| text.starts_with(['{', '['])) {
            let in_haste = found(&text, |_| {});
            assert_eq!(in_haste, found(&text, |search| search.plodding = true), "{text}");
            assert_eq!(in_haste, found(&text, |search| search.blind = true), "not foretold: {text}");
        }
    }

    /// Every sign of the document dropped, doubled, or put in the place of another, and the document cut there.
    fn slips(document: &str) -> impl Iterator<Item = String> {
        document.char_indices().flat_map(move |(at, sign)| {
            let (before, after) = document.split_at(at);
            let rest = &after[sign.len_utf8()..];
            let with = |sign: &str, behind: &str| format!("{before}{sign}{behind}");
            [
                with("", rest),
                with("\"", after),
                with(",", after),
                with("}", after),
                with("{", rest),
                with("'", rest),
                with("\"\" ", rest),
                with(": ", &format!("{rest} and more")),
                with("\\", after),
                before.to_owned(),
            ]
        })
    }
}
