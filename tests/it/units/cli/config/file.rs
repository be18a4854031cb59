use jmend::cli::config::file::*;
use jmend::cli::config::keys::{KEYS, Place, Section};
use jmend::core::json::fault::Fault;
use jmend::core::json::position;

/// (file, faults as `line:column: message`)
const FAULTS: &[(&str, &[&str])] = &[
    ("enabeld = true", &["1:1: there is no key `enabeld`; did you mean `enabled`?"]),
    ("\n  max_risc = \"lossy\"", &["2:3: there is no key `max_risc`; did you mean `max_risk`?"]),
    ("colour = 1", &["1:1: there is no key `colour`"]),
    ("enabled = \"yes\"", &["1:11: `enabled` is true or false, and this is a string"]),
    (
        "log_normalizations = 1",
        &["1:22: `log_normalizations` is true, false or \"texts\", and this is a number"],
    ),
    (
        "max_risk = \"sintax\"",
        &["1:12: `max_risk` is \"syntax\", \"inferred\" or \"lossy\", not `sintax`; did you mean `syntax`?"],
    ),
    ("max_risk = \"x\"", &["1:12: `max_risk` is \"syntax\", \"inferred\" or \"lossy\", not `x`"]),
    (
        "min_confidence = 0.955",
        &[
            "1:18: `min_confidence` is a number from 0 to 1 with at most two digits after the point, not 0.955",
        ],
    ),
    (
        "min_confidence = \"high\"",
        &[
            "1:18: `min_confidence` is a number from 0 to 1 with at most two digits after the point, and this is a \
             string",
        ],
    ),
    ("truncated = false", &["1:13: `truncated` is \"close\" or \"refuse\", and this is true or false"]),
    ("truncated = \"\"", &["1:13: `truncated` is \"close\" or \"refuse\", and this is an empty string"]),
    ("strategies = []", &["1:1: `strategies` stands in [providers.NAME], not at the top of the file"]),
    ("[tools.a]\nstrategies = []", &["2:1: `strategies` stands in [providers.NAME], not in [tools.NAME]"]),
    (
        "[providers.a]\ntruncated = \"close\"",
        &["2:1: `truncated` stands at the top of the file or in [tools.NAME], not in [providers.NAME]"],
    ),
    (
        "[providers.a]\nstrategies = [\"ast\", \"regexp\"]",
        &[
            "2:22: `strategies` is a list of \"ast\", \"regex\", \"structural\" and \"manual\", not `regexp`; \
           did you mean `regex`?",
        ],
    ),
    (
        "[providers.a]\nstrategies = \"ast\"",
        &[
            "2:14: `strategies` is a list of \"ast\", \"regex\", \"structural\" and \"manual\", and this is a string",
        ],
    ),
    (
        "[providers.a]\ncall_format = \"hermis\"",
        &["2:15: `call_format` is the name of a call format, not `hermis`; did you mean `hermes`?"],
    ),
    (
        "[provider_overrides.a]\nenabled = true",
        &["1:2: there is no key `provider_overrides`; did you mean `providers`?"],
    ),
    ("[provider.a]\nenabled = true", &["1:2: there is no key `provider`; did you mean `providers`?"]),
    ("[providers]\nenabled = true", &["2:1: settings stand in [providers.NAME], and this is true or false"]),
    ("providers = 1", &["1:13: settings stand in [providers.NAME], and this is a number"]),
    ("[tools.\"\"]", &["1:8: a name has at least one character"]),
    ("[tools.a]\nraw_keys = [\"a\", 1]", &["2:18: `raw_keys` is a list of names, and this is a number"]),
    ("[tools.a]\nschema = []", &["2:10: `schema` is the path of a file, and this is a list"]),
    (
        "[tools.a]\naliases = [\"a\"]",
        &["2:11: `aliases` is a table of names, as in { command = \"cmd\" }, and this is a list"],
    ),
    ("[tools.a]\naliases = { a = \"a\" }", &["2:13: `a` cannot be an alias of itself"]),
    (
        "[tools.a]\naliases = { a = \"b\", b = \"c\" }",
        &["2:11: `a` stands for `b`, which is an alias itself"],
    ),
    (
        "x = 1\nmax_risk = 2\n[tools.\"é\"]\ny = 3",
        &[
            "1:1: there is no key `x`",
            "2:12: `max_risk` is \"syntax\", \"inferred\" or \"lossy\", and this is a number",
            "4:1: there is no key `y`",
        ],
    ),
];

