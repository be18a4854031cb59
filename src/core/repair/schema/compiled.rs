//! A schema, ready for values: reads them with what it expects, coerces them, judges them.

use std::borrow::Cow;
use std::sync::Mutex;
use std::thread;

use super::goal::Goals;
use super::judge::Judge;
use super::shape::{Shapes, shapes};
use super::sound::{Sound, sound};
use super::{Rules, SchemaError, coerce, hint};
use crate::core::json::pointer::push_index;
use crate::core::json::tree::{Node, Tree};
use crate::core::json::{MAX_DEPTH, ScanError};
use crate::core::repair::changes;
use crate::core::repair::engine::{
    Code, CutPlace, EditMap, Expect, Failure, FailureCode, Options, Repaired, repair_expecting,
};
use crate::core::repair::violation::Violation;

/// Levels of nesting that any thread's stack has room for. The validator, and coercion with it, goes a few calls
/// deeper for each level of a value.
const SHALLOW: usize = 24;

/// Levels that are judged at most: whatever memory there is, a stack for more can fail when it is used.
const DEEPEST: usize = 20_000;

/// Bytes of stack for each level of a deeper value. Only what is used is ever backed by memory.
const STACK_PER_LEVEL: usize = 256 << 10;

/// Parts that one value may be held against, each as often as references and unions lead to it. Tools come to some dozens; a
/// schema whose parts name each other twice at each level comes to any number.
const MOST_PARTS: u64 = 1 << 25;

/// Goals that are kept for the next record; unions of unions come to any number.
const MOST_GOALS: usize = 1 << 12;

/// A schema, ready for any number of values on any thread.
pub struct Schema {
    judge: Judge,
    shapes: Shapes,
    expect: Expect,
    /// Parts that one value may be compared with.
    alternatives: u64,
    /// The parts that could not be used, and count for nothing.
    losses: Vec<SchemaError>,
    /// What was found out about the schema on the way, one for each thread that is at work.
    goals: Mutex<Vec<Goals>>,
}

