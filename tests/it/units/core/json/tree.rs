use jmend::core::json::cursor::Kind;
use jmend::core::json::tree::*;
use jmend::core::json::{MAX_DEPTH, Style, parse};

/// Writes a tree again, from its nodes alone.
fn written(tree: &Tree<'_>, node: Node) -> String {
    let children: Vec<String> = tree
        .children(node)
        .map(|child| {
            let name = tree.name_span(child).map(|span| format!("{}:", &tree.text()[span]));
            name.unwrap_or_default() + &written(tree, child)
        })
        .collect();
    assert_eq!(children.len(), tree.count(node));
    match tree.kind(node) {
        Kind::Array => format!("[{}]", children.join(",")),
        Kind::Object => format!("{{{}}}", children.join(",")),
        _ => tree.source(node).to_owned(),
    }
}

#[test]
fn a_tree_holds_all_of_its_text() {
    for text in [
        "1",
        " \"a\\\"b\" ",
        "[]",
        "{}",
        "[[],{},[[]],1]",
        r#" { "a" : [1, -2.50e3 ,{"b":null}] , "a":true,"":{"c":{}} } "#,
    ] {
        let tree = Tree::parse(text, MAX_DEPTH).expect("valid");
        let mut compact = Vec::new();
        Style::compact().write_value(&parse(text, MAX_DEPTH).expect("valid"), &mut compact);
        assert_eq!(written(&tree, Node::ROOT), String::from_utf8_lossy(&compact));
    }
}

#[test]
fn names_and_spans_are_those_of_the_text() {
    let text = r#"x {"a\u0062": [1, "two"], "ab": 3}"#;
    let tree = Tree::parse_range(text, 1..text.len(), MAX_DEPTH).expect("valid");
    let last = tree.member(Node::ROOT, "ab").expect("a member");
    assert_eq!((tree.source(last), tree.kind(last)), ("3", Kind::Number));
    let first = tree.children(Node::ROOT).next().expect("a member");
    assert_eq!(tree.source(first), r#"[1, "two"]"#);
    let item = tree.children(first).last().expect("an item");
    assert_eq!(tree.string(item).expect("a string").raw(), "two");
    assert_eq!((tree.name(item), tree.member(item, "x")), (None, None));
}

#[test]
fn every_node_has_a_pointer_that_leads_to_it() {
    let text = r#"{"a":[1,{"b/c":[[],2]},{"*":0}],"":{"~":{"0":3}},"z":null}"#;
    let tree = Tree::parse(text, MAX_DEPTH).expect("valid");
    let pointers: Vec<String> = tree.nodes().map(|node| tree.pointer(node)).collect();
    assert_eq!(pointers[4], "/a/1/b~1c");
    for (node, pointer) in tree.nodes().zip(&pointers) {
        assert_eq!(tree.at(pointer), Some(node), "{pointer}");
    }
    assert_eq!((tree.at("/a/00"), tree.at("/a/-"), tree.at("/x"), tree.at("a")), (None, None, None, None));
}

#[test]
fn what_is_no_json_is_refused_where_it_shows() {
    for (text, offset) in [("[1,]", 3), ("{\"a\" 1}", 5), ("[1}", 2), ("[", 1), ("1 2", 2), ("", 0)] {
        assert_eq!(Tree::parse(text, MAX_DEPTH).expect_err(text).offset, offset, "{text}");
    }
    let deep = "[".repeat(3) + &"]".repeat(3);
    assert!(Tree::parse(&deep, 3).is_ok() && Tree::parse(&deep, 2).is_err());
}
