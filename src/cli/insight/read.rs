//! The lines of a log, each as the answers that it holds.
//!
//! | a line is | its answers are |
//! |---|---|
//! | a line of `--report` | what the report says |
//! | a log line of this program | what it says about one call; other messages are skipped |
//! | an answer of an API, or a call | its calls, repaired as `jmend calls` does; without calls, its text where that is JSON |
//! | other JSON | itself, and it is valid; with `--at`, the strings there |
//! | other text | the calls in it, or itself, repaired as `jmend repair` does |

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use super::facts::{Facts, Fields, Own, scalar};
use super::metrics;
use crate::cli::lock;
use crate::cli::pipeline::{Done, Handler};
use crate::cli::records::{Batch, Framing, count_lines};
use crate::core::json::cursor::children;
use crate::core::json::hash::mix;
use crate::core::json::{MAX_DEPTH, is_space, parse, skip_space, unquote};
use crate::core::results::stats::shape;
use crate::report::insight::codes::CodeId;
use crate::report::insight::counts::Outcome;
use crate::report::insight::sample::{Piece, Sample, number};
use crate::report::insight::{Answer, Insight, Part};

/// What every log line of this program is logged under.
const OURS: &str = "jmend";

/// What was read so far.
#[derive(Default)]
pub struct Sum {
    pub part: Part,
    pub lines: usize,
    pub source: usize,
}

impl Sum {
    /// Nothing was read yet.
    pub(super) fn of(part: Part) -> Self {
        Self { part, ..Self::default() }
    }
}

/// Reads batches of lines.
pub struct Reading {
    pub dimensions: Arc<[String]>,
    pub fields: Fields,
    /// Which of the dimensions is the tool.
    pub tool: Option<usize>,
    /// Says whether answers stand at places that the user names.
    pub has_places: bool,
    pub redact: bool,
    /// The sources' names, safe to show.
    pub names: Vec<String>,
    pub sum: Arc<Mutex<Sum>>,
    /// Of each code, the number from which on no example is kept.
    pub bars: Vec<AtomicU64>,
}

/// What there is to say about the answers of one line.
pub struct Line<'l> {
    pub(super) number: usize,
    pub(super) source: &'l str,
    pub(super) facts: Facts,
}

/// An answer of a line.
#[derive(Clone, Copy)]
pub(super) struct One<'o> {
    pub(super) line: &'o Line<'o>,
    /// The tool that it calls, where that is known.
    pub(super) tool: Option<&'o str>,
    /// Its text, which tells it from other answers.
    pub(super) text: &'o [u8],
}

/// The outcome of an answer.
pub(super) struct Judged<'j> {
    pub(super) outcome: Outcome,
    pub(super) is_cut: bool,
    /// Each code once, with the number of its fixes.
    pub(super) codes: &'j [(CodeId, u64)],
}

impl Handler for Reading {
    fn handle(&self, batch: &mut Batch) -> Done {
        let mut done = Done::default();
        let mut part = Part { insight: Insight::new(Arc::clone(&self.dimensions)), ..Part::default() };
        let source = self.names.get(batch.source).map_or("", String::as_str);
        for record in batch.records(batch.framing) {
            done.lines = record.line + record.lines;
            let number = record.line + 1;
            if record.is_too_long {
                part.insight.records += 1;
                let line = Line { number, source, facts: self.unknown() };
                let one = One { line: &line, tool: None, text: record.bytes };
                self.refused(&mut part.insight, one, "size", Vec::new);
            } else if record.framing == Framing::Strings {
                let text = unquote(record.bytes);
                self.line(
                    text.as_ref().map_or(record.bytes, |text| text.as_bytes()),
                    number,
                    source,
                    &mut part,
                );
            } else if record.framing == Framing::Document {
                if shape::begins(record.bytes) {
                    metrics::add(record.bytes, &mut part.metrics, &mut done);
                } else {
                    self.document(record.bytes, source, &mut part);
                }
            } else if !record.bytes.iter().copied().all(is_space) {
                self.line(record.bytes, number, source, &mut part);
            }
        }
        done.part = Some(Box::new(part));
        done
    }

    fn in_order(&self, batch: &mut Batch, mut done: Done) -> Done {
        let mut sum = lock(&self.sum);
        if batch.source != sum.source {
            (sum.source, sum.lines) = (batch.source, 0);
        }
        sum.lines += batch.lines_before;
        if let Some(part) = done.part.take() {
            let lines = sum.lines;
            sum.part.merge(*part, lines);
            for (index, bar) in self.bars.iter().enumerate() {
                if let Some(number) = sum.part.insight.samples.bar(CodeId::at(index)) {
                    bar.store(number, Ordering::Relaxed);
                }
            }
        }
        sum.lines += done.lines;
        done
    }
}

