//! References within a schema: pointers and anchors. Nothing outside of the schema is ever opened.

use std::collections::HashMap;

use crate::core::json::tree::{Kind, Node, Tree};

/// Finds what references name.
pub(super) struct References<'t, 'a> {
    tree: &'t Tree<'a>,
    /// The parts that an anchor names; they are looked for when a reference first asks.
    anchors: Option<HashMap<String, Node>>,
}

impl<'t, 'a> References<'t, 'a> {
    pub(super) fn new(tree: &'t Tree<'a>) -> Self {
        Self { tree, anchors: None }
    }

    /// Returns the part that the reference at `node` names; `None` if it is outside of the schema, or nowhere.
    pub(super) fn target(&mut self, node: Node) -> Option<Node> {
        let reference = self.tree.string(node)?;
        let reference = reference.decode_lossy();
        let fragment = percent_decoded(reference.strip_prefix('#')?);
        if fragment.is_empty() || fragment.starts_with('/') {
            return self.tree.at(&fragment);
        }
        let tree = self.tree;
        self.anchors.get_or_insert_with(|| anchors(tree)).get(&fragment).copied()
    }
}

/// Returns every part that names itself.
fn anchors(tree: &Tree<'_>) -> HashMap<String, Node> {
    let mut anchors = HashMap::new();
    for node in tree.nodes().filter(|node| tree.kind(*node) == Kind::Object) {
        for child in tree.children(node) {
            let Some(name) = tree.string(child).map(|text| text.decode_lossy().into_owned()) else {
                continue;
            };
            match tree.raw_name(child) {
                Some("$anchor") => anchors.insert(name, node),
                Some("$id" | "id") if name.starts_with('#') => anchors.insert(name[1..].to_owned(), node),
                _ => None,
            };
        }
    }
    anchors
}

/// Decodes a fragment of a URI. What is no escape stays.
fn percent_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut pos = 0;
    while pos < bytes.len() {
        let escaped = text.get(pos + 1..pos + 3).filter(|_| bytes[pos] == b'%');
        if let Some(byte) = escaped.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            out.push(byte);
            pos += 3;
        } else {
            out.push(bytes[pos]);
            pos += 1;
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
