//! Charts as inline SVG. Sizes are attributes, for the policy of the page forbids styles of single elements.

use std::fmt::Write;

use super::text;
use crate::report::insight::counts::{Counts, Outcome};
use crate::report::insight::figures::{grouped, percent};
use crate::report::insight::interval::Share;
use crate::report::insight::time::Trend;

/// The size of the chart over time: the plot, the strip below it for the number of answers, and room for figures.
const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 180.0;
const STRIP: f64 = 28.0;
const LEFT: f64 = 44.0;
const TOP: f64 = 10.0;
const GAP: f64 = 8.0;
const FOOT: f64 = 20.0;

/// The size of a bar in a table.
const BAR: (f64, f64) = (120.0, 12.0);

/// The size of a line in a table.
const SPARK: (f64, f64) = (120.0, 20.0);

/// A little square in the colour of an outcome.
pub(super) fn swatch(class: &str) -> String {
    format!(
        "<svg class=\"swatch\" viewBox=\"0 0 10 10\" aria-hidden=\"true\"><rect class=\"{class}\" width=\"10\" height=\"10\" rx=\"2\"/></svg>"
    )
}

/// One bar for all answers.
pub(super) fn whole(out: &mut String, outcomes: &[(Outcome, Share)]) {
    let parts: Vec<_> = outcomes.iter().map(|(outcome, share)| (outcome.name(), share.share)).collect();
    let label: Vec<_> =
        outcomes.iter().map(|(outcome, share)| format!("{} {}", percent(share), outcome.name())).collect();
    let _ = write!(
        out,
        "<svg class=\"whole\" viewBox=\"0 0 1000 18\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{}\">",
        text(&label.join(", "))
    );
    out.push_str("<rect class=\"track\" width=\"1000\" height=\"18\"/>");
    stack(out, &parts, 1000.0, 18.0);
    out.push_str("</svg>\n");
}

/// The outcomes of a group, side by side.
pub(super) fn mini(out: &mut String, counts: &Counts) {
    let (width, height) = BAR;
    let parts: Vec<_> =
        Outcome::ALL.into_iter().map(|outcome| (outcome.name(), counts.share(outcome).share)).collect();
    let _ = write!(
        out,
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" aria-hidden=\"true\">"
    );
    stack(out, &parts, width, height);
    out.push_str("</svg>");
}

fn stack(out: &mut String, parts: &[(&str, f64)], width: f64, height: f64) {
    let mut x = 0.0;
    for (class, share) in parts {
        let w = share * width;
        if w > 0.0 {
            let _ =
                write!(out, "<rect class=\"{class}\" x=\"{x:.2}\" width=\"{w:.2}\" height=\"{height}\"/>");
        }
        x += w;
    }
}

/// A share as a bar, with its interval as a line; `scale` is the share at the right end.
pub(super) fn meter(out: &mut String, share: &Share, scale: f64) {
    let (width, height) = BAR;
    let at = |share: f64| (share / scale).min(1.0) * width;
    let (low, high) = (at(share.low), at(share.high));
    let _ = write!(
        out,
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" aria-hidden=\"true\">\
         <rect class=\"track\" width=\"{width}\" height=\"{height}\" rx=\"2\"/>\
         <rect class=\"bar\" width=\"{:.2}\" height=\"{height}\" rx=\"2\"/>\
         <line class=\"whisker\" x1=\"{low:.2}\" x2=\"{high:.2}\" y1=\"6\" y2=\"6\"/></svg>",
        at(share.share)
    );
}

/// How a share went, as a line.
pub(super) fn sparkline(out: &mut String, shares: &[f64]) {
    let (width, height) = SPARK;
    let most = shares.iter().copied().fold(0.0, f64::max);
    let (Some(first), Some(last)) = (shares.first(), shares.last()) else { return };
    if shares.len() < 2 || most <= 0.0 {
        return;
    }
    let _ = write!(
        out,
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
         aria-label=\"from {:.1} % to {:.1} %, at most {:.1} %\"><polyline class=\"spark\" points=\"",
        first * 100.0,
        last * 100.0,
        most * 100.0
    );
    #[expect(clippy::cast_precision_loss, reason = "a hundred points")]
    let step = (width - 2.0) / (shares.len() - 1) as f64;
    let mut x = 1.0;
    for share in shares {
        let _ = write!(out, "{x:.1},{:.1} ", height - 2.0 - share / most * (height - 4.0));
        x += step;
    }
    out.push_str("\"/></svg>");
}

/// Broken answers over time: stacked by outcome, with the number of answers below.
#[expect(clippy::cast_precision_loss, reason = "seconds and counts as places on a chart")]
pub(super) fn trend(out: &mut String, trend: &Trend) {
    let buckets: Vec<_> = trend.buckets().collect();
    let (Some((from, _)), Some((to, _))) = (buckets.first(), buckets.last()) else { return };
    let span = (to - from + trend.seconds()) as f64;
    let room = WIDTH - LEFT;
    let width = (trend.seconds() as f64 / span * room).max(2.0);
    let bar = if width > 4.0 { width - 1.0 } else { width };
    let highest = buckets.iter().map(|(_, bucket)| bucket.counts.broken().share).fold(0.0, f64::max);
    let ends = [0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0];
    let end = ends.into_iter().find(|end| *end >= highest).unwrap_or(1.0);
    let most = buckets.iter().map(|(_, bucket)| bucket.counts.total()).max().unwrap_or(1).max(1) as f64;
    let height = TOP + HEIGHT + GAP + STRIP + FOOT;
    let (first, last) = (trend.label(*from), trend.label(*to));
    let _ = write!(
        out,
        "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"Share of broken answers from {first} to {last}; the figures are in \
         the table below\">"
    );
    for part in [0.0, 0.5, 1.0] {
        let y = TOP + HEIGHT * (1.0 - part);
        let _ = write!(
            out,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{WIDTH}\" y1=\"{y}\" y2=\"{y}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{} %</text>",
            LEFT - 6.0,
            y + 4.0,
            end * part * 100.0
        );
    }
    for (time, bucket) in &buckets {
        let x = LEFT + (time - from) as f64 / span * room;
        let broken = bucket.counts.broken();
        let _ = write!(
            out,
            "<g><title>{}: {} of {} broken</title>",
            trend.label(*time),
            text(&percent(&broken)),
            grouped(broken.of)
        );
        let mut top = TOP + HEIGHT;
        for outcome in Outcome::ALL.into_iter().skip(1) {
            let tall = bucket.counts.share(outcome).share / end * HEIGHT;
            if tall > 0.0 {
                top -= tall;
                let class = outcome.name();
                let _ = write!(
                    out,
                    "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{top:.1}\" width=\"{bar:.1}\" height=\"{tall:.1}\"/>"
                );
            }
        }
        let tall = (bucket.counts.total() as f64 / most * STRIP).max(0.5);
        let y = TOP + HEIGHT + GAP + STRIP - tall;
        let _ = write!(
            out,
            "<rect class=\"volume\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{bar:.1}\" height=\"{tall:.1}\"/></g>"
        );
    }
    let y = height - 5.0;
    let _ = writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"{y}\">{first}</text><text x=\"{WIDTH}\" y=\"{y}\" text-anchor=\"end\">{last}</text></svg>"
    );
}
