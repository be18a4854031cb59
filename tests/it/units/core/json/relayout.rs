use jmend::core::json::Indent;
use jmend::core::json::relayout::*;
use jmend::core::json::write::{Layout, Style};

#[test]
fn pieces_of_any_size_are_laid_out_like_the_whole() {
    let documents = [
        "{ \"b\":[1.10, 1E5,{}, [ ] ] ,\"a\" :\"é😀\\u0041 \\\"x\\\\\", \"c\":[[[\"[\"]],{\"d\" : {} }]}",
        "[]",
        " 12 ",
        "\"a b\"",
        "[\n[],\n{}\n]",
    ];
    let styles = [Layout::Compact, Layout::Pretty(Indent::Spaces(2)), Layout::Pretty(Indent::Tab)];
    let flags = [(false, false), (true, false), (false, true)];
    for style in styles
        .into_iter()
        .flat_map(|layout| flags.map(|(ascii, sort_keys)| Style { ascii, layout, sort_keys }))
    {
        let (mut expected, mut source) = (Vec::new(), String::new());
        for document in documents {
            style.write_text(document, &mut expected);
            expected.push(b'\n');
            source.push_str(document);
            source.push('\n');
        }
        for size in [1, 2, 3, 7, 1000] {
            let (mut relayout, mut out) = (Relayout::new(style), Vec::new());
            for piece in source.as_bytes().chunks(size) {
                relayout.push(piece, &mut out, &mut |_| {});
            }
            assert_eq!(
                String::from_utf8_lossy(&out),
                String::from_utf8_lossy(&expected),
                "{style:?} in pieces of {size}"
            );
        }
    }
}
