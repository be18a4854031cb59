use jmend::core::repair::engine::{Code, Options, repair};
use jmend::report::insight::codes::CodeId;
use jmend::report::insight::sample::*;

fn spelled(pieces: &[Piece]) -> String {
    let part = |piece: &Piece| match piece {
        Piece::Same(text) => text.clone(),
        Piece::Old(text) => format!("[-{text}-]"),
        Piece::New(text) => format!("[+{text}+]"),
    };
    pieces.iter().map(part).collect()
}

fn example(text: &str, code: Code, redact: bool) -> String {
    let repaired = repair(text.as_bytes(), &Options::default()).unwrap();
    spelled(&around(text.as_bytes(), &repaired.fixes, CodeId::of(code), redact))
}

#[test]
fn an_example_shows_what_a_fix_did() {
    let text = "{\"name\": \"Ada 7\", \"ok\": True,}";
    assert_eq!(
        example(text, Code::PythonWord, false),
        "{\"name\": \"Ada 7\", \"ok\": [-True-][+true+][-,-]}"
    );
    assert_eq!(example(text, Code::PythonWord, true), "{\"xxxx\": \"xxx 0\", \"xx\": [-True-][+true+][-,-]}");
}

#[test]
fn hostile_text_is_cut_and_shown_as_text() {
    let long = format!("{{'a': '\u{1b}[31m</script>\u{202e}{}'}}", "é".repeat(1 << 20));
    let shown = example(&long, Code::SingleQuotes, false);
    assert!(shown.len() < 1000 && !shown.contains(['\u{1b}', '\u{202e}']), "{shown}");
    assert!(
        shown.contains("\\u{1b}") && shown.contains("</script>\\u{202e}") && shown.ends_with('…'),
        "{shown}"
    );
    let all = spelled(&at(&[0xff; 500], 300, false));
    assert!(all.starts_with('…') && all.ends_with('…'), "{all}");
}

#[test]
fn the_sample_is_the_same_in_any_order() {
    let code = CodeId::of(Code::Prose);
    let sample = |text: &str| Sample {
        number: number(text.as_bytes()),
        source: String::new(),
        line: 1,
        group: String::new(),
        pieces: Vec::new(),
    };
    let texts: Vec<String> = (0..100).map(|n| format!("text {}", n % 40)).collect();
    let kept = |texts: &mut dyn Iterator<Item = &String>| {
        let mut samples = Samples::default();
        texts.for_each(|text| samples.add(code, sample(text)));
        samples.of(code).iter().map(|sample| sample.number).collect::<Vec<_>>()
    };
    let forth = kept(&mut texts.iter());
    assert_eq!((forth.len(), &forth), (MOST, &kept(&mut texts.iter().rev())));
}
