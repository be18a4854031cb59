//! What mending may have lost, said on standard error to whoever asked for no report: that the text was cut off, and the
//! first of the changes that are `lossy`.

use crate::core::calls::{Call, CallCode, What};
use crate::core::repair::{Code, CutPlace, Repaired, Risk, Strategy};

/// One thing to say about a record.
pub(super) struct Loss {
    /// What can be done about it.
    pub(super) advice: &'static str,
    pub(super) code: &'static str,
    pub(super) message: String,
    /// Where it is, in bytes of the record.
    pub(super) offset: usize,
}

/// What was lost of a record of `len` bytes, the cut first.
pub(super) fn of_record(repaired: &Repaired<'_>, len: usize) -> impl Iterator<Item = Loss> + use<> {
    let is_cut = |code: Code| matches!(code, Code::CutOff | Code::CutPart);
    // What a schema coerces with loss was asked for.
    let is_loss = |code: Code| !is_cut(code) && code.about().strategy != Strategy::ManualRepair;
    let (mut first, mut more) = (None, 0);
    for fix in repaired.fixes.iter().filter(|fix| fix.risk == Risk::Lossy && is_loss(fix.code)) {
        match first {
            None => first = Some((fix.code.name(), fix.code.about().summary, fix.start)),
            Some(_) => more += 1,
        }
    }
    let cut = repaired.truncated.map(|cut| {
        let fix = repaired.fixes.iter().find(|fix| is_cut(fix.code));
        cut_off(cut, fix.map_or(len, |fix| fix.start))
    });
    cut.into_iter().chain(first.map(|(code, summary, offset)| lossy(code, summary, offset, more)))
}

/// What was lost of a call; that it was cut off stands in the call itself.
pub(super) fn of_call(call: &Call) -> Option<Loss> {
    let is_loss = |what: What| match what {
        What::Call(code) => code != CallCode::CallCutOff,
        What::Text(code) => {
            !matches!(code, Code::CutOff | Code::CutPart) && code.about().strategy != Strategy::ManualRepair
        }
    };
    let mut lost = call.changes.iter().filter(|change| change.risk == Risk::Lossy && is_loss(change.what));
    let first = lost.next()?;
    Some(lossy(first.name(), first.summary(), first.span.start, lost.count()))
}

fn cut_off(cut: CutPlace, offset: usize) -> Loss {
    let message = format!("the text is cut off ({}); what was open is closed", cut.name());
    Loss { advice: "--truncated refuse leaves such records out", code: "truncated", message, offset }
}

fn lossy(code: &'static str, summary: &'static str, offset: usize, more: usize) -> Loss {
    let message = match more {
        0 => summary.to_owned(),
        1 => format!("{summary}, and one more change is lossy"),
        _ => format!("{summary}, and {more} more changes are lossy"),
    };
    Loss { advice: "--max-risk inferred refuses it", code, message, offset }
}
