//! The report as one JSON object, on one line.

use std::fmt::Write;

use super::counts::{Counts, Outcome};
use super::interval::Share;
use super::sample::{Piece, Sample};
use super::view::{GroupTable, UNKNOWN, View, start};
use crate::core::calls::cause::Cause;
use crate::core::json::quoted;

/// The report, ending with a line end. Shares and their bounds (`low`, `high`, of 95 %) are from 0 to 1.
pub fn render(view: &View<'_>) -> String {
    let insight = view.insight;
    let mut out = String::from("{");
    let _ = write!(out, "\"answers\":{},\"records\":{}", view.total, insight.records);
    let (without_json, skipped) = (insight.without_json, insight.skipped);
    let _ = write!(out, ",\"without_json\":{without_json},\"skipped\":{skipped},\"outcomes\":{{");
    list(&mut out, &view.outcomes, |out, (outcome, counted)| {
        let _ = write!(out, "\"{}\":", outcome.name());
        share(out, counted);
    });
    out.push_str("},\"broken\":");
    share(&mut out, &view.broken);
    out.push_str(",\"cut_off\":");
    share(&mut out, &view.cut);
    let _ = write!(out, ",\"trend\":{{\"seconds\":{},\"buckets\":[", insight.trend.seconds());
    let buckets: Vec<_> = insight.trend.buckets().collect();
    list(&mut out, &buckets, |out, (time, bucket)| {
        let _ = write!(out, "{{\"start\":\"{}\",", start(*time));
        counts(out, &bucket.counts);
        out.push('}');
    });
    out.push_str("]},\"groups\":");
    match view.tables.first() {
        Some(table) => groups(&mut out, table),
        None => out.push_str("[]"),
    }
    out.push_str(",\"codes\":[");
    list(&mut out, &view.codes, |out, code| {
        let risk = code.known.risk.map_or("refused", |risk| risk.name());
        let _ = write!(
            out,
            "{{\"code\":\"{}\",\"risk\":\"{risk}\",\"fixes\":{}",
            code.known.name, code.times.fixes
        );
        if let Some(counted) = &code.share {
            out.push_str(",\"answers\":");
            share(out, counted);
        }
        out.push_str(",\"examples\":[");
        list(out, code.samples, sample);
        out.push_str("]}");
    });
    out.push_str("],\"causes\":[");
    list(&mut out, &view.causes, |out, cause| {
        let Cause { id, why, prompt, .. } = cause.cause;
        let (why, advice) = (quoted(why), quoted(prompt));
        let _ = write!(out, "{{\"cause\":{},\"why\":{why},\"advice\":{advice},\"codes\":[", quoted(id));
        list(out, &cause.codes, |out, code| out.push_str(&quoted(code)));
        out.push_str("],\"answers\":");
        share(out, &cause.share);
        out.push('}');
    });
    out.push(']');
    if let Some(worse) = &view.worse {
        out.push_str(",\"worse\":[");
        list(&mut out, worse, |out, worse| {
            let _ = write!(out, "{{\"what\":{},\"old\":", quoted(&worse.what));
            share(out, &worse.old);
            out.push_str(",\"new\":");
            share(out, &worse.new);
            let (by, low, high) = worse.by;
            let _ = write!(out, ",\"by\":{by:.6},\"low\":{low:.6},\"high\":{high:.6}}}");
        });
        out.push(']');
    }
    out.push_str(",\"notes\":[");
    list(&mut out, &view.notes, |out, note| out.push_str(&quoted(note)));
    out.push_str("]}\n");
    out
}

/// What `each` writes of all of these, with commas.
fn list<T>(out: &mut String, of: &[T], each: impl Fn(&mut String, &T)) {
    for (index, item) in of.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        each(out, item);
    }
}

fn share(out: &mut String, share: &Share) {
    let Share { count, share, low, high, .. } = share;
    let _ = write!(out, "{{\"count\":{count},\"share\":{share:.6},\"low\":{low:.6},\"high\":{high:.6}}}");
}

fn counts(out: &mut String, counts: &Counts) {
    let _ = write!(out, "\"answers\":{}", counts.total());
    for outcome in Outcome::ALL {
        let _ = write!(out, ",\"{}\":{}", outcome.name(), counts.get(outcome));
    }
    let _ = write!(out, ",\"cut_off\":{}", counts.cut);
}

fn groups(out: &mut String, table: &GroupTable) {
    out.push('[');
    list(out, &table.rows, |out, row| {
        out.push_str("{\"by\":{");
        let named: Vec<_> = table.titles.iter().zip(&row.names).collect();
        list(out, &named, |out, (title, name)| {
            out.push_str(&quoted(title));
            out.push(':');
            out.push_str(&if *name == UNKNOWN { "null".into() } else { quoted(name) });
        });
        out.push_str("},");
        counts(out, &row.counts);
        out.push_str(",\"broken\":");
        share(out, &row.broken);
        out.push_str(",\"codes\":{");
        list(out, &row.codes, |out, (code, times)| {
            let _ = write!(out, "\"{}\":{}", code.known().name, times.answers);
        });
        out.push_str("}}");
    });
    out.push(']');
}

fn sample(out: &mut String, sample: &Sample) {
    let _ = write!(out, "{{\"source\":{},\"line\":{},\"pieces\":[", quoted(&sample.source), sample.line);
    list(out, &sample.pieces, |out, piece| {
        let (kind, text) = match piece {
            Piece::Same(text) => ("same", text),
            Piece::Old(text) => ("old", text),
            Piece::New(text) => ("new", text),
        };
        let _ = write!(out, "{{\"{kind}\":{}}}", quoted(text));
    });
    out.push_str("]}");
}