fn faults(text: &str) -> Vec<String> {
    let faults = read(text).err().unwrap_or_default();
    let line = |fault: &Fault| {
        let at = position(text.as_bytes(), fault.index());
        format!("{}:{}: {}", at.line, at.column, fault.message)
    };
    faults.iter().map(line).collect()
}

#[test]
fn every_fault_has_its_place_and_the_nearest_name() {
    for (text, expected) in FAULTS {
        assert_eq!(faults(text), *expected, "{text}");
    }
}

#[test]
fn what_is_no_toml_is_refused_at_its_place() {
    for (text, place) in [
        ("enabled = ", "1:"),
        ("a = 1\n= 2", "2:1"),
        ("[tools", "1:"),
        ("max_risk = \"lossy\"\nmax_risk = \"lossy\"", "2:1"),
    ] {
        let faults = faults(text);
        assert!(faults[0].starts_with(place) && faults[0].contains("this is not TOML"), "{text}: {faults:?}");
    }
}

/// A value for each key.
const VALUES: &[(&str, &str)] = &[
    ("enabled", "false"),
    ("log_normalizations", "\"texts\""),
    ("fail_on_normalization_failure", "false"),
    ("preview", "\"profile\""),
    ("max_risk", "\"syntax\""),
    ("min_confidence", "0.90"),
    ("truncated", "\"refuse\""),
    ("strategies", "[\"ast\", \"manual\"]"),
    ("call_format", "\"auto\""),
    ("aliases", "{ \"a\" = \"b\" }"),
    ("raw_keys", "[\"a\"]"),
    ("json_keys", "[\"a\", \"b\"]"),
    ("schema", "\"x.json\""),
    ("ignore", "[\"a/**\"]"),
    ("json", "[\"a/**\"]"),
    ("json5", "[]"),
    ("jsonc", "[\"a/**\"]"),
];

/// Returns the settings of a section, a line each.
fn said(section: &Section) -> Vec<String> {
    section.settings().map(|(about, value, line)| format!("{line}: {} = {value}", about.name)).collect()
}

/// A value is printed as it may be read.
#[test]
fn every_key_can_be_said_wherever_it_may_stand() {
    assert!(KEYS.about().map(|about| about.name).eq(VALUES.iter().map(|(name, _)| *name)));
    for (about, (name, value)) in KEYS.about().zip(VALUES) {
        for place in about.places {
            let (head, line) = match place {
                Place::Top => ("", 1),
                Place::Provider => ("[providers.x]\n", 2),
                Place::Tool => ("[tools.x]\n", 2),
                Place::Check => ("[check]\n", 2),
            };
            let file = read(&format!("{head}{name} = {value}")).expect(name);
            let section = match place {
                Place::Top => &file.top,
                Place::Provider => &file.providers["x"],
                Place::Tool => &file.tools["x"],
                Place::Check => &file.check,
            };
            assert_eq!(said(section), [format!("{line}: {name} = {value}")]);
        }
    }
}

#[test]
fn settings_know_their_lines() {
    let file = read("# a\nmax_risk = \"syntax\"\n\n[tools.\"a b\".aliases]\nx = \"y\"\n").expect("valid");
    assert_eq!(said(&file.top), ["2: max_risk = \"syntax\""]);
    assert_eq!(said(&file.tools["a b"]), ["4: aliases = { \"x\" = \"y\" }"]);
}
