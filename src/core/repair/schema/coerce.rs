//! From a value that does not fit to one that does, where nothing is lost on the way.
//!
//! ```text
//! (value, goal) → edits and their cost, memoised; a goal is all that the schema says at one place:
//! a part, what it refers to (`$ref`, `allOf`), and the branches chosen of its unions
//! ```
//! A rule fires only where the value breaks what the goal says, so what fits never changes. Members and items are
//! coerced each on its own: what cannot be helped stays as it is, and the verdict says what is wrong with it.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

use super::budget::Budget;
use super::goal::{Goal, Goals};
use super::judge::Judge;
use super::outcome::Outcome;
use super::scalar;
use super::shape::{Id, Kinds, Shapes, Word};
use super::{Rules, object, union};
use crate::core::json::hash::{Mixed, mix};
use crate::core::json::tree::{Kind, Node, Tree};
use crate::core::json::{quoted, scan_document};
use crate::core::repair::changes::Edit;
use crate::core::repair::engine::{self, Code, Failure, FailureCode, Risk, Truncated};

/// Levels of JSON in strings that are opened.
const MOST_LEVELS: usize = 2;

/// Branches of unions that are tried for one record, and for each value in it; a schema may ask for more than any value is
/// worth.
const MOST_TRIALS: usize = 1 << 10;
const TRIALS_EACH: usize = 16;

/// Bytes that one entry of the memo takes, with the room that a table keeps free.
const MEMO_BYTES: usize = 64;

/// Members that are filled in for one record.
const MOST_DEFAULTS: usize = 10_000;

/// What a change costs when branches of a union are compared.
pub(super) mod cost {
    pub(in super::super) const SPELLING: u32 = 1;
    pub(in super::super) const DECODED: u32 = 2;
    pub(in super::super) const REPAIRED: u32 = 4;
    pub(in super::super) const WRAPPED: u32 = 4;
    pub(in super::super) const ENCODED: u32 = 6;
    pub(in super::super) const LOSSY: u32 = 20;
}

/// Allowed words that a text is a spelling of.
enum Alike {
    None,
    One(String),
    Many,
}

/// A text that values stand in: the record's, or what a string held.
pub(super) struct Level<'l> {
    pub(super) tree: &'l Tree<'l>,
    /// Tells the levels of a record apart.
    number: u32,
    /// How many strings are around it.
    nesting: usize,
    /// Containers around it, in all texts.
    depth: usize,
}

/// A value, and what is wanted of it.
pub(super) struct Place<'l> {
    /// The text that it stands in.
    pub(super) level: &'l Level<'l>,
    pub(super) node: Node,
    pub(super) goal: Goal,
    /// Containers around it in that text.
    pub(super) depth: usize,
}

impl Place<'_> {
    /// Returns the place of a value in this one.
    pub(super) fn inner(&self, node: Node, goal: Goal) -> Self {
        Self { level: self.level, node, goal, depth: self.depth + 1 }
    }

    pub(super) fn kind(&self) -> Kind {
        self.level.tree.kind(self.node)
    }
}

/// The work on one record.
pub(super) struct Work<'s> {
    pub(super) shapes: &'s Shapes,
    pub(super) judge: &'s Judge,
    pub(super) rules: Rules,
    options: engine::Options,
    pub(super) goals: Goals,
    /// What became of a value for a goal: a table for each level.
    memo: Vec<HashMap<u64, Rc<Outcome>, BuildHasherDefault<Mixed>>>,
    /// What becomes of a value that fits.
    nothing: Rc<Outcome>,
    levels: u32,
    pub(super) budget: Budget,
    pub(super) trials: usize,
    defaults: usize,
    /// Places of the record where two readings fit equally well.
    pub(super) ties: Vec<String>,
}

