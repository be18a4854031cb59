use jmend::core::json::stops::*;

/// The stops of a text, found byte by byte.
fn plain(text: &[u8], is_stop: impl Fn(u8) -> bool) -> usize {
    text.iter().position(|byte| is_stop(*byte)).unwrap_or(text.len())
}

/// A text as it is, and as the end of a longer one.
fn agrees(text: &[u8]) {
    for before in [0, 20] {
        let long = [&vec![b'x'; before], text].concat();
        let found = |stop: fn(&[u8], usize) -> usize| stop(&long, before) - before;
        assert_eq!(found(string_stop), plain(text, |b| matches!(b, b'"' | b'\\' | 0..=0x1f)), "{text:x?}");
        let any = plain(text, |b| matches!(b, b'"' | b'\'' | b'\\' | 0..=0x1f));
        assert_eq!(found(any_string_stop), any, "{text:x?}, with apostrophes");
        let foreign = plain(text, |b| matches!(b, b'"' | b'\'' | b'`' | b'<' | b'\\' | 0..=0x1f | 0x80..));
        assert_eq!(found(foreign_string_stop), foreign, "{text:x?}, with all quotes");
        assert_eq!(found(backslash), plain(text, |b| b == b'\\'), "{text:x?}");
    }
}

#[test]
fn blocks_agree_with_bytes() {
    for len in 0..40 {
        agrees(&vec![b'x'; len]);
        for stop in 0..=255u8 {
            for at in 0..len {
                let mut text = vec![b'x'; len];
                text[at] = stop;
                if len < 20 || at > 14 {
                    agrees(&text);
                }
            }
        }
    }
    for low in 0..=255u8 {
        for high in 0..=255u8 {
            agrees(&[b'x', low, high, b'x', b'x', b'x', b'x', b'x']);
        }
    }
}

#[test]
fn short_strings_end_at_their_first_quote() {
    for len in 0..40 {
        for quote in 0..len {
            let mut text = vec![b'x'; len];
            (text[quote], text[len - 1]) = (b'"', b'"');
            let is_short = quote <= BLOCK && len >= BLOCK;
            assert_eq!(short_string_end(&text, 0), is_short.then_some(quote + 1), "{quote} of {len}");
            text[quote / 2] = b'\\';
            assert_eq!(short_string_end(&text, 0), None, "an escape before {quote} of {len}");
        }
    }
}

#[test]
fn escapes_are_passed_wherever_they_lie() {
    let is_escape = |byte: u8| matches!(byte, b'n' | b't' | b'b' | b'"' | b'\\');
    let plain = |text: &[u8], quotes: bool, apostrophes: bool| {
        let mut pos = 0;
        while let Some(byte) = text.get(pos) {
            let next = text.get(pos + 1).is_some_and(|next| is_escape(*next) && (quotes || *next != b'"'));
            match byte {
                b'\\' if next => pos += 2,
                b'"' | b'\\' | 0..=0x1f => break,
                b'\'' if apostrophes => break,
                _ => pos += 1,
            }
        }
        pos
    };
    let mut texts: Vec<Vec<u8>> =
        [r"\x", r"\n\n\\", "\\n\n", "\\\n", r"a\nb\nc\"].map(|text| text.as_bytes().to_vec()).into();
    // Every text of five characters, each of which means something.
    for number in 0..6usize.pow(5) {
        texts.push((0..5).map(|at| br#"\"nb' "#[number / 6usize.pow(at) % 6]).collect());
    }
    for text in texts {
        // An escape before it puts the text at the end of the bytes that are looked at together, or after them.
        for (first, before) in [
            ("", 0),
            ("", 11),
            ("", 15),
            ("\\n", 0),
            ("\\n", 58),
            ("\\n", 60),
            ("\\n", 61),
            ("\\n", 62),
            ("\\n", 63),
        ] {
            for after in [0, 1, 15, 17, 64] {
                let text = [first.as_bytes(), &vec![b' '; before], &*text, &vec![b' '; after]].concat();
                let found = [
                    content_end::<false, false>(&text, 0, is_escape),
                    content_end::<false, true>(&text, 0, is_escape),
                    content_end::<true, false>(&text, 0, is_escape),
                    content_end::<true, true>(&text, 0, is_escape),
                ];
                let sought = [(false, false), (false, true), (true, false), (true, true)]
                    .map(|(quotes, apostrophes)| plain(&text, quotes, apostrophes));
                assert_eq!(found, sought, "{}", text.escape_ascii());
            }
        }
    }
}
