//! The report as one HTML page: no network, no file beside it, the same bytes in every run.
//!
//! Whatever stands in a log stays text: all of it goes through `text`, and the policy of the page lets nothing run but the
//! script whose hash it names. Without scripts the page shows the same; it does not sort and search then.

mod charts;

use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::BETWEEN;
use super::counts::Outcome;
use super::figures::{grouped, interval, percent, points, several};
use super::interval::Share;
use super::sample::{Piece, Sample};
use super::view::{CodeRow, GroupTable, UNKNOWN, View};
use charts::{meter, mini, sparkline, swatch, trend, whole};

pub const STYLE: &str = concat!(include_str!("base.css"), include_str!("style.css"));
pub const SCRIPT: &str = include_str!("script.js");

/// Rows of one table; the JSON has all of them.
const ROWS: usize = 200;

/// How a column of figures sorts by which the rows are in order already.
const SORTED: &str = "sorted";

/// The page, with the names of the logs in its title.
pub(crate) fn render(view: &View<'_>, logs: &[String], is_redacted: bool) -> String {
    let mut out = String::with_capacity(256 << 10);
    head(&mut out);
    title(&mut out, view, logs);
    out.push_str("<main>\n");
    headline(&mut out, view);
    worse(&mut out, view);
    over_time(&mut out, view);
    groups(&mut out, view);
    codes(&mut out, view);
    causes(&mut out, view);
    about(&mut out, view, is_redacted);
    let _ = writeln!(out, "</main>\n<footer>jmend {}</footer>", env!("CARGO_PKG_VERSION"));
    let _ = writeln!(out, "<script>{SCRIPT}</script>\n</body>\n</html>");
    out
}

fn head(out: &mut String) {
    let (style, script) = (hash(STYLE), hash(SCRIPT));
    let _ = writeln!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '{style}'; \
         script-src '{script}'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>jmend report</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>"
    );
}

/// `sha256-…`, as a policy names what may run.
fn hash(text: &str) -> String {
    format!("sha256-{}", base64(&Sha256::digest(text)))
}

pub fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for part in bytes.chunks(3) {
        let word =
            part.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - part.len()));
        for place in 0..4 {
            let sign = SIGNS[(word >> (18 - 6 * place)) as usize & 63];
            out.push(if place <= part.len() { char::from(sign) } else { '=' });
        }
    }
    out
}