/// Returns the edits that make of a tree's value what the schema wants, as far as that goes, and where readings tied.
///
/// Fails if that takes more than one record may (`budget`).
pub(super) fn coerce(
    tree: &Tree<'_>,
    (shapes, goals): (&Shapes, &mut Goals),
    judge: &Judge,
    rules: Rules,
    options: &engine::Options,
) -> Result<(Vec<Edit>, Vec<String>), Failure> {
    let options = engine::Options {
        max_risk: options.max_risk.min(Risk::Inferred),
        select: engine::Select::Answer,
        truncated: Truncated::Refuse,
        ..*options
    };
    let mut work = Work {
        shapes,
        judge,
        rules,
        options,
        goals: std::mem::take(goals),
        memo: Vec::from([HashMap::default()]),
        nothing: Rc::default(),
        levels: 0,
        budget: Budget::of(tree),
        trials: MOST_TRIALS.max(TRIALS_EACH * tree.len()),
        defaults: MOST_DEFAULTS,
        ties: Vec::new(),
    };
    let goal = work.goals.of(shapes, &[0]);
    let level = Level { tree, number: 0, nesting: 0, depth: 0 };
    let mut outcome = Outcome::default();
    work.add_value(&Place { level: &level, node: Node::ROOT, goal, depth: 0 }, &mut outcome);
    *goals = work.goals;
    if work.budget.is_spent() {
        return Err(Failure::new(FailureCode::SchemaWork, 0));
    }
    Ok((outcome.edits().cloned().collect(), work.ties))
}

