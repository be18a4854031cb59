//! The report as `OpenMetrics`, for a monitoring system that reads files or a push gateway.

use std::fmt::Write;

use super::counts::Outcome;
use super::view::{GroupTable, UNKNOWN, View};

/// The report, ending with `# EOF`.
pub(crate) fn render(view: &View<'_>) -> String {
    let mut out = String::new();
    family(&mut out, "jmend_answers", "Answers by group and outcome.");
    match view.tables.first() {
        Some(table) => groups(&mut out, table),
        None => {
            for (outcome, share) in &view.outcomes {
                let _ =
                    writeln!(out, "jmend_answers_total{{outcome=\"{}\"}} {}", outcome.name(), share.count);
            }
        }
    }
    family(&mut out, "jmend_answers_cut_off", "Answers that were cut off.");
    let _ = writeln!(out, "jmend_answers_cut_off_total {}", view.cut.count);
    family(
        &mut out,
        "jmend_answers_without_json",
        "Answers of an API that hold no call and begin with prose.",
    );
    let _ = writeln!(out, "jmend_answers_without_json_total {}", view.insight.without_json);
    family(&mut out, "jmend_code_answers", "Answers by the code of a fix, or of the reason to refuse them.");
    for code in view.codes.iter().filter(|code| code.times.answers > 0) {
        let _ =
            writeln!(out, "jmend_code_answers_total{{code=\"{}\"}} {}", code.known.name, code.times.answers);
    }
    family(&mut out, "jmend_fixes", "Fixes by code.");
    for code in view.codes.iter().filter(|code| code.times.fixes > 0) {
        let _ = writeln!(out, "jmend_fixes_total{{code=\"{}\"}} {}", code.known.name, code.times.fixes);
    }
    out.push_str("# EOF\n");
    out
}

fn family(out: &mut String, name: &str, help: &str) {
    let _ = writeln!(out, "# TYPE {name} counter\n# HELP {name} {help}");
}

fn groups(out: &mut String, table: &GroupTable) {
    let mut titles: Vec<String> = Vec::new();
    for title in &table.titles {
        let mut label = label(title);
        // Pointers may differ in what a label cannot show.
        while titles.contains(&label) {
            label.push('_');
        }
        titles.push(label);
    }
    for row in &table.rows {
        let named = titles.iter().zip(&row.names).filter(|(_, name)| *name != UNKNOWN);
        let mut labels = String::new();
        for (title, name) in named {
            let _ = write!(labels, "{title}=\"{}\",", value(name));
        }
        for outcome in Outcome::ALL.into_iter().filter(|outcome| row.counts.get(*outcome) > 0) {
            let (name, count) = (outcome.name(), row.counts.get(outcome));
            let _ = writeln!(out, "jmend_answers_total{{{labels}outcome=\"{name}\"}} {count}");
        }
    }
}

/// A name that `OpenMetrics` allows: `/a/b` is `a_b`.
pub fn label(title: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = title.trim_matches('/').chars().map(plain).collect();
    let is_taken = name.starts_with(|c: char| c.is_ascii_digit()) || name.is_empty() || name == "outcome";
    if is_taken { format!("by_{name}") } else { name }
}

pub fn value(name: &str) -> String {
    name.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