/// Text of any origin as the content of an element or of an attribute in double quotes.
pub fn text(plain: &str) -> String {
    let mut out = String::with_capacity(plain.len());
    for c in plain.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

fn title(out: &mut String, view: &View<'_>, logs: &[String]) {
    let mut what = Vec::new();
    if let Some((first, last)) = &view.span {
        what.push(if first == last { text(first) } else { format!("{} to {}", text(first), text(last)) });
    }
    let names: Vec<_> = logs.iter().take(3).map(|log| text(log)).collect();
    let rest = if logs.len() > 3 { format!(" and {} more", logs.len() - 3) } else { String::new() };
    what.push(format!("{}{rest}", names.join(", ")));
    let _ = writeln!(
        out,
        "<header>\n<h1>{}, {} valid</h1>\n<p class=\"soft\">{}</p>\n\
         <div class=\"search\" role=\"search\" hidden><label for=\"search\">Search</label>\
         <input id=\"search\" type=\"search\" autocomplete=\"off\" spellcheck=\"false\">\
         <output id=\"found\" for=\"search\"></output></div>\n</header>",
        several(view.total, "answer", "answers"),
        percent(&view.insight.all.counts.share(Outcome::Valid)),
        what.join(" · ")
    );
}

fn headline(out: &mut String, view: &View<'_>) {
    out.push_str("<section aria-labelledby=\"shares\">\n<h2 id=\"shares\">What became of them</h2>\n");
    whole(out, &view.outcomes);
    out.push_str("<dl class=\"tiles\">\n");
    for (outcome, share) in &view.outcomes {
        let name = outcome.name();
        let _ = writeln!(
            out,
            "<div><dt>{}{name}</dt><dd class=\"big\">{}</dd><dd class=\"small\">{} %<br>{}, {}</dd></div>",
            swatch(name),
            text(&percent(share)),
            interval(share),
            grouped(share.count),
            outcome.about()
        );
    }
    out.push_str("</dl>\n");
    if view.cut.count > 0 {
        let _ = writeln!(
            out,
            "<p class=\"about\">{} ({}) were cut off before their end.</p>",
            several(view.cut.count, "answer", "answers"),
            text(&percent(&view.cut))
        );
    }
    out.push_str("</section>\n");
}

fn worse(out: &mut String, view: &View<'_>) {
    let Some(rows) = &view.worse else { return };
    out.push_str("<section aria-labelledby=\"worse\">\n<h2 id=\"worse\">What got worse</h2>\n");
    if rows.is_empty() {
        out.push_str("<p class=\"about\">Compared with the baseline, nothing got worse by more than chance.</p>\n</section>\n");
        return;
    }
    out.push_str(
        "<p class=\"about\">Shares that are higher than in the baseline, by more than chance. The intervals are so wide that all \
         of them hold in 95 of 100 logs.</p>\n",
    );
    open_table(out, "worse");
    columns(
        out,
        &[
            ("What", "text", ""),
            ("Before", "n", "n"),
            ("Now", "n", "n"),
            ("Points", "n", "n"),
            ("Interval", "n", "n wide"),
        ],
    );
    for row in rows.iter().take(ROWS) {
        let (by, low, high) = row.by;
        let _ = writeln!(
            out,
            "<tbody class=\"find\"><tr><th scope=\"row\" class=\"name\">{}</th>{}{}<td class=\"n\" data-v=\"{by:.6}\">{}</td>\
             <td class=\"n range wide\" data-v=\"{low:.6}\">{}–{:.1}</td></tr></tbody>",
            text(&row.what),
            share_cell(&row.old),
            share_cell(&row.new),
            points(by),
            points(low),
            high * 100.0
        );
    }
    close_table(out, rows.len());
    out.push_str("</section>\n");
}

fn over_time(out: &mut String, view: &View<'_>) {
    let insight = view.insight;
    let buckets: Vec<_> = insight.trend.buckets().collect();
    if buckets.len() < 2 {
        return;
    }
    let _ = writeln!(
        out,
        "<section aria-labelledby=\"time\">\n<h2 id=\"time\">Over time</h2>\n<p class=\"about\">The share of answers that \
         were not valid as they came, for each {}; below, how many answers there were.</p>\n<figure>",
        insight.trend.unit()
    );
    trend(out, &insight.trend);
    out.push_str("<figcaption><ul class=\"legend\">");
    for (outcome, _) in view.outcomes.iter().filter(|(outcome, _)| *outcome != Outcome::Valid) {
        let _ = write!(out, "<li>{}{}</li>", swatch(outcome.name()), outcome.name());
    }
    out.push_str("</ul></figcaption>\n</figure>\n<details><summary>The figures</summary>\n");
    open_table(out, "time");
    let mut heads = vec![("From", "text", ""), ("Answers", "n", "n"), ("Broken", "n", "n")];
    heads.extend(view.outcomes.iter().skip(1).map(|(outcome, _)| (outcome.name(), "n", "n")));
    columns(out, &heads);
    for (time, bucket) in buckets {
        let _ = write!(
            out,
            "<tbody><tr><th scope=\"row\">{}</th><td class=\"n\" data-v=\"{1}\">{2}</td>{3}",
            insight.trend.label(time),
            bucket.counts.total(),
            grouped(bucket.counts.total()),
            share_cell(&bucket.counts.broken())
        );
        for (outcome, _) in view.outcomes.iter().skip(1) {
            out.push_str(&share_cell(&bucket.counts.share(*outcome)));
        }
        out.push_str("</tr></tbody>\n");
    }
    close_table(out, 0);
    out.push_str("</details>\n</section>\n");
}

fn groups(out: &mut String, view: &View<'_>) {
    let Some((first, others)) = view.tables.split_first() else { return };
    let _ = writeln!(
        out,
        "<section aria-labelledby=\"groups\">\n<h2 id=\"groups\">By {}</h2>\n<p class=\"about\">Broken is every answer that was not \
         valid as it came. The line over each bar is where the true share lies, with 95 % confidence.</p>",
        text(&first.title())
    );
    group_table(out, first, "groups", true);
    if !others.is_empty() {
        out.push_str("<div class=\"pair\">\n");
        for (index, table) in others.iter().enumerate() {
            let id = format!("groups-{index}");
            let _ = writeln!(out, "<div><h3 id=\"{id}\">By {}</h3>", text(&table.title()));
            group_table(out, table, &id, false);
            out.push_str("</div>\n");
        }
        out.push_str("</div>\n");
    }
    out.push_str("</section>\n");
}

fn group_table(out: &mut String, table: &GroupTable, id: &str, is_full: bool) {
    let scale = scale(table.rows.iter().map(|row| &row.broken));
    open_table(out, id);
    let titles: Vec<String> = table.titles.iter().map(|title| text(title)).collect();
    let mut heads: Vec<(&str, &str, &str)> =
        titles.iter().map(|title| (title.as_str(), "text", "")).collect();
    let meter_title = format!("0–{} %", (scale * 100.0).round());
    let meter_class = if is_full { "meter wide" } else { "meter" };
    heads.extend([
        ("Answers", "n", "n"),
        ("Broken", "n", "n"),
        (meter_title.as_str(), "n", meter_class),
        ("Refused", "n", "n"),
    ]);
    if is_full {
        heads.extend([("Outcomes", "n", "meter wide"), ("Mostly", "text", "wide")]);
    }
    columns(out, &heads);
    for row in table.rows.iter().take(ROWS) {
        out.push_str("<tbody class=\"find\"><tr>");
        for (index, name) in row.names.iter().enumerate() {
            let name = if name == UNKNOWN { UNKNOWN.to_owned() } else { text(name) };
            let _ = match index {
                0 => write!(out, "<th scope=\"row\" class=\"name\">{name}</th>"),
                _ => write!(out, "<td class=\"name\">{name}</td>"),
            };
        }
        let total = row.counts.total();
        let _ = write!(
            out,
            "<td class=\"n\" data-v=\"{total}\">{}</td>{}",
            grouped(total),
            share_cell(&row.broken)
        );
        let _ = write!(out, "<td class=\"{meter_class}\" data-v=\"{:.6}\">", row.broken.share);
        meter(out, &row.broken, scale);
        let _ = write!(out, "</td>{}", share_cell(&row.refused));
        if is_full {
            let _ = write!(out, "<td class=\"meter wide\" data-v=\"{:.6}\">", row.broken.share);
            mini(out, &row.counts);
            let codes: Vec<_> = row.codes.iter().map(|(code, _)| code.known().name).collect();
            let _ = write!(out, "</td><td class=\"wide\">{}</td>", codes.join(", "));
        }
        out.push_str("</tr></tbody>\n");
    }
    close_table(out, table.rows.len());
}

fn codes(out: &mut String, view: &View<'_>) {
    if view.codes.is_empty() {
        return;
    }
    out.push_str(
        "<section aria-labelledby=\"codes\">\n<h2 id=\"codes\">What was wrong</h2>\n<p class=\"about\">Each code is one kind of fix, or one \
         reason to refuse an answer. An answer can have several.</p>\n",
    );
    let scale = scale(view.codes.iter().filter_map(|code| code.share.as_ref()));
    open_table(out, "codes");
    let meter_title = format!("0–{} %", (scale * 100.0).round());
    columns(
        out,
        &[
            ("Code", "text", ""),
            ("Answers", SORTED, "n"),
            ("Share", "n", "n"),
            (&meter_title, "n", "meter wide"),
            ("Fixes", "n", "n wide"),
            ("Trend", "n", "meter wide"),
        ],
    );
    for code in &view.codes {
        code_row(out, code, scale);
    }
    close_table(out, 0);
    out.push_str("</section>\n");
}

fn code_row(out: &mut String, code: &CodeRow<'_>, scale: f64) {
    let risk = code.known.risk.map_or("refused", |risk| risk.name());
    let _ = write!(
        out,
        "<tbody class=\"find\"><tr><th scope=\"row\" class=\"name\"><code>{}</code> <span class=\"badge\">{}{risk}</span></th>",
        code.known.name,
        swatch(risk)
    );
    match &code.share {
        Some(share) => {
            let _ = write!(
                out,
                "<td class=\"n\" data-v=\"{0}\">{1}</td>{2}",
                share.count,
                grouped(share.count),
                share_cell(share)
            );
            let _ = write!(out, "<td class=\"meter wide\" data-v=\"{:.6}\">", share.share);
            meter(out, share, scale);
            out.push_str("</td>");
        }
        None => out.push_str(
            "<td class=\"n\" data-v=\"-1\">–</td><td class=\"n\" data-v=\"-1\">–</td><td class=\"wide\" data-v=\"-1\"></td>",
        ),
    }
    let fixes = if code.times.fixes == 0 { "–".to_owned() } else { grouped(code.times.fixes) };
    let change = code.trend.last().copied().unwrap_or(0.0) - code.trend.first().copied().unwrap_or(0.0);
    let _ = write!(
        out,
        "<td class=\"n wide\" data-v=\"{}\">{fixes}</td><td class=\"meter wide\" data-v=\"{change:.6}\">",
        code.times.fixes
    );
    sparkline(out, &code.trend);
    let _ = write!(
        out,
        "</td></tr>\n<tr class=\"more\"><td colspan=\"6\"><span class=\"soft\">{}</span>",
        text(code.known.about)
    );
    if !code.samples.is_empty() {
        let label = several(code.samples.len() as u64, "example", "examples");
        let _ =
            write!(out, "<details><summary>{label} of {}</summary><ul class=\"examples\">", code.known.name);
        for sample in code.samples {
            example(out, sample);
        }
        out.push_str("</ul></details>");
    }
    out.push_str("</td></tr></tbody>\n");
}

fn example(out: &mut String, sample: &Sample) {
    let names: Vec<_> = sample.group.split(BETWEEN).filter(|name| !name.is_empty()).map(shown).collect();
    let between = if names.is_empty() { "" } else { " · " };
    let (source, line) = (text(&sample.source), sample.line);
    let _ = write!(out, "<li><div class=\"from\">{source}:{line}{between}{}</div><pre>", names.join(" · "));
    for piece in &sample.pieces {
        let _ = match piece {
            Piece::Same(same) => write!(out, "{}", text(same)),
            // A line through a quote or a comma hides it.
            Piece::Old(old) if old.chars().count() < 3 => {
                write!(out, "<del class=\"sign\">{}</del>", text(old))
            }
            Piece::Old(old) => write!(out, "<del>{}</del>", text(old)),
            Piece::New(new) => write!(out, "<ins>{}</ins>", text(new)),
        };
    }
    out.push_str("</pre></li>");
}

fn shown(name: &str) -> String {
    text(&super::view::name(name))
}

fn causes(out: &mut String, view: &View<'_>) {
    if view.causes.is_empty() {
        return;
    }
    out.push_str(
        "<section aria-labelledby=\"causes\">\n<h2 id=\"causes\">What to change</h2>\n<p class=\"about\">The share of answers that each \
         advice is about.</p>\n<ul class=\"causes\">\n",
    );
    for cause in &view.causes {
        let _ = writeln!(
            out,
            "<li class=\"find\"><div class=\"big\">{}</div><div><p>{} {}</p><div class=\"soft\"><code>{}</code></div></div></li>",
            text(&percent(&cause.share)),
            text(cause.cause.why),
            text(cause.cause.prompt),
            cause.codes.join("</code>, <code>")
        );
    }
    out.push_str("</ul>\n</section>\n");
}

fn about(out: &mut String, view: &View<'_>, is_redacted: bool) {
    out.push_str("<section aria-labelledby=\"about\">\n<h2 id=\"about\">How to read this page</h2>\n<ul class=\"notes\">\n");
    let mut notes = vec![
        "An answer is one tool call of an API response, or one record of the log.".to_owned(),
        "Intervals are those of Wilson, with 95 % confidence: few answers give wide ones.".to_owned(),
        "Examples are a sample of different texts, the same in every run. Removed text is struck through, or stands on a dashed line where it is one or two characters; added text is bold."
            .to_owned(),
    ];
    if is_redacted {
        notes.push("Letters and digits in the examples are hidden.".to_owned());
    }
    notes.extend(view.notes.iter().cloned());
    for note in notes {
        let _ = writeln!(out, "<li>{}</li>", text(&note));
    }
    out.push_str("</ul>\n</section>\n");
}

fn open_table(out: &mut String, id: &str) {
    let _ = writeln!(
        out,
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"{id}\"><table class=\"sortable\" aria-labelledby=\"{id}\">"
    );
}

/// The head of a table: title, how it sorts, class of each column. The titles are safe already.
fn columns(out: &mut String, heads: &[(&str, &str, &str)]) {
    out.push_str("<thead><tr>");
    for (title, kind, class) in heads {
        let (kind, sorted) = if *kind == SORTED { ("n", " aria-sort=\"descending\"") } else { (*kind, "") };
        let _ = write!(out, "<th scope=\"col\" data-kind=\"{kind}\"{sorted} class=\"{class}\">{title}</th>");
    }
    out.push_str("</tr></thead>\n");
}

fn close_table(out: &mut String, rows: usize) {
    out.push_str("</table></div>\n");
    if rows > ROWS {
        let _ = writeln!(out, "<p class=\"about\">And {} more, which the JSON has.</p>", rows - ROWS);
    }
}

/// A cell with a share, and its interval for those who point at it.
fn share_cell(share: &Share) -> String {
    format!(
        "<td class=\"n\" data-v=\"{:.6}\" title=\"{} %\">{}</td>",
        share.share,
        interval(share),
        text(&percent(share))
    )
}

/// The end of a common scale: the least of 1, 2, 5, 10, … percent that holds every share, and the intervals where they are not
/// wide because there are few answers.
fn scale<'s>(shares: impl Iterator<Item = &'s Share>) -> f64 {
    let highest = shares.map(|share| share.share.max(share.high.min(share.share * 1.5))).fold(0.0, f64::max);
    let ends = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0];
    ends.into_iter().find(|end| *end >= highest).unwrap_or(1.0)
}