impl Work<'_> {
    /// Adds to `outcome` what becomes of a value.
    pub(super) fn add_value(&mut self, place: &Place<'_>, outcome: &mut Outcome) {
        let kind = place.kind();
        if !kind.is_container() && self.goals.takes_all(place.goal, Kinds::of(kind)) {
            return;
        }
        if !self.comes_once(kind, place.goal) {
            let inner = self.value(place);
            return outcome.add(inner);
        }
        match kind {
            Kind::Object => object::members(self, place, outcome),
            Kind::Array => self.items(place, outcome),
            _ => outcome.take(self.settled(place)),
        }
    }

    /// Returns whether a value of this kind comes once for this goal, and not back to itself. If so, what becomes of it need not be
    /// kept.
    fn comes_once(&self, kind: Kind, goal: Goal) -> bool {
        let kinds = self.goals.kinds(goal);
        let is_simple =
            if kind.is_container() { kinds.has(Kinds::of(kind)) } else { !kinds.has(Kinds::CONTAINER) };
        is_simple && !self.shapes.has_unions && !self.rules.lossy
    }

    /// Returns what becomes of a value.
    pub(super) fn value(&mut self, place: &Place<'_>) -> Rc<Outcome> {
        let Place { level, node, goal, .. } = *place;
        let kind = place.kind();
        if self.budget.is_spent() || !kind.is_container() && self.goals.takes_all(goal, Kinds::of(kind)) {
            return Rc::clone(&self.nothing);
        }
        // To mix is to number anew: no two pairs share a key.
        let (number, key) = (level.number as usize, mix(0, u64::from(goal) << 32 | node.index() as u64));
        if let Some(known) = self.memo[number].get(&key) {
            return Rc::clone(known);
        }
        // A value that comes back to itself by way of the schema alone is not changed by that.
        self.memo[number].insert(key, Rc::clone(&self.nothing));
        let kept = self.goals.bytes();
        let outcome = union::decide(self, place).unwrap_or_else(|| {
            let outcome = Rc::new(self.settled(place));
            self.budget.keep(outcome.bytes());
            outcome
        });
        self.budget.keep(MEMO_BYTES + self.goals.bytes().saturating_sub(kept));
        self.memo[number].insert(key, Rc::clone(&outcome));
        outcome
    }

    /// The same where no union is left to decide.
    fn settled(&mut self, place: &Place<'_>) -> Outcome {
        let kinds = self.goals.kinds(place.goal);
        let kind = place.kind();
        let fits = kinds.has(Kinds::of(kind))
            || kind == Kind::Number
                && kinds.has(Kinds::INTEGER)
                && scalar::is_integral(place.level.tree.source(place.node));
        let changed = match kind {
            Kind::Object if fits => {
                let opened = if self.rules.lossy { object::opened(self, place) } else { None };
                return opened.unwrap_or_else(|| {
                    let mut outcome = Outcome::default();
                    object::members(self, place, &mut outcome);
                    outcome
                });
            }
            Kind::Array if fits => {
                let mut outcome = Outcome::default();
                self.items(place, &mut outcome);
                return outcome;
            }
            _ if fits => self.word(place),
            Kind::String => self.string(place),
            Kind::Number | Kind::Bool => self.literal(place),
            Kind::Array | Kind::Object => self.container(place),
            Kind::Null => None,
        };
        let changed = changed.or_else(|| if fits { None } else { self.wrapped(place) });
        changed.unwrap_or_default()
    }

    fn items(&mut self, place: &Place<'_>, outcome: &mut Outcome) {
        for (index, item) in place.level.tree.children(place.node).enumerate() {
            if let Some(goal) = self.goals.item(self.shapes, place.goal, index) {
                self.add_value(&place.inner(item, goal), outcome);
            }
        }
    }

    /// A value of a fitting type that is not one of the allowed words: another spelling of one of them.
    fn word(&self, place: &Place<'_>) -> Option<Outcome> {
        let Place { level, node, goal, .. } = *place;
        let words = self.goals.words(goal)?;
        let text = level.tree.string(node)?;
        let text = text.decode()?;
        if words.iter().any(|word| word.kind == Kind::String && word.text == text) {
            return None;
        }
        let word = match self.spelled(goal, &text) {
            Alike::One(word) => Some(word),
            Alike::None => None,
            Alike::Many => return None,
        };
        let Some(word) = word else {
            // No such text is allowed, so it may be one of the other words.
            let (value, code) = scalar::from_text(&text, self.goals.kinds(goal))?;
            return self
                .is_allowed(goal, &value)
                .then(|| Outcome::replace(code, level.tree, node, value, cost::SPELLING));
        };
        Some(Outcome::replace(Code::EnumSpelling, level.tree, node, quoted(&word), cost::SPELLING))
    }

    /// The allowed word that a text is another spelling of.
    fn spelled(&self, goal: Goal, text: &str) -> Alike {
        let plain = |text: &str| text.trim().to_lowercase();
        let wanted = plain(text);
        let words = self.goals.words(goal).unwrap_or_default().iter();
        let mut alike = words.filter(|word| word.kind == Kind::String && plain(&word.text) == wanted);
        match (alike.next(), alike.next()) {
            (Some(word), None) => Alike::One(word.text.clone()),
            (Some(_), Some(_)) => Alike::Many,
            (None, _) => Alike::None,
        }
    }

    /// A string where none is wanted.
    fn string(&mut self, place: &Place<'_>) -> Option<Outcome> {
        let Place { level, node, goal, .. } = *place;
        let kinds = self.goals.kinds(goal);
        let text = level.tree.string(node)?;
        let text = text.decode()?;
        let scalar = scalar::from_text(&text, kinds).map(|coerced| (coerced, cost::SPELLING)).or_else(|| {
            let lossy = || scalar::lossy_boolean(&text).filter(|_| kinds.has(Kinds::BOOL));
            let lossy = || lossy().or_else(|| scalar::lossy_number(&text, kinds));
            self.rules.lossy.then(lossy).flatten().map(|coerced| (coerced, cost::LOSSY))
        });
        if let Some(((value, code), cost)) = scalar {
            return self
                .is_allowed(goal, &value)
                .then(|| Outcome::replace(code, level.tree, node, value, cost));
        }
        if kinds.has(Kinds::CONTAINER) { self.decoded(place, &text) } else { None }
    }

    /// The container that a string holds.
    fn decoded(&mut self, place: &Place<'_>, text: &str) -> Option<Outcome> {
        let Place { level, node, goal, depth } = *place;
        let depth = level.depth + depth;
        if level.nesting >= MOST_LEVELS || depth >= self.options.max_depth || !text.contains(['{', '[', '('])
        {
            return None;
        }
        let options = engine::Options { max_depth: self.options.max_depth - depth, ..self.options };
        let (inner, code) = read(text, &options)?;
        let tree = Tree::parse(&inner, options.max_depth).ok()?;
        let kind = tree.kind(Node::ROOT);
        let is_wanted = self.goals.kinds(goal).has(Kinds::of(kind)) && kind.is_container();
        if !is_wanted && kind != Kind::String {
            return None;
        }
        self.levels += 1;
        self.memo.push(HashMap::default());
        let inner = Level { tree: &tree, number: self.levels, nesting: level.nesting + 1, depth };
        let outcome = self.value(&Place { level: &inner, node: Node::ROOT, goal, depth: 0 });
        if !is_wanted && outcome.is_empty() {
            return None;
        }
        let text = outcome.edited(&tree, Node::ROOT);
        let own = if code == Code::DecodedJson { cost::DECODED } else { cost::REPAIRED };
        Some(Outcome::around(&outcome, (code, text), level.tree, node, own))
    }

    /// A number or boolean of a wrong type.
    fn literal(&self, place: &Place<'_>) -> Option<Outcome> {
        let Place { level, node, goal, .. } = *place;
        let kinds = self.goals.kinds(goal);
        let source = level.tree.source(node);
        let change = |code, text: String, cost| Some(Outcome::replace(code, level.tree, node, text, cost));
        if place.kind() == Kind::Number
            && let Some(number) = scalar::number(source, kinds)
            && number != source
        {
            return change(Code::CoercedNumber, number, cost::SPELLING);
        }
        if kinds.has(Kinds::STRING) && !kinds.has(Kinds::CONTAINER) {
            let text = match self.spelled(goal, source) {
                Alike::One(word) => quoted(&word),
                _ => quoted(source),
            };
            return self
                .is_allowed(goal, &text)
                .then(|| change(Code::CoercedString, text, cost::SPELLING))?;
        }
        if kinds.has(Kinds::BOOL) && self.rules.lossy {
            let (value, code) = scalar::lossy_boolean(source)?;
            return change(code, value, cost::LOSSY);
        }
        None
    }

    /// A container of a wrong type.
    fn container(&mut self, place: &Place<'_>) -> Option<Outcome> {
        let Place { level, node, goal, .. } = *place;
        let kinds = self.goals.kinds(goal);
        if kinds.has(Kinds::STRING) && !kinds.has(Kinds::CONTAINER) {
            let text = quoted(level.tree.source(node));
            return self
                .is_allowed(goal, &text)
                .then(|| Outcome::replace(Code::EncodedJson, level.tree, node, text, cost::ENCODED));
        }
        if !self.rules.lossy {
            return None;
        }
        object::unwrapped(self, place).or_else(|| object::by_position(self, place))
    }

    /// A single item where an array of such is wanted.
    fn wrapped(&mut self, place: &Place<'_>) -> Option<Outcome> {
        let Place { level, node, goal, .. } = *place;
        let kind = place.kind();
        if !self.goals.kinds(goal).has(Kinds::ARRAY) || kind.is_container() || kind == Kind::Null {
            return None;
        }
        // Nothing is no item, and what begins like a container is one that could not be read.
        let text = level.tree.string(node);
        if text
            .is_some_and(|text| matches!(text.decode_lossy().trim().bytes().next(), None | Some(b'[' | b'{')))
        {
            return None;
        }
        let item = match self.goals.item(self.shapes, goal, 0) {
            Some(goal) => self.value(&place.inner(node, goal)),
            None => Rc::default(),
        };
        let text = format!("[{}]", item.edited(level.tree, node));
        let is_wrapped = |edit: &Edit| edit.code == Code::WrappedItem;
        if item.edits().any(is_wrapped) || !self.fits(goal, &text) {
            return None;
        }
        Some(Outcome::around(&item, (Code::WrappedItem, text), level.tree, node, cost::WRAPPED))
    }

    /// Returns whether this JSON text is one of the allowed words, if only some are allowed.
    fn is_allowed(&self, goal: Goal, text: &str) -> bool {
        let Some(words) = self.goals.words(goal) else { return true };
        let Ok(tree) = Tree::parse(text, self.options.max_depth) else { return false };
        let word = Word::of(&tree, Node::ROOT);
        words.contains(&word)
    }

    /// Returns whether this JSON text is what every part of the goal wants.
    pub(super) fn fits(&mut self, goal: Goal, text: &str) -> bool {
        let Ok(tree) = Tree::parse(text, self.options.max_depth) else { return false };
        let looks = &mut self.budget.looks;
        let mut fits = |id: &Id| self.judge.part_fits((self.shapes, *id), &tree, Node::ROOT, looks);
        self.goals.shapes(goal).iter().all(|id| fits(id).unwrap_or(true))
    }

    /// Returns whether one more member may be filled in.
    pub(super) fn may_fill(&mut self) -> bool {
        self.defaults = self.defaults.saturating_sub(1);
        self.defaults > 0
    }
}

/// Text that is JSON, or almost, and the code of opening it.
fn read(text: &str, options: &engine::Options) -> Option<(String, Code)> {
    if scan_document(text.as_bytes(), options.max_depth).is_ok() {
        return Some((text.trim().to_owned(), Code::DecodedJson));
    }
    let repaired = engine::repair(text.as_bytes(), options).ok()?;
    let [document] = &*repaired.documents else { return None };
    // JSON that is only a part of the text is not what the text says.
    let is_part = |code: Code| {
        matches!(
            code,
            Code::Prose | Code::Reasoning | Code::Assignment | Code::AbandonedStart | Code::RepeatedDocument
        )
    };
    if repaired.fixes.iter().any(|fix| is_part(fix.code)) {
        return None;
    }
    Some((repaired.text[document.clone()].to_owned(), Code::DecodedText))
}
