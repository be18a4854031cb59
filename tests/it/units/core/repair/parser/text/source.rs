use jmend::core::repair::parser::text::source::*;

#[test]
fn signs_are_counted_in_texts_of_every_length() {
    for signs in ["{", "[", "}", "]", "\"", ":", "{x[y}z]\"a:b", ":::", "}}}}}]", "x\u{a0}[["] {
        for times in 0..70 {
            let text = signs.repeat(times);
            let all = |wanted: &[char]| text.matches(wanted).count() as u32;
            let (open, close) = (all(&['{', '[']), all(&['}', ']']));
            let signs = open + close + all(&['"', ':']);
            assert_eq!(count_signs(text.as_bytes()), (close as i32 - open as i32, signs), "{text}");
        }
    }
}
