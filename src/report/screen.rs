//! What is said of one answer, on one screen: what matters less is cut first.

use super::excerpt::clip;
use crate::core::repair::engine::Risk;

/// Rows of a terminal that every user has, without the line of the prompt.
const ROWS: usize = 23;

/// Codes that have a line of their own where not all have, and rows of the changed lines that stay at least.
const MOST_CODES: usize = 3;
const LEAST_CHANGES: usize = 4;

/// The fact that goes first, the one that goes last, because the title says much of it, and facts that one line is enough for.
const MINOR: &str = "also";
const KIND: &str = "input";
const LONG: [&str; 2] = ["guesses", "lost"];

/// The changes of one code.
pub(super) struct Row {
    pub(super) code: &'static str,
    pub(super) risk: Option<Risk>,
    pub(super) lines: Vec<String>,
}

/// The parts of a screen, in lines.
pub(super) struct Screen {
    /// Lines that stand above it.
    pub(super) title: usize,
    /// Label and lines.
    pub(super) facts: Vec<(&'static str, Vec<String>)>,
    pub(super) changes: Vec<String>,
    pub(super) rows: Vec<Row>,
    pub(super) advice: Vec<String>,
}

impl Screen {
    /// Returns how many lines there are too many.
    fn excess(&self) -> usize {
        let facts: usize = self.facts.iter().map(|(_, lines)| lines.len()).sum();
        let rows: usize = self.rows.iter().map(|row| row.lines.len()).sum();
        let parts = [self.changes.len(), rows, self.advice.len()];
        // A blank line stands before each part.
        let all = parts.iter().filter(|lines| **lines > 0).map(|lines| lines + 1).sum::<usize>();
        (self.title + facts + all).saturating_sub(ROWS)
    }

    /// Makes it fit, in so many columns.
    pub(super) fn fit(&mut self, columns: usize) {
        if self.excess() > 0 && self.rows.len() > MOST_CODES + 1 {
            self.join_codes(columns);
        }
        if self.excess() > 0 {
            self.facts.retain(|(label, _)| *label != MINOR);
        }
        if self.excess() > 0 {
            let long = self.facts.iter_mut().filter(|(label, _)| LONG.contains(label));
            long.for_each(|(_, lines)| first_line(lines));
        }
        let excess = self.excess();
        if excess > 0 && self.changes.len() > LEAST_CHANGES {
            // The line that says so takes the place of one more.
            let kept = self.changes.len().saturating_sub(excess + 1).max(LEAST_CHANGES - 1);
            self.changes.truncate(kept);
            self.changes.push(format!("{:10}…", ""));
        }
        if self.excess() > 0 {
            self.rows.iter_mut().for_each(|row| first_line(&mut row.lines));
        }
        if self.excess() > 0 {
            self.facts.retain(|(label, _)| *label != KIND);
        }
    }

    /// Leaves a line to the riskiest codes, and one to the names of all others.
    fn join_codes(&mut self, columns: usize) {
        self.rows.sort_by_key(|row| std::cmp::Reverse(row.risk));
        let others: Vec<_> = self.rows.split_off(MOST_CODES).iter().map(|row| row.code).collect();
        let line = format!("  … and {} more codes: {}", others.len(), others.join(", "));
        self.rows.push(Row { code: "", risk: None, lines: vec![clip(&line, columns)] });
    }
}

/// Cuts lines after the first one.
fn first_line(lines: &mut Vec<String>) {
    if lines.len() > 1 {
        lines.truncate(1);
        if let Some(line) = lines.first_mut() {
            line.push('…');
        }
    }
}
