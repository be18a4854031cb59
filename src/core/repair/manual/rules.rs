//! What is known about one tool apart from its schema: the names that models write for its parameters, and which strings
//! hold text and which hold JSON.
//!
//! Rules look at the arguments of a call, one JSON document each. Renaming is for the members of the document itself;
//! strings are looked at on every level (`nested`).

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use super::nested::{Nested, edits as nested_edits, holds_python, may_hold};
use crate::core::json::quoted;
use crate::core::json::tree::{Node, Tree};
use crate::core::repair::changes::{Edit, apply};
use crate::core::repair::engine::{Code, EditMap, Expect, Failure, Options, Repaired, Risk};

/// Names whose values are text as it is, whatever it looks like: commands, files, searches, code.
pub const OPAQUE: [&str; 17] = [
    "cmd",
    "command",
    "content",
    "text",
    "path",
    "cwd",
    "query",
    "pattern",
    "message",
    "old_str",
    "new_str",
    "old_string",
    "new_string",
    "code",
    "script",
    "diff",
    "patch",
];

/// The rules of one tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolRules {
    /// Names that models write, each with the name that the tool knows.
    pub aliases: Vec<(String, String)>,
    /// Names whose string values hold JSON, even where they are opaque otherwise.
    pub json_keys: BTreeSet<String>,
    /// What becomes of other strings that read as containers.
    pub nested: Nested,
    /// Names whose values are text as it is.
    pub opaque: BTreeSet<String>,
    /// The aliases come from a file that nothing named, so a rename is a guess.
    pub is_guess: bool,
    /// The strings are read because a flag or a rule of the tool says so, not only because the tool is known. Then those are
    /// read, too, of which a schema says no more than that they are strings: they stay strings.
    pub is_asked: bool,
}

impl Default for ToolRules {
    /// Nothing is renamed, and every string stays as it is.
    fn default() -> Self {
        let opaque = OPAQUE.iter().map(|name| (*name).to_owned()).collect();
        Self {
            aliases: Vec::new(),
            json_keys: BTreeSet::new(),
            nested: Nested::Keep,
            opaque,
            is_guess: false,
            is_asked: false,
        }
    }
}

/// Says whether the schema leaves the value at this JSON Pointer of a document to the rules. Another one is the schema's
/// business, and stays as it is here.
pub type IsSilent<'t> = &'t dyn Fn(&str) -> bool;

impl ToolRules {
    /// Returns whether the rules can change anything.
    pub fn is_idle(&self) -> bool {
        self.aliases.is_empty() && self.nested == Nested::Keep
    }

    /// Returns whether arguments hold Python text in a string, which would be read if that was asked for.
    pub fn leave_python(&self, arguments: &str, options: &Options) -> bool {
        options.max_risk >= Code::NestedText.about().risk
            && options.strategies.ast
            && holds_python(arguments, self, options)
    }

    /// Returns the rules for arguments of which this is expected: an alias that is a guess does not count if the tool itself
    /// has a key of its name.
    pub fn beside(&self, expect: &Expect) -> Cow<'_, Self> {
        let is_own = |(alias, _): &(String, String)| expect.is_due(Expect::ROOT, alias.as_bytes());
        if !self.is_guess || !self.aliases.iter().any(is_own) {
            return Cow::Borrowed(self);
        }
        let aliases = self.aliases.iter().filter(|alias| !is_own(alias)).cloned().collect();
        Cow::Owned(Self { aliases, ..self.clone() })
    }

    /// Carries the rules out on every document of a record: renames first, then strings by the names they have then.
    ///
    /// Fails where the options refuse a change, or where a string that must hold JSON (`json_keys`) holds what may not be
    /// repaired as far as is needed.
    pub fn carry_out<'a>(
        &self,
        repaired: Repaired<'a>,
        is_silent: IsSilent<'_>,
        options: &Options,
    ) -> Result<Repaired<'a>, Failure> {
        if self.is_idle() {
            return Ok(repaired);
        }
        let repaired = if self.aliases.is_empty() {
            repaired
        } else {
            on_documents(repaired, options, |tree, edits| {
                self.rename(tree, edits);
                Ok(())
            })?
        };
        let may_hold = |document: &Range<usize>| may_hold(&repaired.text[document.clone()], self);
        if self.nested == Nested::Keep || !repaired.documents.iter().any(may_hold) {
            return Ok(repaired);
        }
        on_documents(repaired, options, |tree, edits| nested_edits(tree, self, is_silent, options, edits))
    }

    /// Renames members that have an alias of a name that is not there.
    fn rename(&self, tree: &Tree<'_>, edits: &mut Vec<Edit>) {
        let members: Vec<(Node, String)> = tree
            .children(Node::ROOT)
            .filter_map(|node| Some((node, tree.name(node)?.decode_lossy().into_owned())))
            .collect();
        let is_there = |wanted: &str| members.iter().any(|(_, name)| name == wanted);
        for (alias, target) in &self.aliases {
            let is_rival =
                |(other, same): &(String, String)| same == target && other != alias && is_there(other);
            let conflict = is_there(target) || self.aliases.iter().any(is_rival);
            for (node, _) in members.iter().filter(|(_, name)| name == alias) {
                let Some(span) = tree.name_span(*node) else { continue };
                if conflict {
                    edits.push(Edit::note(Code::AliasConflict, span));
                } else {
                    let least = if self.is_guess { Risk::Inferred } else { Risk::Syntax };
                    edits.push(Edit::new(Code::Alias, span, quoted(target)).at_risk(least));
                }
            }
        }
    }
}

/// Carries out what a rule says of each document.
fn on_documents<'a>(
    repaired: Repaired<'a>,
    options: &Options,
    rule: impl Fn(&Tree<'_>, &mut Vec<Edit>) -> Result<(), Failure>,
) -> Result<Repaired<'a>, Failure> {
    let mut edits = Vec::new();
    for document in &repaired.documents {
        let tree = Tree::parse_range(&repaired.text, document.clone(), options.max_depth)
            .map_err(Failure::unindexed)?;
        rule(&tree, &mut edits).map_err(|failure| Failure {
            offset: EditMap::of(&repaired.fixes).to_input(failure.offset),
            ..failure
        })?;
    }
    let changes = edits.iter().any(|edit| edit.replacement.is_some());
    let strategy = repaired.strategy;
    let edited = apply(repaired, edits, options)?;
    // What was noted and not changed needed no rule.
    Ok(if changes { edited } else { Repaired { strategy, ..edited } })
}
