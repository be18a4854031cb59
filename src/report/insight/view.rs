//! The rows that every form of the report shows, in their order. All text in them is safe to show.

use std::collections::{BTreeMap, BTreeSet};

use super::codes::{CodeId, Known, Times};
use super::counts::{Counts, Outcome};
use super::figures::{grouped, several};
use super::interval::{Share, difference, z_of};
use super::sample::Sample;
use super::{BETWEEN, Cell, Insight, NAME, OTHER};
use crate::core::calls::cause::Cause;
use crate::core::json::moment::rfc3339;
use crate::core::json::shown::escape;

/// Codes named in the row of a group.
const CODES: usize = 3;

/// Points of the trend of a code.
const POINTS: usize = 24;

/// What stands for a name that is not known.
pub(crate) const UNKNOWN: &str = "–";

/// A group of answers.
#[derive(Debug)]
pub(crate) struct GroupRow {
    /// As many as there are titles.
    pub(crate) names: Vec<String>,
    pub(crate) counts: Counts,
    pub(crate) broken: Share,
    pub(crate) refused: Share,
    /// What most of its answers have, with the number of answers.
    pub(crate) codes: Vec<(CodeId, Times)>,
}

impl GroupRow {
    fn new(names: &[&str], cell: &Cell) -> Self {
        let shown = |known: &&str| if known.is_empty() { UNKNOWN.to_owned() } else { name(known) };
        Self {
            names: names.iter().map(shown).collect(),
            counts: cell.counts.clone(),
            broken: cell.counts.broken(),
            refused: cell.counts.share(Outcome::Refused),
            codes: cell.codes.most(CODES),
        }
    }
}

/// A table of groups.
#[derive(Debug)]
pub(crate) struct GroupTable {
    /// What the answers are grouped by.
    pub(crate) titles: Vec<String>,
    /// Those that surely break most often first.
    pub(crate) rows: Vec<GroupRow>,
}

impl GroupTable {
    /// `model × tool`
    pub(crate) fn title(&self) -> String {
        self.titles.join(" × ")
    }
}

/// A code.
#[derive(Debug)]
pub(crate) struct CodeRow<'i> {
    pub(crate) known: &'static Known,
    pub(crate) times: Times,
    /// Of all answers; none where answers were counted by the run.
    pub(crate) share: Option<Share>,
    /// The share in each of a few stretches of time.
    pub(crate) trend: Vec<f64>,
    pub(crate) samples: &'i [Sample],
}

/// A cause, and what to do about it.
#[derive(Debug)]
pub(crate) struct CauseRow {
    pub(crate) cause: &'static Cause,
    pub(crate) codes: Vec<&'static str>,
    pub(crate) share: Share,
}

/// What got worse.
#[derive(Debug)]
pub(crate) struct Worse {
    pub(crate) what: String,
    pub(crate) old: Share,
    pub(crate) new: Share,
    /// How much higher the share is, with its interval; all in percent of answers, 1 being all.
    pub(crate) by: (f64, f64, f64),
}

/// All that a report shows.
#[derive(Debug)]
pub struct View<'i> {
    pub(crate) insight: &'i Insight,
    pub(crate) total: u64,
    /// Without those that have no answers and need not.
    pub(crate) outcomes: Vec<(Outcome, Share)>,
    pub(crate) broken: Share,
    pub(crate) cut: Share,
    /// The first and the last time, as they are shown.
    pub(crate) span: Option<(String, String)>,
    /// One of all dimensions that have names, then one of each where there are several.
    pub(crate) tables: Vec<GroupTable>,
    pub(crate) codes: Vec<CodeRow<'i>>,
    pub(crate) causes: Vec<CauseRow>,
    /// Where there is a baseline.
    pub(crate) worse: Option<Vec<Worse>>,
    /// What a reader must know to read the figures.
    pub(crate) notes: Vec<String>,
}

