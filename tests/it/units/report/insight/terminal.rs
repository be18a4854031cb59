use std::sync::Arc;

use jmend::core::repair::engine::{Code, Risk};
use jmend::report::Look;
use jmend::report::insight::terminal::*;
use jmend::report::insight::view::View;
use jmend::report::insight::{Answer, Insight, codes::CodeId, counts::Outcome, key};

fn insight(name: &str) -> Insight {
    let mut insight = Insight::new(Arc::from(["model".to_owned(), "tool".to_owned()]));
    let group = key([Some(name), Some("search")].into_iter());
    for n in 0..8 {
        let (outcome, codes) = match n % 4 {
            0 => (Outcome::Refused, vec![(CodeId::named("no-json"), 0)]),
            1 => (Outcome::Repaired(Risk::Syntax), vec![(CodeId::of(Code::SingleQuotes), 4)]),
            _ => (Outcome::Valid, Vec::new()),
        };
        let time = Some(1_700_000_000 + n * 90_000);
        insight.add(&Answer { outcome, is_cut: n == 0, codes: &codes, group: &group, time });
    }
    insight
}

#[test]
fn the_table_of_a_log() {
    let insight = insight("gpt");
    let shown = table(&View::new(&insight, None), Look { color: false, width: None });
    let due = "\
8 answers, 2023-11-14 22:00 to 2023-11-21 22:00; 1 cut off
            4 ███████████████▌                 50.0 %  21.5–78.5    valid
            2 ███████▊                         25.0 %  7.1–59.1     syntax
            0                                   0.0 %  0.0–32.4     inferred
            0                                   0.0 %  0.0–32.4     lossy
            2 ███████▊                         25.0 %  7.1–59.1     refused
by model × tool
";
    assert!(shown.starts_with(&due.lines().next().unwrap()[..9]), "{shown}");
    assert!(shown.contains("50.0 %  21.5–78.5    valid\n") && shown.contains("by model × tool\n"), "{shown}");
    assert!(shown.contains("25.0 %  7.1–59.1               8 single-quotes (syntax)\n"), "{shown}");
}

#[test]
fn hostile_55_names_steer_no_terminal_and_no_line_is_wider_than_it() {
    let insight = insight(&format!("a\x1b[2J\u{202e}\n{}", "x".repeat(300)));
    for width in [40, 45, 60, 80, 200] {
        let view = View::new(&insight, Some(&insight));
        let table = table(&view, Look { color: false, width: Some(width) });
        assert!(!table.contains(['\x1b', '\u{202e}']), "{table}");
        for line in table.lines() {
            assert!(line.chars().count() <= width, "{width}: {line}");
        }
    }
}
