use jmend::core::calls::formats::template::*;

#[test]
fn a_template_has_parts() {
    let found: Vec<_> = parts("<a>{name}\n{?x}{pairs:<k> <v> <e>}</a>").collect();
    let hole = Part::Hole;
    let expected = [
        Part::Text("<a>"),
        hole("name"),
        Part::Text("\n"),
        hole("?x"),
        hole("pairs:<k> <v> <e>"),
        Part::Text("</a>"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_template_that_cannot_be_read_says_why() {
    for (template, fault_begins) in [
        ("{name}{arguments}", "the template begins"),
        ("<a>{name}", "the template needs {arguments}"),
        ("<a>{arguments}", "the template needs {name}"),
        ("<a>{name}{args}", "the template has"),
        ("<a>{name", "each"),
    ] {
        let marker = template.split('{').next().unwrap_or_default();
        let found = fault(template, marker).unwrap_or_default();
        assert!(found.starts_with(fault_begins), "{template}: {found}");
    }
    assert_eq!(fault("<a>{name}{arguments}", "<a>"), None);
}
