use jmend::core::json::MAX_DEPTH;
use jmend::core::json::tree::Tree;
use jmend::core::repair::schema::tools::*;

#[test]
fn definitions_are_found_in_every_shape() {
    let schema = r#"{"type":"object","properties":{"q":{"type":"string"}}}"#;
    for text in [
        format!(r#"[{{"type":"function","function":{{"name":"f","parameters":{schema}}}}}]"#),
        format!(r#"{{"tools":[{{"type":"function","name":"f","parameters":{schema}}}]}}"#),
        format!(r#"{{"name":"f","input_schema":{schema}}}"#),
        format!(r#"{{"tools":[{{"name":"f","inputSchema":{schema},"description":"x"}}]}}"#),
        format!(r#"{{"functions":[{{"name":"f","parameters":{schema}}}]}}"#),
        format!(r#"{{"tools":[{{"functionDeclarations":[{{"name":"f","parameters":{schema}}}]}}]}}"#),
        format!(r#"[{{"function_declarations":[{{"name":"f","parametersJsonSchema":{schema}}}]}}]"#),
        format!(r#"{{"jsonrpc":"2.0","result":{{"tools":[{{"name":"f","inputSchema":{schema}}}]}}}}"#),
        format!(r#"{{"f":{{"parameters":{schema}}}}}"#),
        format!(r#"{{"x":{{"description":"x","name":"f","input_schema":{schema}}}}}"#),
        format!(r#"{{"f":{{"type":"function","function":{{"parameters":{schema}}}}}}}"#),
    ] {
        let found = definitions(&text).unwrap();
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!((found[0].name.as_str(), found[0].schema.as_deref()), ("f", Some(schema)), "{text}");
        let tree = Tree::parse(&text, MAX_DEPTH).unwrap();
        assert_eq!(tree.at(&found[0].pointer).map(|node| tree.source(node)), Some(schema));
    }
    let two = definitions(r#"[{"name":"a"},{"name":"b","parameters":true}]"#).unwrap();
    let names: Vec<_> = two.iter().map(|tool| (tool.name.as_str(), tool.schema.as_deref())).collect();
    assert_eq!(names, [("a", None), ("b", Some("true"))]);
    for text in [
        "[1, \"x\", {}]",
        "{}",
        "1",
        schema,
        r#"{"a":{"parameters":{}},"b":1}"#,
        r#"{"a":{"x":1}}"#,
        r#"{"properties":{"name":{"type":"string"}}}"#,
    ] {
        assert!(definitions(text).unwrap().is_empty(), "{text}");
    }
    assert!(definitions("{").is_err());
}

#[test]
fn the_dialect_of_openapi_becomes_json_schema() {
    let text = r#"{"name":"f","parameters":{"type":"OBJECT","properties":{
        "a":{"type":"STRING","nullable":true,"enum":["x"]},"b":{"type":"ARRAY","items":{"type":"NUMBER"}}}}}"#;
    let schema = definitions(text).unwrap().remove(0).schema.unwrap();
    let plain: String = schema.split_whitespace().collect();
    assert_eq!(
        plain,
        r#"{"type":"object","properties":{"a":{"type":["string","null"],"nullable":true,"enum":["x",null]},"b":{"type":"array","items":{"type":"number"}}}}"#
    );
}

/// Hand-made lists name types as programming languages do.
#[test]
fn types_of_programming_languages_become_those_of_json_schema() {
    let text = r#"{"name":"f","input_schema":{"type":"dict","properties":{
        "a":{"type":"float"},"b":{"type":["str","null"]},"c":{"type":"tuple","items":{"type":"bool"}},
        "d":{"type":"any"},"type":{"type":"String"}}}}"#;
    let schema = definitions(text).unwrap().remove(0).schema.unwrap();
    let plain: String = schema.split_whitespace().collect();
    let any = r#"["string","number","boolean","object","array","null"]"#;
    let rest = r#""b":{"type":["string","null"]},"c":{"type":"array","items":{"type":"boolean"}}"#;
    assert_eq!(
        plain,
        format!(
            r#"{{"type":"object","properties":{{"a":{{"type":"number"}},{rest},"d":{{"type":{any}}},"type":{{"type":"string"}}}}}}"#
        )
    );
}
