//! The metrics of a run for people: a table with bars, as wide as their terminal.

use std::fmt::Write;

use super::text::escape;
use crate::core::stats::{Counts, Provider, STRATEGIES, Stats};

/// Without a terminal that says otherwise.
pub(crate) const WIDTH: usize = 80;

/// Rows of tools and of fixes that are shown; the JSON has all of them.
const ROWS: usize = 12;

/// The widest bar: a longer one says nothing more.
const BAR: usize = 40;

/// Characters of a name that are shown.
const NAME: usize = 32;

/// The table for a terminal of `width` columns, ending with a line end. No line is wider than the terminal, as far as
/// every character has one column; names come last, where a wider one moves nothing.
pub(crate) fn table(stats: &Stats, width: usize, color: bool) -> String {
    let mut table = Table { out: String::new(), width: width.max(20), color };
    for (name, provider) in &stats.providers {
        let of = name.as_ref().map(|name| format!(", provider {}", shown(name))).unwrap_or_default();
        table.provider(provider, &of);
    }
    table.out
}

struct Table {
    color: bool,
    out: String,
    width: usize,
}

impl Table {
    fn provider(&mut self, provider: &Provider, of: &str) {
        let all = &provider.all;
        let total = all.total();
        let calls = if total == 1 { "call" } else { "calls" };
        let rate = percent(total - all.failures, total);
        let mut title =
            format!("{} {calls}{of}: {rate} succeeded, {} failed", grouped(total), grouped(all.failures));
        if all.truncated > 0 {
            let _ = write!(title, ", {} cut off", grouped(all.truncated));
        }
        self.line("1", &title);
        for strategy in STRATEGIES {
            let count = all.normalizations(strategy);
            self.row(count, total, strategy.name(), "32");
        }
        self.row(all.failures, total, "failed", "31");
        let tools = provider.by_tool.iter().map(|(name, tool)| (shown(name), tool.total())).collect();
        self.ranking("by tool", tools, total);
        let fixes: Vec<_> = all.fixes.iter().map(|(code, count)| (shown(code), *count)).collect();
        let most = fixes.iter().map(|(_, count)| *count).max().unwrap_or(0);
        self.ranking("fixes", fixes, most);
        self.failing(provider);
    }

    /// The rows with the highest counts, under a title; nothing where there are none.
    fn ranking(&mut self, title: &str, mut rows: Vec<(String, u64)>, whole: u64) {
        if rows.is_empty() {
            return;
        }
        rows.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        self.line("1", title);
        for (name, count) in rows.iter().take(ROWS) {
            self.row(*count, whole, name, "36");
        }
        if rows.len() > ROWS {
            self.line("2", &format!("  and {} more", rows.len() - ROWS));
        }
    }

    /// The tools whose calls fail, worst first.
    fn failing(&mut self, provider: &Provider) {
        let failures =
            |(name, tool): (&String, &Counts)| (tool.failures > 0).then(|| (shown(name), tool.failures));
        let rows: Vec<_> = provider.by_tool.iter().filter_map(failures).collect();
        self.ranking("failures by tool", rows, provider.all.failures);
    }

    /// A count, its bar, its share and its name.
    fn row(&mut self, count: u64, whole: u64, name: &str, code: &str) {
        let (figure, share) = (format!("{:>9}", grouped(count)), format!("{:>7}", percent(count, whole)));
        // Two columns on the left, one between the columns.
        let room = self.width.saturating_sub(2 + figure.len() + 1 + share.chars().count() + 2 + NAME);
        let bar = bar(count, whole, room.min(BAR));
        let _ = write!(self.out, "  {figure} ");
        if room > 3 {
            let _ = write!(self.out, "{} ", self.painted(code, &bar));
        }
        let used = 2
            + figure.len()
            + 1
            + share.chars().count()
            + 1
            + if room > 3 { bar.chars().count() + 1 } else { 0 };
        let name: String = name.chars().take(self.width.saturating_sub(used)).collect();
        let _ = writeln!(self.out, "{share} {name}");
    }

