//! Where in the output a fix landed, as a JSON Pointer: one pass over the output for all fixes.
//!
//! The path names the innermost member or item that holds the place; a place between members belongs to their
//! container. With several documents the first step is the document's index in `values`.

use std::iter::Peekable;
use std::ops::Range;

use crate::core::json::cursor::{Cursor, Next};
use crate::core::json::value::Text;
use crate::core::json::{pointer, skip_space};
use crate::core::repair::engine::{Fixes, Repaired};

/// Longer paths are left out of reports: a name may be as long as the document, and every fix has a path.
pub const LONGEST: usize = 1024;

/// One path per fix of `repaired`, in their order, for up to `most` of them; `None` where it would be longer than 1,024 bytes.
pub fn paths(repaired: &Repaired<'_>, most: usize) -> Vec<Option<String>> {
    let mut paths = Vec::new();
    each(repaired, most, &mut |path| paths.push(path.map(str::to_owned)));
    paths
}

/// The same, one after the other: they may be many times as long as the text.
pub(super) fn each(repaired: &Repaired<'_>, most: usize, found: &mut dyn FnMut(Option<&str>)) {
    let landings = landings(&repaired.fixes).take(most).peekable();
    let mut walk = Walk { path: String::new(), landings, found, open: Vec::new() };
    let several = repaired.documents.len() > 1;
    for (index, document) in repaired.documents.iter().enumerate() {
        walk.path.clear();
        if several {
            pointer::push_index(&mut walk.path, index);
        }
        walk.document(&repaired.text, document);
    }
    walk.settle(usize::MAX);
}

/// The output offset of each fix. Applying the fixes in order is what made the output, so their lengths say it all; a
/// note (a fix without a replacement) inside a larger fix lies within that fix's replacement.
fn landings(fixes: &Fixes) -> impl Iterator<Item = usize> {
    let mut last = Applied::default();
    fixes.iter().map(move |fix| {
        if fix.start < last.input.end && fix.replacement.is_none() {
            return last.output.end.min(last.output.start + fix.start.saturating_sub(last.input.start));
        }
        let start = last.output.end + fix.start.saturating_sub(last.input.end);
        if let Some(text) = &fix.replacement {
            last = Applied { input: fix.start..fix.end, output: start..start + text.len() };
        }
        start
    })
}

/// The last fix that changed bytes: which ones, and what they became.
#[derive(Default)]
struct Applied {
    input: Range<usize>,
    output: Range<usize>,
}

/// A walk over valid JSON that knows the path of the token it stands on.
struct Walk<'f, L: Iterator<Item = usize>> {
    /// Ascending output offsets.
    landings: Peekable<L>,
    open: Vec<Container>,
    path: String,
    /// Is given the path of each landing.
    found: &'f mut dyn FnMut(Option<&str>),
}

struct Container {
    /// Length of the container's own path.
    base: usize,
    /// Index of the member or item that comes next.
    index: usize,
    is_object: bool,
}

impl<L: Iterator<Item = usize>> Walk<'_, L> {
    fn document(&mut self, text: &str, document: &Range<usize>) {
        let bytes = &text.as_bytes()[..document.end];
        let mut cursor = Cursor::new(bytes, skip_space(bytes, document.start), usize::MAX);
        loop {
            // Up to the comma or bracket after it, the path is that of what was read last.
            self.settle(skip_space(bytes, cursor.pos()));
            match cursor.advance() {
                Ok(Next::Value) => self.begin(text, &cursor),
                Ok(Next::Close) => {
                    if let Some(container) = self.open.pop() {
                        self.path.truncate(container.base);
                    }
                    continue;
                }
                Ok(Next::End) | Err(_) => break,
            }
            match cursor.enter() {
                Ok(Some(is_object)) => {
                    self.open.push(Container { base: self.path.len(), index: 0, is_object });
                }
                // The output of a repair is valid.
                _ if cursor.scalar().is_err() => break,
                _ => {}
            }
        }
        self.settle(document.end);
    }

    /// A value is due: steps into the member or item that it is.
    fn begin(&mut self, text: &str, cursor: &Cursor<'_>) {
        let Some(container) = self.open.last_mut() else { return };
        let (index, is_object) = (container.index, container.is_object);
        container.index += 1;
        self.path.truncate(container.base);
        if is_object {
            let key = cursor.key();
            self.settle(key.start - 1);
            pointer::push_name(&mut self.path, &Text::from_raw(&text[key]).decode_lossy());
        } else {
            self.settle(cursor.pos());
            pointer::push_index(&mut self.path, index);
        }
    }

    /// Gives the current path to every landing before `end`.
    fn settle(&mut self, end: usize) {
        while self.landings.next_if(|landing| *landing < end).is_some() {
            (self.found)((self.path.len() <= LONGEST).then_some(self.path.as_str()));
        }
    }
}
