//! What of a profile goes into a room: as many lines as fit, breadth first, and then details while room is left.

use std::fmt::Write as _;

use super::lines::{Line, Part, Rank, is_implied};

/// Bytes that turn the short form of a line, a string, into the long one: `{"types":` and `}`.
const LONG_FORM: usize = 10;

/// Bytes beside the parts of a line: its colon, and a comma.
const MARKS: usize = 2;

/// How much of a line is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    Not,
    /// A line below says as much.
    ByOther,
    /// The line, with the details of these ranks, as bits.
    Here(u8),
}

/// The chosen lines.
pub(super) struct Chosen<'l> {
    lines: &'l [Line],
    shown: Vec<Shown>,
    /// Lines that are not shown.
    pub missing: u64,
    /// Says whether details were left out.
    pub lacks_details: bool,
}

/// Chooses what fits into so many bytes.
pub(super) fn chosen(lines: &[Line], room: Option<usize>) -> Chosen<'_> {
    let mut shown = vec![Shown::Not; lines.len()];
    let mut left = room.unwrap_or(usize::MAX);
    let take = |left: &mut usize, bytes: usize| {
        let fits = bytes <= *left;
        *left -= if fits { bytes } else { 0 };
        fits
    };
    for (at, line) in lines.iter().enumerate() {
        // The line above gives its place to the first one below that says the same and more.
        let above = line
            .implies
            .filter(|above| matches!(shown[*above], Shown::Here(_)) && is_implied(&lines[*above]));
        let freed = above.map_or(0, |above| size(&lines[above]));
        left = left.saturating_add(freed);
        if take(&mut left, size(line)) {
            shown[at] = Shown::Here(0);
            if let Some(above) = above {
                shown[above] = Shown::ByOther;
            }
        } else {
            left -= freed;
        }
    }
    let mut lacks_details = false;
    for rank in Rank::ALL {
        for (line, shown) in lines.iter().zip(&mut shown) {
            let Shown::Here(bits) = shown else { continue };
            let Some((_, detail)) = line.details.iter().find(|(one, _)| *one == rank) else { continue };
            let is_short = *bits == 0 && line.base.starts_with('"');
            if take(&mut left, detail.len() + if is_short { LONG_FORM } else { 0 }) {
                *bits |= 1 << rank as u8;
            } else {
                lacks_details = true;
            }
        }
    }
    let missing = shown.iter().filter(|shown| **shown == Shown::Not).count() as u64;
    Chosen { lines, shown, missing, lacks_details }
}

fn size(line: &Line) -> usize {
    let is_long = line.base.starts_with('{');
    line.name.len() + line.base.len() + MARKS + usize::from(is_long)
}

impl Chosen<'_> {
    /// The lines of one part, as an object.
    pub fn object(&self, part: Part) -> String {
        let mut out = String::from("{");
        for (line, shown) in self.lines.iter().zip(&self.shown).filter(|(line, _)| line.part == part) {
            let Shown::Here(bits) = shown else { continue };
            out.push_str(if out.len() > 1 { "," } else { "" });
            let _ = write!(out, "{}:", line.name);
            let is_long = line.base.starts_with(r#"{"types""#);
            match (is_long, bits) {
                (false, 0) => out.push_str(&line.base),
                (false, _) => {
                    let _ = write!(out, r#"{{"types":{}"#, line.base);
                }
                (true, _) => out.push_str(&line.base),
            }
            let details = line.details.iter().filter(|(rank, _)| bits & 1 << *rank as u8 != 0);
            details.for_each(|(_, detail)| out.push_str(detail));
            out.push_str(if is_long || *bits != 0 { "}" } else { "" });
        }
        out.push('}');
        out
    }
}