impl Schema {
    /// Compiles the text of a JSON Schema: draft 2020-12, or what its `$schema` says.
    pub fn new(text: &str) -> Result<Self, SchemaError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let not_json = |error: ScanError| {
            SchemaError::at_root(format!("the schema is not JSON: {}", error.kind.without_text()))
        };
        Tree::parse(text, MAX_DEPTH).map_err(not_json)?;
        let (text, judge, losses) = match Judge::new(text) {
            Ok(judge) => (Cow::Borrowed(text), judge, Vec::new()),
            Err(error) => {
                let Some(Sound { text, losses }) = sound(text) else { return Err(error) };
                let judge = Judge::new(&text).map_err(|_| error)?;
                (Cow::Owned(text), judge, losses)
            }
        };
        let tree = Tree::parse(&text, MAX_DEPTH).map_err(not_json)?;
        let shapes = shapes(&tree, judge.ignores_siblings());
        if let Some(shape) = shapes.endless() {
            let pointer = shape.pointer.trim_start_matches('#').to_owned();
            let message = "this part refers to itself for the same value, without end".to_owned();
            return Err(SchemaError { pointer, message });
        }
        let expect = hint::expect(&shapes);
        let alternatives = shapes.alternatives();
        if alternatives > MOST_PARTS {
            let message = format!(
                "one value would be held against more than {MOST_PARTS} parts of this schema: `$ref`, `allOf`, `anyOf` and \
                 `oneOf` lead to the same parts again and again"
            );
            return Err(SchemaError::at_root(message));
        }
        Ok(Self { judge, shapes, expect, alternatives, losses, goals: Mutex::default() })
    }

    /// Returns the parts of the schema that could not be used, and count for nothing: each with its place and the reason.
    #[must_use]
    pub fn losses(&self) -> &[SchemaError] {
        &self.losses
    }

    /// Reads a record that is meant for this schema: the reader knows the names and types that are due, and what it
    /// reads is coerced and judged (`apply`).
    #[doc(hidden)]
    pub fn repair<'a>(
        &self,
        input: &'a [u8],
        rules: &Rules,
        options: &Options,
    ) -> Result<Repaired<'a>, Failure> {
        let repaired = repair_expecting(input, options, Some(&self.expect))?;
        self.apply(repaired, rules, options)
    }

    /// What the reader of a text for this schema may expect, for `repair_expecting`.
    #[doc(hidden)]
    pub fn expectation(&self) -> &Expect {
        &self.expect
    }

    /// Checks whether this value is what the schema wants, without any coercion. If it is not, violations come back. Their offsets
    /// are those of the tree's text.
    #[doc(hidden)]
    pub fn check(&self, tree: &Tree<'_>) -> Result<(), Vec<Violation>> {
        match self.judged(tree) {
            Ok(judged) => judged,
            Err(failure) => Err(Vec::from([unjudged(&failure)])),
        }
    }

    fn judged(&self, tree: &Tree<'_>) -> Result<Result<(), Vec<Violation>>, Failure> {
        on_a_deep_stack(tree.depth(), || {
            if self.judge.fits(tree) { Ok(()) } else { Err(self.judge.violations(tree, self.alternatives)) }
        })
    }

    /// The first half of `repair`: reads and coerces, and does not judge. For a caller that wants what can be had of a
    /// record although it may not fit.
    #[doc(hidden)]
    pub fn read<'a>(
        &self,
        input: &'a [u8],
        rules: &Rules,
        options: &Options,
    ) -> Result<Repaired<'a>, Failure> {
        let repaired = repair_expecting(input, options, Some(&self.expect))?;
        Ok(self.coerce(repaired, *rules, options)?.repaired)
    }

    /// Makes of every document of a record what the schema wants, as far as the rules go.
    ///
    /// A document that fits comes back as it is. Fails where one still does not fit, with all violations, among them a
    /// required member that was cut off, whatever is left of it; and where the options refuse a change that is needed.
    #[doc(hidden)]
    pub fn apply<'a>(
        &self,
        repaired: Repaired<'a>,
        rules: &Rules,
        options: &Options,
    ) -> Result<Repaired<'a>, Failure> {
        let coerced = self.coerce(repaired, *rules, options)?;
        let Coerced { repaired, ties, fits } = coerced;
        if fits && repaired.truncated.is_none() {
            return Ok(repaired);
        }
        let mut violations = Vec::new();
        let map = EditMap::of(&repaired.fixes);
        let origin = |offset| map.to_input(offset);
        for index in 0..repaired.documents.len() {
            let tree = tree(&repaired, index, options)?;
            if index + 1 == repaired.documents.len()
                && let Some(node) = self.cut_required(&tree, &repaired)
            {
                let path = within(&repaired, index, &tree.pointer(node));
                violations.push(cut_off(path, origin(tree.span(node).start)));
            }
            let Err(found) = self.judged(&tree)? else { continue };
            for mut violation in found {
                violation.offset = origin(violation.offset);
                violation.path = within(&repaired, index, &violation.path);
                let is_union = matches!(violation.keyword.as_str(), "anyOf" | "oneOf");
                if is_union && ties.contains(&violation.path) {
                    violation.message.push_str("; two of them would fit equally well after coercion");
                }
                violations.push(violation);
            }
        }
        drop(map);
        if violations.is_empty() { Ok(repaired) } else { Err(Failure::unfit(violations)) }
    }

    /// Coerces every document.
    fn coerce<'a>(
        &self,
        repaired: Repaired<'a>,
        rules: Rules,
        options: &Options,
    ) -> Result<Coerced<'a>, Failure> {
        let (mut edits, mut ties, mut fits) = (Vec::new(), Vec::new(), true);
        for index in 0..repaired.documents.len() {
            let tree = tree(&repaired, index, options)?;
            let work = || {
                if !rules.defaults && self.judge.fits(&tree) {
                    return None;
                }
                let mut goals = self.spare_goals().and_then(|mut spare| spare.pop()).unwrap_or_default();
                let coerced = coerce::coerce(&tree, (&self.shapes, &mut goals), &self.judge, rules, options);
                if let Some(mut spare) = self.spare_goals().filter(|_| goals.len() <= MOST_GOALS) {
                    spare.push(goals);
                }
                Some(coerced)
            };
            let Some(coerced) = on_a_deep_stack(tree.depth(), work)? else { continue };
            let (found, undecided) = coerced?;
            fits = false;
            edits.extend(found);
            ties.extend(undecided.into_iter().map(|path| within(&repaired, index, &path)));
        }
        Ok(Coerced { repaired: changes::apply(repaired, edits, options)?, ties, fits })
    }

    /// Goals that are not in use.
    fn spare_goals(&self) -> Option<std::sync::MutexGuard<'_, Vec<Goals>>> {
        self.goals.lock().ok()
    }

    /// Checks whether an object was cut off in a member that is required, and fails if it was. `place` is where, and `text` what
    /// was made of the object. Its last containers count as open, where that cannot be told. What cannot be read to this depth
    /// is refused, too.
    #[doc(hidden)]
    pub fn ensure_uncut(&self, text: &str, place: CutPlace, max_depth: usize) -> Result<(), Failure> {
        let tree = Tree::parse(text, max_depth).map_err(Failure::unindexed)?;
        match self.first_required(&tree, |last| is_in_scalar(place) || tree.kind(last).is_container()) {
            Some(node) => {
                let violation = cut_off(tree.pointer(node), tree.span(node).start);
                Err(Failure::unfit(Vec::from([violation])))
            }
            None => Ok(()),
        }
    }

    /// The required member that the document was cut off in, if it was. Half a value may fit and still be wrong.
    fn cut_required(&self, tree: &Tree<'_>, repaired: &Repaired<'_>) -> Option<Node> {
        let place = repaired.truncated?;
        // The brackets that were closed at the cut say how many containers were open, from the outermost.
        let closed = repaired.fixes.iter().filter(|fix| fix.code == Code::CutOff).last();
        let closed = closed.and_then(|fix| fix.replacement).unwrap_or_default();
        let mut open = closed.matches(['}', ']']).count() + usize::from(is_in_scalar(place));
        self.first_required(tree, |_| {
            open = open.saturating_sub(1);
            open > 0
        })
    }

    /// The outermost required member on the way to the end of a document: the last member, its last one, and so on, as
    /// long as these were open.
    fn first_required(&self, tree: &Tree<'_>, mut was_open: impl FnMut(Node) -> bool) -> Option<Node> {
        let (mut node, mut ids) = (Node::ROOT, Vec::from([0]));
        while let Some(last) = tree.children(node).last().filter(|last| was_open(*last)) {
            let name = tree.name(last).map(|name| name.decode_lossy().into_owned());
            let parts = self.shapes.closure(&ids);
            if name.as_ref().is_some_and(|name| self.shapes.requires(&parts, name)) {
                return Some(last);
            }
            ids = self.shapes.children(&parts, name.as_deref());
            node = last;
        }
        None
    }
}

