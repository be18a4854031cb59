use jmend::core::repair::engine::Code;
use jmend::report::insight::codes::*;

#[test]
fn every_code_is_known_by_its_name_once() {
    for code in Code::ALL {
        assert_eq!(CodeId::of(*code), CodeId::named(code.name()));
    }
    for (index, known) in KNOWN.iter().enumerate() {
        let found =
            if known.risk.is_some() { CodeId::named(known.name) } else { CodeId::refusal(known.name) };
        assert_eq!(found.index(), index, "{} stands there twice", known.name);
    }
    assert_eq!(CodeId::named("of-a-later-version").known().name, "other");
}
