//! The report for a terminal: a table as wide as it is.

use std::fmt::Write;

use super::figures::{grouped, interval, percent, points, several};
use super::interval::Share;
use super::view::{CodeRow, GroupTable, View};
use crate::report::{Look, style};

/// Rows of one table; the JSON has all of them.
const ROWS: usize = 12;

/// The widest bar: a longer one says nothing more.
const BAR: usize = 30;

/// Columns of a name in a row of groups, at most and at least.
const NAME: usize = 28;
const LEAST: usize = 6;

/// Columns from which on there is room for the interval of each share.
const WITH_RANGES: usize = 50;

/// The narrowest terminal that is served.
const NARROW: usize = 40;

/// The report, ending with a line end. No line is wider than the terminal, as far as every character has one column.
pub fn table(view: &View<'_>, look: Look) -> String {
    let width = look.width.unwrap_or(Look::WIDTH).max(NARROW);
    let mut table = Table { out: String::new(), look, width };
    table.headline(view);
    if let Some(worse) = &view.worse {
        table.title("worse than the baseline");
        if worse.is_empty() {
            table.line("  nothing that is more than chance");
        }
        for row in worse.iter().take(ROWS) {
            let (old, new) = (percent(&row.old), percent(&row.new));
            let (by, low, high) = row.by;
            let by = format!("{} ({}–{:.1})", points(by), points(low), high * 100.0);
            table.line(&format!("  {old:>7} → {new:>7}  {by:<18} {}", row.what));
        }
        table.more(worse.len());
    }
    for groups in &view.tables {
        table.groups(groups);
    }
    table.codes(&view.codes);
    if !view.causes.is_empty() {
        table.title("causes, and what to change");
        for cause in view.causes.iter().take(ROWS / 2) {
            table.line(&format!("  {:>7}  {}", percent(&cause.share), cause.codes.join(", ")));
            table.wrapped(&format!("{} {}", cause.cause.why, cause.cause.prompt));
        }
        if view.causes.len() > ROWS / 2 {
            table.dim(&format!("  and {} more", view.causes.len() - ROWS / 2));
        }
    }
    for note in &view.notes {
        table.wrapped_dim(note);
    }
    table.out
}

struct Table {
    look: Look,
    out: String,
    width: usize,
}

impl Table {
    fn headline(&mut self, view: &View<'_>) {
        let mut title = several(view.total, "answer", "answers");
        if let Some((first, last)) = &view.span {
            let _ =
                if first == last { write!(title, ", {first}") } else { write!(title, ", {first} to {last}") };
        }
        if view.cut.count > 0 {
            let _ = write!(title, "; {} cut off", grouped(view.cut.count));
        }
        self.title(&title);
        for (outcome, share) in &view.outcomes {
            let color = match outcome.name() {
                "valid" | "syntax" => "\x1b[32m",
                "refused" => "\x1b[31m",
                _ => "\x1b[33m",
            };
            let range =
                if self.width < WITH_RANGES { String::new() } else { format!("  {:<12}", interval(share)) };
            let figures = format!("{:>7}{range}", percent(share));
            // Two columns before the count, one after it and one after the bar, and ten for the longest name.
            let room = self.width.saturating_sub(2 + 11 + 1 + 1 + figures.chars().count() + 10).min(BAR);
            let bar = if room > 3 { self.look.paint(color, &bar(share, room)) + " " } else { String::new() };
            let _ = writeln!(self.out, "  {:>11} {bar}{figures} {}", grouped(share.count), outcome.name());
        }
    }

