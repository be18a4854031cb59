use std::ops::ControlFlow;

use crate::units::core::results::preview::Bits;
use jmend::core::json::fault::Fault;
use jmend::core::json::stream::{Limits, Notice, Summary};
use jmend::core::results::preview::Style;
use jmend::core::results::preview::infer::*;

fn looked_at(text: &[u8], bits: usize, style: Style, ndjson: bool) -> (Vec<Found>, Vec<Fault>, Summary) {
    let (mut shapes, mut faults) = (Vec::new(), Vec::new());
    let options = InferOptions { style, ndjson, limits: Limits { max_depth: 6, ..Limits::default() } };
    let mut found = |shape| {
        shapes.push(shape);
        Ok(())
    };
    let mut report = |notice: &Notice| {
        faults.push(notice.fault.clone());
        ControlFlow::Continue(())
    };
    let input = &mut Bits(text, bits);
    let summary = infer(input, &options, Keep::Nothing, &mut found, &mut report).expect("it reads");
    (shapes, faults, summary)
}

/// Read byte by byte nothing is ever whole, so nothing is skipped; read at once, all is skipped that can be.
#[test]
fn what_is_skipped_is_checked_and_counted_all_the_same() {
    let rows = concat!(
        r#"{"a":1,"b":[1,{"c":null}]},{"b":2,"a":"x\u00e9"},{"a":{"d":[]},"b":-1.5e3},{"a":1,"b":2},"#,
        r#"{"a":1,"b":{}},{"z":[{"q":[true]}]},{ "é" : "\"]" },7,[1,[2],[]]"#,
    );
    let array = format!("[{rows}]\n{{\"data\":[{rows}],\"n\":{{\"x\":{{\"y\":1}}}}}} [[[1]]]");
    let lines = rows.replace("},", "}\n").replace(",[1", "\n[1");
    for (text, ndjson) in [(array, false), (lines, true)] {
        for at in 0..text.len() {
            for put in ["", "{", "}", "[", "]", ",", ":", "\"", "\\", "0", "x", "\n", " ", "[[[[["] {
                let mut changed = text.clone().into_bytes();
                changed.splice(at..=at, put.bytes());
                for style in [Style::Metadata, Style::Rows(7)] {
                    let one = looked_at(&changed, 1, style, ndjson);
                    let all = looked_at(&changed, usize::MAX, style, ndjson);
                    assert_eq!(one, all, "{}", String::from_utf8_lossy(&changed));
                }
            }
        }
    }
}
