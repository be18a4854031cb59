//! The calls of a chat response, read straight: most lines of most logs are one, and nearly all of their arguments are
//! valid. What is not exactly this is for `extract`, which says the same of these lines; a test compares both.

use std::ops::Range;
use std::sync::LazyLock;

use memchr::memmem::Finder;

use crate::core::json::quoted::quoted_json_end;
use crate::core::json::{MAX_DEPTH, scan_document, unquote};
use crate::core::repair::engine::{Code, Options, Repaired, repair};

/// Where the function of a call is, below the answer of an API.
pub(super) const FUNCTION: &str = "choices/*/message/tool_calls/*/function";

/// Its name and its arguments.
pub(super) const NAME: &str = "name";
pub(super) const ARGUMENTS: &str = "arguments";

/// How an escape begins that may be half of a surrogate pair.
static ESCAPES: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"\\u"));

/// What is another call, below the answer of an API.
pub(super) const OTHERS: [&str; 2] = ["choices/*/message/function_call", "choices/*/delta"];

/// The calls of a line, while it is walked over.
#[derive(Debug, Default)]
pub(super) struct Functions {
    name: Option<Range<usize>>,
    arguments: Option<Range<usize>>,
    whole: Vec<(Range<usize>, Range<usize>)>,
    items: usize,
    others: usize,
}

impl Functions {
    pub(super) fn name(&mut self, range: Range<usize>) {
        self.others += usize::from(self.name.replace(range).is_some());
    }

    pub(super) fn arguments(&mut self, range: Range<usize>) {
        self.others += usize::from(self.arguments.replace(range).is_some());
    }

    /// A function has ended.
    pub(super) fn end(&mut self) {
        match (self.name.take(), self.arguments.take()) {
            (Some(name), Some(arguments)) => self.whole.push((name, arguments)),
            _ => self.others += 1,
        }
    }

    /// A call has ended.
    pub(super) fn item(&mut self) {
        self.items += 1;
    }

    /// There is something else that may be a call.
    pub(super) fn other(&mut self) {
        self.others += 1;
    }

    /// The names and arguments of all calls, where there is nothing else.
    fn all(&self) -> Option<&[(Range<usize>, Range<usize>)]> {
        let is_all = !self.whole.is_empty() && self.others == 0 && self.items == self.whole.len();
        is_all.then_some(self.whole.as_slice())
    }
}

/// What became of the arguments of a call.
pub(super) enum Arguments {
    Valid,
    /// The text, for a repair.
    Broken(String),
}

/// A call that is read straight.
pub(super) struct Plain<'l> {
    pub(super) name: &'l str,
    pub(super) arguments: Arguments,
}

/// The calls of a line; `None` where a closer look is due.
pub(super) fn calls<'l>(line: &'l [u8], functions: &Functions) -> Option<Vec<Plain<'l>>> {
    let call = |(name, arguments): &(Range<usize>, Range<usize>)| {
        let name = std::str::from_utf8(line.get(name.start + 1..name.end - 1)?).ok()?;
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let is_name = line[name.as_ptr() as usize - line.as_ptr() as usize - 1] == b'"'
            && !name.is_empty()
            && name.len() <= 64
            && name.bytes().all(is_plain);
        is_name.then_some(())?;
        Some(Plain { name, arguments: read(line, arguments)? })
    };
    functions.all()?.iter().map(call).collect()
}

fn read(line: &[u8], place: &Range<usize>) -> Option<Arguments> {
    let quoted = line.get(place.clone())?;
    if quoted.first() != Some(&b'"') {
        return None;
    }
    let inner = &quoted[1..quoted.len() - 1];
    // Half of a surrogate pair is a fault that decoding hides.
    if ESCAPES.find_iter(inner).any(|at| matches!(inner.get(at + 2), Some(b'd' | b'D'))) {
        return None;
    }
    let is_object = inner.first() == Some(&b'{');
    if is_object && quoted_json_end(line, place.start + 1, MAX_DEPTH) == Some(place.end - 1) {
        return Some(Arguments::Valid);
    }
    let text = unquote(quoted)?;
    let text = text.trim();
    if !text.contains('{') {
        return None;
    }
    if scan_document(text.as_bytes(), MAX_DEPTH).is_ok() {
        return text.starts_with('{').then_some(Arguments::Valid);
    }
    Some(Arguments::Broken(text.to_owned()))
}

/// The repair of broken arguments; `None` where they are no one object then, or were cut off: half a call is refused.
pub(super) fn repaired(text: &str) -> Option<Repaired<'_>> {
    let repaired = repair(text.as_bytes(), &Options::default()).ok()?;
    let is_one = repaired.truncated.is_none()
        && repaired.documents.len() == 1
        && repaired.fixes.kinds().all(|fix| fix.code != Code::DroppedDocument);
    let start = repaired.documents.iter().next()?.start;
    (is_one && repaired.text.as_bytes().get(start) == Some(&b'{')).then_some(repaired)
}