impl<'i> View<'i> {
    pub fn new(insight: &'i Insight, baseline: Option<&Insight>) -> Self {
        let counts = &insight.all.counts;
        let total = counts.total();
        let is_shown = |outcome: &Outcome| *outcome != Outcome::Unrated || counts.get(*outcome) > 0;
        let outcomes = Outcome::ALL.into_iter().filter(is_shown);
        Self {
            insight,
            total,
            outcomes: outcomes.map(|outcome| (outcome, counts.share(outcome))).collect(),
            broken: counts.broken(),
            cut: Share::new(counts.cut, total),
            span: span(insight),
            tables: tables(insight),
            codes: codes(insight),
            causes: causes(insight),
            worse: baseline.map(|baseline| worse(baseline, insight)),
            notes: notes(insight),
        }
    }
}

fn span(insight: &Insight) -> Option<(String, String)> {
    let mut starts = insight.trend.buckets().map(|(start, _)| insight.trend.label(start));
    let first = starts.next()?;
    Some((first.clone(), starts.next_back().unwrap_or(first)))
}

fn tables(insight: &Insight) -> Vec<GroupTable> {
    let (dimensions, groups) = insight.groups();
    let groups: Vec<_> = groups.collect();
    let is_named = |at: &usize| {
        groups.iter().any(|(names, _)| names.get(*at).is_some_and(|name| !name.is_empty() && *name != OTHER))
    };
    let named: Vec<usize> = (0..dimensions.len()).filter(is_named).collect();
    let mut sets = Vec::new();
    if !named.is_empty() {
        sets.push(named.clone());
    }
    if named.len() > 1 {
        sets.extend(named.iter().map(|at| vec![*at]));
    }
    let table = |set: &Vec<usize>| {
        let mut sums: BTreeMap<Vec<&str>, Cell> = BTreeMap::new();
        for (names, cell) in &groups {
            let key = set.iter().map(|at| names.get(*at).copied().unwrap_or_default()).collect();
            sums.entry(key).or_default().merge(cell);
        }
        let mut rows: Vec<_> = sums.iter().map(|(names, cell)| GroupRow::new(names, cell)).collect();
        // By the least that the true share is: one broken answer of one is no evidence.
        rows.sort_by(|a, b| b.broken.low.total_cmp(&a.broken.low).then(b.broken.of.cmp(&a.broken.of)));
        let titles = set.iter().map(|at| escape(&dimensions[*at]).into_owned()).collect();
        GroupTable { titles, rows }
    };
    sets.iter().map(table).collect()
}

fn codes(insight: &Insight) -> Vec<CodeRow<'_>> {
    let counted = insight.all.counts.total() - insight.summed.min(insight.all.counts.total());
    let row = |(id, times): (CodeId, Times)| CodeRow {
        known: id.known(),
        times,
        share: (times.answers > 0).then(|| Share::new(times.answers, counted)),
        trend: trend(insight, id),
        samples: insight.samples.of(id),
    };
    insight.all.codes.most(usize::MAX).into_iter().map(row).collect()
}

/// The share of a code over time, in no more points than a line in a table shows.
fn trend(insight: &Insight, code: CodeId) -> Vec<f64> {
    let buckets: Vec<_> = insight.trend.buckets().map(|(_, bucket)| bucket).collect();
    let share = |part: &[&Cell]| {
        let sum = |of: fn(&Cell, CodeId) -> u64| part.iter().map(|bucket| of(bucket, code)).sum();
        Share::new(sum(|bucket, code| bucket.codes.get(code).answers), sum(|bucket, _| bucket.counts.total()))
            .share
    };
    buckets.chunks(buckets.len().div_ceil(POINTS).max(1)).map(share).collect()
}

fn causes(insight: &Insight) -> Vec<CauseRow> {
    let counted = insight.all.counts.total() - insight.summed.min(insight.all.counts.total());
    let row = |(cause, answers): &(&'static Cause, u64)| CauseRow {
        cause,
        codes: insight
            .all
            .codes
            .most(usize::MAX)
            .into_iter()
            .filter(|(code, times)| times.answers > 0 && code.known().cause == Some(cause))
            .map(|(code, _)| code.known().name)
            .collect(),
        share: Share::new(*answers, counted),
    };
    let mut rows: Vec<_> = insight.causes.iter().map(row).collect();
    rows.sort_by_key(|row| (std::cmp::Reverse(row.share.count), row.cause.id));
    rows
}

