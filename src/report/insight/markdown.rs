//! The report as Markdown, for the summary of a workflow step.

use std::fmt::Write;

use super::figures::{grouped, interval, percent, points, several};
use super::view::View;

/// Rows of one table; a summary is for a glance.
const ROWS: usize = 20;

/// The report, ending with a line end.
pub(crate) fn render(view: &View<'_>) -> String {
    let mut out = format!("## {}\n\n", several(view.total, "answer", "answers"));
    if let Some((first, last)) = &view.span {
        let _ = writeln!(out, "{first} to {last}, {} cut off.\n", grouped(view.cut.count));
    }
    head(&mut out, &["outcome", "answers", "share", "95 %", "meaning"], 1);
    for (outcome, share) in &view.outcomes {
        row(
            &mut out,
            &[outcome.name(), &grouped(share.count), &percent(share), &interval(share), outcome.about()],
        );
    }
    if let Some(worse) = &view.worse {
        out.push_str("\n### Worse than the baseline\n\n");
        if worse.is_empty() {
            out.push_str("Nothing that is more than chance.\n");
        } else {
            head(&mut out, &["share of answers", "before", "now", "difference", "interval"], 1);
        }
        for worse in worse.iter().take(ROWS) {
            let (by, low, high) = worse.by;
            let range = format!("{}–{:.1}", points(low), high * 100.0);
            row(
                &mut out,
                &[&text(&worse.what), &percent(&worse.old), &percent(&worse.new), &points(by), &range],
            );
        }
        rest(&mut out, worse.len());
    }
    for table in &view.tables {
        let _ = writeln!(out, "\n### By {}\n", text(&table.title()));
        let titles: Vec<String> = table.titles.iter().map(|title| text(title)).collect();
        let mut titles: Vec<&str> = titles.iter().map(String::as_str).collect();
        titles.extend(["answers", "broken", "95 %", "refused", "mostly"]);
        head(&mut out, &titles, table.titles.len());
        for group in table.rows.iter().take(ROWS) {
            let mut cells: Vec<String> = group.names.iter().map(|name| text(name)).collect();
            let codes: Vec<_> = group.codes.iter().map(|(code, _)| code.known().name).collect();
            cells.extend([
                grouped(group.counts.total()),
                percent(&group.broken),
                interval(&group.broken),
                percent(&group.refused),
                codes.join(", "),
            ]);
            row(&mut out, &cells.iter().map(String::as_str).collect::<Vec<_>>());
        }
        rest(&mut out, table.rows.len());
    }
    if !view.codes.is_empty() {
        out.push_str("\n### Codes\n\n");
        head(&mut out, &["code", "answers", "share", "95 %", "fixes", "meaning"], 1);
    }
    for code in view.codes.iter().take(ROWS) {
        let none = || "–".to_owned();
        let (answers, share, range) = match &code.share {
            Some(share) => (grouped(share.count), percent(share), interval(share)),
            None => (none(), none(), none()),
        };
        let fixes = if code.times.fixes == 0 { none() } else { grouped(code.times.fixes) };
        row(&mut out, &[code.known.name, &answers, &share, &range, &fixes, code.known.about]);
    }
    rest(&mut out, view.codes.len());
    if !view.causes.is_empty() {
        out.push_str("\n### What to change\n\n");
    }
    for cause in &view.causes {
        let (share, codes) = (percent(&cause.share), cause.codes.join(", "));
        let _ = writeln!(out, "- **{share}** ({codes}): {} {}", cause.cause.why, cause.cause.prompt);
    }
    if !view.notes.is_empty() {
        out.push('\n');
    }
    for note in &view.notes {
        let _ = writeln!(out, "- {}", text(note));
    }
    out
}

/// The first rows of a table; figures stand to the right of so many columns of names.
fn head(out: &mut String, titles: &[&str], names: usize) {
    row(out, titles);
    let rules = titles.iter().enumerate().map(|(index, title)| {
        if index < names || matches!(*title, "meaning" | "mostly") { "---" } else { "--:" }
    });
    row(out, &rules.collect::<Vec<_>>());
}

fn row(out: &mut String, cells: &[&str]) {
    let _ = writeln!(out, "| {} |", cells.join(" | "));
}

fn rest(out: &mut String, rows: usize) {
    if rows > ROWS {
        let _ = writeln!(out, "\nand {} more", rows - ROWS);
    }
}

/// Text that is no markup, whatever it holds.
pub fn text(plain: &str) -> String {
    let mut out = String::with_capacity(plain.len());
    for c in plain.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            // A mention, a reference or a link would be made of these.
            '@' => out.push_str("&#64;"),
            '#' => out.push_str("&#35;"),
            ':' => out.push_str("&#58;"),
            '\\' | '|' | '`' | '*' | '_' | '[' | ']' | '~' | '!' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}
