use crate::units::core::json::places::{TEXT, found};
use jmend::core::json::places::Places;
use jmend::core::json::places::stream::*;

#[test]
fn a_stream_finds_the_same_however_its_bytes_arrive() {
    for pointers in [&["/a/*/b"][..], &["/a/1/*", "/ab", "/"], &["/a/*/c/0", "/d"], &["/*/b", "/*/*/b"]] {
        let places = Places::parse(pointers.iter().copied()).expect("valid");
        let expected: Vec<String> = found(pointers).into_iter().map(|(text, _)| text).collect();
        for piece in 1..TEXT.len() {
            let (mut stream, mut out, mut seen) = (Stream::new(&places, usize::MAX), Vec::new(), Vec::new());
            let mut taken = 0;
            for chunk in TEXT.as_bytes().chunks(piece) {
                if stream.is_done() {
                    break;
                }
                taken += stream
                    .feed(chunk, &mut out, |_, raw, out| {
                        seen.push(String::from_utf8_lossy(raw).into_owned());
                        out.extend_from_slice(b"\"");
                        out.extend_from_slice(raw);
                        out.extend_from_slice(b"\"");
                    })
                    .expect("valid");
            }
            assert_eq!(seen, expected, "{pointers:?} in pieces of {piece}");
            assert_eq!(taken, TEXT.len() - 1);
            assert_eq!(String::from_utf8_lossy(&out), TEXT[..TEXT.len() - 1]);
        }
    }
}

#[test]
fn a_name_that_is_too_long_leads_nowhere() {
    // Such a name is held in part; its part may be spelled like the name of a place.
    for (name, pointer) in [("abcdefabcdef", "/abcdef"), (r"\u0061\u0062", "/ab"), ("abc", "/ab")] {
        for more in 0..40 {
            let text = format!("{{\"{name}{}\":\"x\"}}", "\\u0061".repeat(more));
            let places = Places::parse([pointer]).expect("valid");
            let mut out = Vec::new();
            let mut stream = Stream::new(&places, usize::MAX);
            let is_place = more == 0 && name.starts_with('\\');
            let mut seen = 0;
            stream.feed(text.as_bytes(), &mut out, |_, _, _| seen += 1).expect("valid");
            assert_eq!(seen, usize::from(is_place), "{text}");
        }
    }
}
