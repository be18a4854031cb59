//! Strings that hold containers: text of a JSON or Python object or array inside a string value.
//!
//! A string is touched only where that is certain. It begins and ends with the brackets of one container; what it holds
//! has one document with the same bracket; and nothing in it was guessed, lost or cut off (every fix has the risk
//! `syntax`). Under a name that is known to hold JSON (`json_keys`) the whole of the repair applies instead, as far as the
//! options let it, and what it may not repair is refused. Names whose values are text as it is are left alone with all
//! that is below them, and a string that the schema describes. What is in a string is looked at once more in
//! the same way, and no further: two levels.

use super::rules::{IsSilent, ToolRules};
use crate::core::json::tree::{Kind, Node, Tree};
use crate::core::json::{pointer, quoted, scan_document};
use crate::core::repair::changes::{self, Edit};
use crate::core::repair::engine::{
    Code, Failure, FailureCode, Options, Repaired, Risk, Select, Strategy, Truncated, apply, repair, settle,
};

/// What becomes of a string that holds a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nested {
    /// It stays.
    Keep,
    /// One that is not valid JSON becomes a string that is.
    Normalize,
    /// The container takes its place.
    Decode,
}

/// How often a string in a string is looked at.
const LEVELS: usize = 2;

/// Returns whether a string of this JSON text may hold what the rules look for. `false` is sure, and takes no look at single
/// strings: where one holds a container, a bracket follows a quote, or what may be an escape or white space after it.
pub(super) fn may_hold(text: &str, rules: &ToolRules) -> bool {
    rules.nested == Nested::Decode || !rules.json_keys.is_empty() || may_hold_container(text)
}

/// Returns whether a string of this JSON text may hold a container.
fn may_hold_container(text: &str) -> bool {
    let bytes = text.as_bytes();
    let follows_quote = |at: usize| {
        let before = bytes[..at].trim_ascii_end();
        let is_escaped =
            |byte: u8| byte.is_ascii_alphanumeric() && before.iter().rev().nth(1) == Some(&b'\\');
        before.last().is_some_and(|byte| *byte == b'"' || !byte.is_ascii() || is_escaped(*byte))
    };
    memchr::memchr_iter(b'\\', bytes).any(|at| bytes.get(at + 1) == Some(&b'u'))
        || memchr::memchr2_iter(b'{', b'[', bytes).any(follows_quote)
}

/// Appends what becomes of the strings in a document. Fails with an offset into the tree's text.
pub(super) fn edits(
    tree: &Tree<'_>,
    rules: &ToolRules,
    is_silent: IsSilent<'_>,
    options: &Options,
    edits: &mut Vec<Edit>,
) -> Result<(), Failure> {
    let pass = Pass { nested: rules.nested, rules, is_silent, options };
    pass.tree(tree, Level::RECORD, edits)
}

/// Returns whether a string of this JSON text holds a Python literal that `Nested::Normalize` would make JSON of.
pub(super) fn holds_python(text: &str, rules: &ToolRules, options: &Options) -> bool {
    if !may_hold_container(text) {
        return false;
    }
    let Ok(tree) = Tree::parse(text, options.max_depth) else { return false };
    let mut edits = Vec::new();
    let pass = Pass { nested: Nested::Normalize, rules, is_silent: &|_| true, options };
    let done = pass.tree(&tree, Level::RECORD, &mut edits);
    done.is_ok() && edits.iter().any(|edit| edit.code == Code::NestedText && edit.replacement.is_some())
}

/// What is known about a value by the names above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// Nothing.
    Plain,
    /// It holds JSON.
    Json,
    /// It is text.
    Opaque,
}

/// The place of a value among the strings and containers around it.
#[derive(Clone, Copy)]
struct Level {
    /// Levels of strings in strings that may still be looked at.
    left: usize,
    /// Containers around it in the record.
    depth: usize,
    role: Role,
}

impl Level {
    /// The record itself.
    const RECORD: Self = Self { left: LEVELS, depth: 0, role: Role::Plain };
}

/// A container on the way to a value.
struct Step {
    node: Node,
    /// Its number among its siblings.
    index: usize,
    parent: Option<usize>,
}

