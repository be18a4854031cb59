use jmend::report::RESET;
use jmend::report::paint::*;

#[test]
fn every_token_has_its_colour_wherever_pieces_end() {
    let json = "{\"a\\\"\": [1, -2.5e3, true, \"x, {\"], \"b\":{}}\nnull 7";
    let signs = "{N\"a\\\"\".: [#1., #-2.5e3., wtrue., s\"x, {\".], N\"b\".:{}}\nwnull. #7.";
    let wanted = signs
        .replace('N', NAME)
        .replace('#', NUMBER)
        .replace("wtrue", &format!("{WORD}true"))
        .replace("wnull", &format!("{WORD}null"))
        .replace("s\"", &format!("{STRING}\""))
        .replace("2.5", "2\0")
        .replace('.', RESET)
        .replace("2\0", "2.5");
    for piece in 1..json.len() {
        let (mut painter, mut out) = (Painter::default(), String::new());
        for part in json.as_bytes().chunks(piece) {
            painter.paint(std::str::from_utf8(part).unwrap(), &mut out);
        }
        painter.finish(&mut out);
        assert_eq!(out, wanted, "pieces of {piece}");
    }
}