    fn groups(&mut self, table: &GroupTable) {
        // answers, broken, its interval, refused
        let figures = 11 + 1 + 7 + 2 + 12 + 1 + 7;
        let shown = table.rows.iter().take(ROWS);
        let longest = |at: usize| {
            let lengths = shown.clone().map(|row| row.names[at].chars().count());
            lengths.chain([table.titles[at].chars().count()]).max().unwrap_or(0)
        };
        let count = table.titles.len();
        let room =
            (self.width.saturating_sub(2 + figures) / count.max(1)).saturating_sub(1).clamp(LEAST, NAME);
        let widths: Vec<usize> = (0..count).map(|at| longest(at).min(room)).collect();
        let names = |names: &[String]| -> String {
            names.iter().zip(&widths).map(|(name, width)| padded(name, *width) + " ").collect()
        };
        let head = format!(
            "  {}{:>11} {:>7}  {:<12} {:>7}",
            names(&table.titles),
            "answers",
            "broken",
            "95 %",
            "refused"
        );
        self.title(&format!("by {}", table.title()));
        self.dim(&head);
        for row in table.rows.iter().take(ROWS) {
            let (broken, refused) = (percent(&row.broken), percent(&row.refused));
            let line = format!(
                "  {}{:>11} {broken:>7}  {:<12} {refused:>7}",
                names(&row.names),
                grouped(row.counts.total()),
                interval(&row.broken),
            );
            self.line(&line);
        }
        self.more(table.rows.len());
    }

    pub fn codes(&mut self, rows: &[CodeRow<'_>]) {
        if rows.is_empty() {
            return;
        }
        self.title("codes");
        self.dim(&format!("  {:>11} {:>7}  {:<12} {:>11} code", "answers", "share", "95 %", "fixes"));
        for row in rows.iter().take(ROWS) {
            let (answers, share, range) = match &row.share {
                Some(share) => (grouped(share.count), percent(share), interval(share)),
                None => ("–".to_owned(), "–".to_owned(), String::new()),
            };
            let risk = row.known.risk.map_or("refused", |risk| risk.name());
            let fixes = if row.times.fixes == 0 { "–".to_owned() } else { grouped(row.times.fixes) };
            self.line(&format!(
                "  {answers:>11} {share:>7}  {range:<12} {fixes:>11} {} ({risk})",
                row.known.name
            ));
        }
        self.more(rows.len());
    }

    fn title(&mut self, text: &str) {
        let text = first(text, self.width);
        let text = self.look.paint(style::BOLD, &text);
        let _ = writeln!(self.out, "{text}");
    }

    pub fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}", first(text.trim_end(), self.width));
    }

    fn dim(&mut self, text: &str) {
        let text = self.look.paint("\x1b[2m", &first(text.trim_end(), self.width));
        let _ = writeln!(self.out, "{text}");
    }

    fn more(&mut self, rows: usize) {
        if rows > ROWS {
            self.dim(&format!("  and {} more", rows - ROWS));
        }
    }

    fn wrapped(&mut self, text: &str) {
        for line in lines(text, self.width - 11) {
            self.line(&format!("           {line}"));
        }
    }

    fn wrapped_dim(&mut self, text: &str) {
        for line in lines(text, self.width) {
            self.dim(&line);
        }
    }
}

/// The words of a text in lines of so many columns.
pub fn lines(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let is_full = lines
            .last()
            .is_some_and(|line| !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width);
        if is_full {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

fn first(text: &str, columns: usize) -> String {
    text.chars().take(columns).collect()
}

/// A name in so many columns.
fn padded(name: &str, width: usize) -> String {
    let count = name.chars().count();
    if count > width {
        return name.chars().take(width.saturating_sub(1)).chain(['…']).collect();
    }
    name.chars().chain(std::iter::repeat_n(' ', width - count)).collect()
}

/// A bar of exactly `room` columns, all of which stand for all answers; what is not nothing shows at least as a sliver.
fn bar(share: &Share, room: usize) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (u128::from(share.count) * room as u128 * 8).checked_div(u128::from(share.of)).unwrap_or(0);
    let eighths = if share.count > 0 { eighths.max(1) } else { 0 } as usize;
    let mut bar = "█".repeat(eighths / 8);
    bar.push_str(PARTS[eighths % 8]);
    let used = bar.chars().count();
    bar.extend(std::iter::repeat_n(' ', room.saturating_sub(used)));
    bar
}