impl Reading {
    fn unknown(&self) -> Facts {
        Facts { names: vec![None; self.dimensions.len()], time: None }
    }

    /// A document that spans lines: one answer, or an array of them.
    fn document(&self, text: &[u8], source: &str, part: &mut Part) {
        let start = skip_space(text, 0);
        if text.get(start) == Some(&b'[') && self.fields.find(text).is_some() {
            let (mut line, mut from) = (1, 0);
            for (_, item) in children(text, start) {
                line += count_lines(&text[from..item.start]);
                from = item.start;
                self.line(&text[item], line, source, part);
            }
        } else {
            self.line(text, 1, source, part);
        }
    }

    fn line(&self, text: &[u8], number: usize, source: &str, part: &mut Part) {
        part.insight.records += 1;
        let Some(mut found) = self.fields.find(text) else {
            if self.has_places {
                part.insight.skipped += 1;
            } else {
                let line = Line { number, source, facts: self.unknown() };
                self.text(text, line, true, &mut part.insight);
            }
            return;
        };
        if found.own(text, Own::Metrics).is_some() {
            let read = std::str::from_utf8(text).ok().and_then(|text| parse(text, MAX_DEPTH).ok());
            match read.and_then(|value| shape::read(&value).ok()) {
                Some(stats) => part.metrics.merge(&stats),
                None => part.insight.skipped += 1,
            }
            return;
        }
        let insight = &mut part.insight;
        let has = |own| found.own(text, own).is_some();
        if self.has_places {
            let line = Line { number, source, facts: found.facts(text) };
            let texts: Vec<_> = found.at.iter().filter_map(|range| unquote(&text[range.clone()])).collect();
            insight.skipped += u64::from(texts.is_empty());
            for answer in texts {
                let line = Line { facts: line.facts.clone(), ..line };
                self.text(answer.as_bytes(), line, false, insight);
            }
        } else if has(Own::Ok) && (has(Own::Fixes) || has(Own::Error)) {
            if found.reports_answer {
                found.believe();
            }
            let line = Line { number, source, facts: found.facts(text) };
            self.reported(text, &found, &line, insight);
        } else if found.own(text, Own::Target).and_then(scalar).is_some_and(|target| target.starts_with(OURS))
        {
            found.believe();
            let line = Line { number, source, facts: found.facts(text) };
            self.logged(text, &found, line, insight);
        } else if found.may_answer {
            self.message(text, found, (number, source), insight);
        } else {
            let line = Line { number, source, facts: found.facts(text) };
            self.valid(insight, One { line: &line, tool: None, text });
        }
    }

    /// Counts an answer that is fine.
    pub(super) fn valid(&self, insight: &mut Insight, one: One<'_>) {
        let judged = Judged { outcome: Outcome::Valid, is_cut: false, codes: &[] };
        self.count(insight, one, &judged, |_| Vec::new());
    }

    /// Counts an answer that was refused because of this.
    pub(super) fn refused(
        &self,
        insight: &mut Insight,
        one: One<'_>,
        code: &str,
        example: impl Fn() -> Vec<Piece>,
    ) {
        let is_cut = matches!(code, "size" | "truncated");
        let codes = &[(CodeId::refusal(code), 0)];
        self.count(insight, one, &Judged { outcome: Outcome::Refused, is_cut, codes }, |_| example());
    }

    /// Counts an answer, and keeps examples of its codes where they are wanted.
    pub(super) fn count(
        &self,
        insight: &mut Insight,
        One { line, tool, text }: One<'_>,
        judged: &Judged<'_>,
        example: impl Fn(CodeId) -> Vec<Piece>,
    ) {
        let Judged { outcome, is_cut, codes } = *judged;
        let group = line.facts.key(tool.and_then(|tool| Some((self.tool?, tool))));
        insight.add(&Answer { outcome, is_cut, codes, group: &group, time: line.facts.time });
        if codes.is_empty() {
            return;
        }
        let number = number(text);
        for (code, _) in codes {
            let number = mix(number, code.index() as u64);
            let bar = self.bars[code.index()].load(Ordering::Relaxed);
            if number < bar && insight.samples.wants(*code, number) {
                let sample = Sample {
                    number,
                    source: line.source.to_owned(),
                    line: line.number,
                    group: group.clone(),
                    pieces: example(*code),
                };
                insight.samples.add(*code, sample);
            }
        }
    }
}

/// Counts one fix.
pub(super) fn tally(codes: &mut Vec<(CodeId, u64)>, code: CodeId) {
    match codes.iter_mut().find(|(known, _)| *known == code) {
        Some((_, count)) => *count += 1,
        None => codes.push((code, 1)),
    }
}
