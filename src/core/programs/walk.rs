//! The nodes of a program, and the tools that it calls.

use super::program::{Kind, Members, Node, Part, Program};

/// The tools that a program may call, each with the number of its node; also those in branches that are not taken.
pub fn calls(program: &Program) -> Vec<(u32, &str)> {
    let mut found = Vec::new();
    let mut pending = Vec::from([&program.root]);
    while let Some(node) = pending.pop() {
        if let Kind::Call { tool, .. } = &node.kind {
            found.push((node.id, &**tool));
        }
        // The last is taken first, so the order of the text is kept.
        let from = pending.len();
        children(&node.kind, &mut pending);
        pending[from..].reverse();
    }
    found
}

fn children<'p>(kind: &'p Kind, into: &mut Vec<&'p Node>) {
    match kind {
        Kind::Let { value, body, .. } => into.extend([&**value, &**body]),
        Kind::If { condition, then, otherwise } => into.extend([&**condition, &**then, &**otherwise]),
        Kind::And(nodes)
        | Kind::Or(nodes)
        | Kind::Pipe(nodes)
        | Kind::Merge(nodes)
        | Kind::Concat(nodes)
        | Kind::Zip(nodes) => into.extend(nodes),
        Kind::Not(node)
        | Kind::Map(node)
        | Kind::Filter { condition: node, .. }
        | Kind::Round { value: node, .. } => {
            into.push(node);
        }
        Kind::Object { fields, .. } => {
            into.extend(
                fields
                    .iter()
                    .filter_map(|(_, part)| if let Part::Node(node) = part { Some(node) } else { None }),
            );
        }
        Kind::FilterIn { members, .. } => {
            if let Members::Node(node) = &**members {
                into.push(node);
            }
        }
        Kind::Arithmetic { left, right, .. }
        | Kind::Div { left, right }
        | Kind::Pct { part: left, whole: right } => {
            into.extend([&**left, &**right]);
        }
        _ => {}
    }
}