/// A record once everything was done for it.
struct Coerced<'a> {
    repaired: Repaired<'a>,
    /// Paths where readings tied.
    ties: Vec<String>,
    /// Says whether every document fitted as it was.
    fits: bool,
}

/// Returns whether something was cut off in the middle of a scalar.
fn is_in_scalar(place: CutPlace) -> bool {
    matches!(place, CutPlace::String | CutPlace::Number | CutPlace::Literal)
}

/// A required member is there by half.
fn cut_off(path: String, offset: usize) -> Violation {
    Violation {
        path,
        schema_path: "/required".to_owned(),
        keyword: "required".to_owned(),
        message: "this member is required, and it was cut off".to_owned(),
        offset,
    }
}

/// A value that was not judged, as a violation of the whole.
fn unjudged(failure: &Failure) -> Violation {
    Violation {
        path: String::new(),
        schema_path: String::new(),
        keyword: failure.code.name().to_owned(),
        message: failure.code.to_string(),
        offset: failure.offset,
    }
}

fn tree<'r>(repaired: &'r Repaired<'_>, index: usize, options: &Options) -> Result<Tree<'r>, Failure> {
    let document = repaired.documents[index].clone();
    Tree::parse_range(&repaired.text, document, options.max_depth).map_err(Failure::unindexed)
}

/// The path of a violation in a record, which may hold several documents.
fn within(repaired: &Repaired<'_>, index: usize, path: &str) -> String {
    let mut whole = String::new();
    if repaired.documents.len() > 1 {
        push_index(&mut whole, index);
    }
    whole + path
}

/// Runs `work` where the stack has room for values of this depth; where no such stack can be had, the value is too deep.
fn on_a_deep_stack<T: Send>(depth: usize, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    if depth <= SHALLOW {
        return Ok(work());
    }
    if depth > DEEPEST {
        return Err(Failure::new(FailureCode::Depth(DEEPEST), 0));
    }
    let spawned = thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(depth.saturating_mul(STACK_PER_LEVEL));
        let handle = thread.spawn_scoped(scope, work).ok()?;
        handle.join().ok()
    });
    spawned.ok_or(Failure::new(FailureCode::Depth(SHALLOW), 0))
}