/// A value that is still to be looked at.
struct Visit {
    depth: usize,
    index: usize,
    node: Node,
    parent: Option<usize>,
    role: Role,
}

/// What was made of a string's content.
struct Made {
    /// Valid JSON.
    text: String,
    code: Code,
    /// What had to be done to the content, each once.
    codes: Vec<Code>,
}

struct Pass<'p> {
    nested: Nested,
    rules: &'p ToolRules,
    is_silent: IsSilent<'p>,
    options: &'p Options,
}

impl Pass<'_> {
    /// Looks at every string of a value that stands at this level itself.
    fn tree(&self, tree: &Tree<'_>, level: Level, edits: &mut Vec<Edit>) -> Result<(), Failure> {
        let Level { left, depth, role } = level;
        let mut steps: Vec<Step> = Vec::new();
        let mut pending = Vec::from([Visit { depth, index: 0, node: Node::ROOT, parent: None, role }]);
        while let Some(Visit { depth, index, node, parent, role }) = pending.pop() {
            match tree.kind(node) {
                Kind::String => {
                    let place = || pointer_to(tree, &steps, parent, node, index);
                    // Inside a string there is no schema.
                    let is_spoken_of =
                        || role == Role::Plain && left == LEVELS && !(self.is_silent)(&place());
                    if role != Role::Opaque && self.may_hold(tree, node, role) && !is_spoken_of() {
                        self.string(tree, node, Level { left, depth, role }, edits)?;
                    }
                }
                Kind::Array | Kind::Object => {
                    steps.push(Step { node, index, parent });
                    let above = Some(steps.len() - 1);
                    for (index, node) in tree.children(node).enumerate() {
                        let role = self.role(tree, node, role);
                        pending.push(Visit { depth: depth + 1, index, node, parent: above, role });
                    }
                }
                Kind::Null | Kind::Bool | Kind::Number => {}
            }
        }
        Ok(())
    }

    /// Returns whether this string may hold what is looked for, without a look at its escapes.
    fn may_hold(&self, tree: &Tree<'_>, node: Node, role: Role) -> bool {
        let raw = tree.raw(node).unwrap_or_default().trim_start();
        role == Role::Json || self.nested == Nested::Decode || raw.starts_with(['{', '[', '\\'])
    }

    /// The role of a member or item whose container has `role`.
    fn role(&self, tree: &Tree<'_>, node: Node, role: Role) -> Role {
        let Some(name) = tree.name(node) else { return role };
        let name = name.decode_lossy();
        if self.rules.json_keys.contains(&*name) {
            Role::Json
        } else if role == Role::Opaque || self.rules.opaque.contains(&*name) {
            Role::Opaque
        } else {
            Role::Plain
        }
    }

    fn string(
        &self,
        tree: &Tree<'_>,
        node: Node,
        level: Level,
        edits: &mut Vec<Edit>,
    ) -> Result<(), Failure> {
        let span = tree.span(node);
        // Half a surrogate pair is not text.
        let Some(content) = tree.string(node).and_then(|text| text.decode().map(String::from)) else {
            return Ok(());
        };
        // What went wrong inside shows at the string.
        let made =
            self.content(&content, level).map_err(|failure| Failure { offset: span.start, ..failure })?;
        let Some(Made { text, code, codes }) = made else { return Ok(()) };
        // The repair inside was done under the same options; a Python literal in it needs none of its fixes' strategies.
        let allowed = codes.into_iter().filter(|code| self.options.strategies.allows(code.about().strategy));
        edits.extend(allowed.map(|code| Edit::note(code, span.clone())));
        let text = match self.nested {
            Nested::Decode => text,
            Nested::Keep | Nested::Normalize => quoted(&text),
        };
        edits.push(Edit::new(code, span, text));
        Ok(())
    }

    /// The JSON of what a string holds, where it is to be changed.
    fn content(&self, content: &str, level: Level) -> Result<Option<Made>, Failure> {
        let Level { left, depth, role } = level;
        let decodes = self.nested == Nested::Decode;
        let inner = content.trim();
        let looks_right = match inner.as_bytes() {
            [b'{', .., b'}'] | [b'[', .., b']'] => true,
            [b'"', .., b'"'] => decodes,
            _ => role == Role::Json && !inner.is_empty(),
        };
        let room = self.options.max_depth.saturating_sub(depth);
        if left == 0 || !looks_right || room == 0 {
            return Ok(None);
        }
        if scan_document(inner.as_bytes(), room).is_ok() {
            return if decodes { self.opened(inner, level) } else { Ok(None) };
        }
        let options = Options {
            max_depth: room,
            select: Select::All,
            truncated: if role == Role::Json { self.options.truncated } else { Truncated::Refuse },
            ..*self.options
        };
        let repaired = match repair(content.as_bytes(), &options) {
            Ok(repaired) => repaired,
            // Text that is not JSON at all stays what it is; the tool will say what it thinks of it.
            Err(Failure { code: FailureCode::NoJson, .. }) => return Ok(None),
            Err(failure) if role == Role::Json => return Err(failure),
            Err(_) => return Ok(None),
        };
        let [document] = &*repaired.documents else { return Ok(None) };
        let text = repaired.text[document.clone()].to_owned();
        let is_certain =
            repaired.risk() == Some(Risk::Syntax) && text.as_bytes().first() == inner.as_bytes().first();
        if role != Role::Json && !is_certain {
            return Ok(None);
        }
        let mut codes = codes_of(&repaired);
        let text = self.deeper(text, level, &mut codes)?;
        let code = match repaired.strategy {
            _ if decodes => Code::DecodedText,
            // The literal says the same, to the last byte that counts: nothing was chosen.
            Strategy::PythonAst if is_certain => Code::NestedText,
            _ => Code::NestedJson,
        };
        Ok(Some(Made { text, code, codes }))
    }

    /// A string whose content is valid JSON already, to be opened.
    fn opened(&self, inner: &str, level: Level) -> Result<Option<Made>, Failure> {
        let mut codes = Vec::new();
        let text = self.deeper(inner.to_owned(), level, &mut codes)?;
        // A string in a string is worth opening where a container comes out.
        let holds_container = text.starts_with(['{', '[']);
        Ok(holds_container.then_some(Made { text, code: Code::DecodedJson, codes }))
    }

    /// The same for the strings in what a string holds.
    fn deeper(&self, text: String, level: Level, codes: &mut Vec<Code>) -> Result<String, Failure> {
        let role = if text.starts_with('"') { level.role } else { Role::Plain };
        let level = Level { left: level.left - 1, role, ..level };
        let Ok(tree) = Tree::parse(&text, self.options.max_depth) else { return Ok(text) };
        let mut edits = Vec::new();
        self.tree(&tree, level, &mut edits)?;
        if edits.is_empty() {
            return Ok(text);
        }
        for edit in &edits {
            if !codes.contains(&edit.code) {
                codes.push(edit.code);
            }
        }
        let fixes = edits.into_iter().filter(|edit| edit.replacement.is_some()).map(changes::fix).collect();
        Ok(apply(&text, &settle(fixes)))
    }
}

/// The codes of a repair, each once. A Python literal is one thing that was done, not many.
fn codes_of(repaired: &Repaired<'_>) -> Vec<Code> {
    let mut codes = Vec::new();
    for fix in &repaired.fixes {
        if !codes.contains(&fix.code) && (repaired.strategy != Strategy::PythonAst || fix.risk > Risk::Syntax)
        {
            codes.push(fix.code);
        }
    }
    codes
}

/// The JSON Pointer of a value.
fn pointer_to(tree: &Tree<'_>, steps: &[Step], parent: Option<usize>, node: Node, index: usize) -> String {
    let mut way = Vec::from([(node, index)]);
    let mut above = parent;
    while let Some(at) = above {
        let Step { node, index, parent } = &steps[at];
        way.push((*node, *index));
        above = *parent;
    }
    let mut path = String::new();
    // The last is the document itself.
    for (node, index) in way.into_iter().rev().skip(1) {
        match tree.name(node) {
            Some(name) => pointer::push_name(&mut path, &name.decode_lossy()),
            None => pointer::push_index(&mut path, index),
        }
    }
    path
}