    fn line(&mut self, code: &str, text: &str) {
        let text: String = text.chars().take(self.width).collect();
        let text = self.painted(code, &text);
        let _ = writeln!(self.out, "{text}");
    }

    fn painted(&self, code: &str, text: &str) -> String {
        if self.color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// A name that steers no terminal, cut to a bounded length.
fn shown(name: &str) -> String {
    let safe = escape(name);
    if safe.chars().count() <= NAME {
        return safe.into_owned();
    }
    safe.chars().take(NAME - 1).chain(['…']).collect()
}

/// A bar of exactly `room` columns; what is not nothing shows at least as a sliver.
fn bar(count: u64, whole: u64, room: usize) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths =
        (u128::from(count.min(whole)) * room as u128 * 8).checked_div(u128::from(whole)).unwrap_or(0);
    let eighths = if count > 0 { eighths.max(1) } else { 0 } as usize;
    let mut bar = "█".repeat(eighths / 8);
    bar.push_str(PARTS[eighths % 8]);
    let used = bar.chars().count();
    bar.extend(std::iter::repeat_n(' ', room.saturating_sub(used)));
    bar
}

/// A share in percent with one decimal, rounded down: nothing but all of them is 100 %.
fn percent(count: u64, whole: u64) -> String {
    let tenths = (u128::from(count) * 1000).checked_div(u128::from(whole)).unwrap_or(1000);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// `1234567` as `1,234,567`.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::repair::Strategy;
    use crate::core::stats::Outcome;

    fn stats(calls: u64, tool: &str) -> Stats {
        let mut provider = Provider::default();
        for n in 0..calls {
            let outcome = match n % 4 {
                0 => Outcome::Failed,
                1 => Outcome::Handled(Strategy::PythonAst),
                _ => Outcome::Handled(Strategy::Direct),
            };
            let fixes = if n % 4 == 1 { &["single-quotes", "python-word"][..] } else { &[] };
            provider.count(Some(tool), outcome, n == 0, fixes.iter().copied());
        }
        Stats::of(Some("openai"), provider)
    }

    #[test]
    fn the_table_of_a_run() {
        let expected = "\
8 calls, provider openai: 75.0 % succeeded, 2 failed, 1 cut off
          4 █████████████▌               50.0 % direct
          2 ██████▊                      25.0 % python_ast
          0                               0.0 % regex_quotes
          0                               0.0 % structural
          0                               0.0 % manual_repair
          2 ██████▊                      25.0 % failed
by tool
          8 ███████████████████████████ 100.0 % search
fixes
          2 ███████████████████████████ 100.0 % python-word
          2 ███████████████████████████ 100.0 % single-quotes
failures by tool
          2 ███████████████████████████ 100.0 % search
";
        assert_eq!(table(&stats(8, "search"), 80, false), expected);
    }

    #[test]
    fn hostile_55_names_steer_no_terminal_and_no_line_is_wider_than_it() {
        for width in [20, 33, 45, 60, 80, 200] {
            let name = format!("a\x1b[2J\u{202e}\n{}", "x".repeat(300));
            let table = table(&stats(7, &name), width, false);
            assert!(!table.contains(['\x1b', '\u{202e}']), "{table}");
            for line in table.lines() {
                assert!(line.chars().count() <= width, "{width}: {line}");
            }
        }
    }

    #[test]
    fn no_calls_all_succeeded_and_a_failure_in_a_million_shows() {
        assert!(table(&stats(0, "x"), 80, false).starts_with("0 calls, provider openai: 100.0 % succeeded"));
        assert_eq!(percent(999_999, 1_000_000), "99.9 %");
        assert_eq!(
            (grouped(0), grouped(999), grouped(1_234_567)),
            ("0".into(), "999".into(), "1,234,567".into())
        );
        assert_eq!(bar(1, 1_000_000, 4), "▏   ");
    }
}