/// The shares that are higher than in the baseline, and not by chance: with so many comparisons, all that are named hold in
/// 95 of 100 logs.
fn worse(old: &Insight, new: &Insight) -> Vec<Worse> {
    let mut pairs: Vec<(String, Share, Share)> = Vec::new();
    let (was, is) = (&old.all.counts, &new.all.counts);
    pairs.push(("all answers: broken".to_owned(), was.broken(), is.broken()));
    let refused = Outcome::Refused;
    pairs.push(("all answers: refused".to_owned(), was.share(refused), is.share(refused)));
    let lossy = Outcome::ALL[3];
    pairs.push(("all answers: lossy".to_owned(), was.share(lossy), is.share(lossy)));
    let cut = |counts: &Counts| Share::new(counts.cut, counts.total());
    pairs.push(("all answers: cut off".to_owned(), cut(was), cut(is)));
    let codes: BTreeSet<CodeId> = new.all.codes.iter().map(|(code, _)| code).collect();
    for code in codes {
        let share = |of: &Insight| {
            Share::new(
                of.all.codes.get(code).answers,
                of.all.counts.total() - of.summed.min(of.all.counts.total()),
            )
        };
        pairs.push((format!("code {}", code.known().name), share(old), share(new)));
    }
    let (dimensions, groups) = new.groups();
    if old.dimensions.as_ref() == dimensions {
        for (names, cell) in groups {
            let key = if names.first() == Some(&OTHER) {
                OTHER.to_owned()
            } else {
                names.join(&BETWEEN.to_string())
            };
            let Some(before) = old.group(&key) else { continue };
            let known = dimensions.iter().zip(&names).filter(|(_, name)| !name.is_empty());
            let what: Vec<_> =
                known.map(|(title, name)| format!("{} {}", self::name(title), self::name(name))).collect();
            if !what.is_empty() {
                pairs.push((
                    format!("{}: broken", what.join(", ")),
                    before.counts.broken(),
                    cell.counts.broken(),
                ));
            }
        }
    }
    let z = z_of(pairs.len());
    let compared = pairs.into_iter().filter(|(_, old, new)| old.of > 0 && new.of > 0);
    let mut worse: Vec<_> = compared
        .map(|(what, old, new)| Worse { what, by: difference(&old, &new, z), old, new })
        .filter(|worse| worse.by.1 > 0.0)
        .collect();
    worse.sort_by(|a, b| b.by.0.total_cmp(&a.by.0));
    worse
}

fn notes(insight: &Insight) -> Vec<String> {
    let mut notes = Vec::new();
    if insight.without_json > 0 {
        let answers = several(
            insight.without_json,
            "answer of an API holds no call and begins",
            "answers of an API hold no call and begin",
        );
        notes.push(format!("{answers} with prose, not counted here: prose is no broken JSON."));
    }
    if insight.skipped > 0 {
        notes.push(format!(
            "{} no answers, and were skipped.",
            several(insight.skipped, "line holds", "lines hold")
        ));
    }
    if insight.summed > 0 {
        notes.push(format!(
            "{} come from metrics, which count fixes and not answers, and know no risk, time or example.",
            several(insight.summed, "answer", "answers")
        ));
    }
    let (_, mut groups) = insight.groups();
    if let Some((_, cell)) = groups.find(|(names, _)| names.first() == Some(&OTHER)) {
        notes.push(format!(
            "There are more than {} groups; the {} answers of the others are in {OTHER}.",
            grouped(super::MOST_GROUPS as u64),
            grouped(cell.counts.total())
        ));
    }
    let timed: u64 = insight.trend.buckets().map(|(_, bucket)| bucket.counts.total()).sum();
    let total = insight.all.counts.total();
    if timed > 0 && timed < total {
        notes.push(format!("{} of {} answers have no time.", grouped(total - timed), grouped(total)));
    }
    notes
}

/// A name from a log, safe to show, and no longer than names are.
pub(crate) fn name(plain: &str) -> String {
    let safe = escape(plain);
    match safe.char_indices().nth(NAME + 1) {
        Some((at, _)) => format!("{}…", &safe[..at]),
        None => safe.into_owned(),
    }
}

/// The start of a bucket, for programs.
pub(crate) fn start(time: i64) -> String {
    rfc3339(time)
}
