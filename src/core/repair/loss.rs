//! What a repair may have lost, in a line or two, for users who ask for no report: that the text was cut off, and the first
//! of the fixes that are `lossy`.

use super::{Code, CutPlace, Repaired, Risk, Strategy};

/// One thing that may be lost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// Stable kebab-case code: that of the fix, or [`CUT`].
    pub code: &'static str,
    /// One line for people.
    pub message: String,
    /// Where it is, in bytes of the text.
    pub offset: usize,
}

/// The code of a text that was cut off.
pub const CUT: &str = "truncated";

impl Loss {
    /// The text was cut off, and what was open is closed.
    pub(crate) fn cut_off(cut: CutPlace, offset: usize) -> Self {
        let message = format!("the text is cut off ({}); what was open is closed", cut.name());
        Self { code: CUT, message, offset }
    }

    /// The first of all changes that lost something, which are given by name, summary and offset.
    pub(crate) fn first(
        mut changes: impl Iterator<Item = (&'static str, &'static str, usize)>,
    ) -> Option<Self> {
        let (code, summary, offset) = changes.next()?;
        let message = match changes.count() {
            0 => summary.to_owned(),
            1 => format!("{summary}, and one more change is lossy"),
            more => format!("{summary}, and {more} more changes are lossy"),
        };
        Some(Self { code, message, offset })
    }
}

/// Is a change of this kind told by itself? A cut is, once for all that it took, and what a schema coerces with loss was
/// asked for.
pub(crate) fn is_told(code: Code) -> bool {
    !is_cut(code) && code.about().strategy != Strategy::ManualRepair
}

fn is_cut(code: Code) -> bool {
    matches!(code, Code::CutOff | Code::CutPart)
}

impl Repaired<'_> {
    /// What may be lost of a text of `len` bytes, the cut first.
    #[inline]
    pub fn losses(&self, len: usize) -> impl Iterator<Item = Loss> + use<> {
        let loses = self.truncated.is_some() || self.risk() == Some(Risk::Lossy);
        let [cut, lossy] = if loses { self.cut_and_first(len) } else { [None, None] };
        cut.into_iter().chain(lossy)
    }

    #[cold]
    fn cut_and_first(&self, len: usize) -> [Option<Loss>; 2] {
        let cut = self.truncated.map(|cut| {
            let fix = self.fixes.iter().find(|fix| is_cut(fix.code));
            Loss::cut_off(cut, fix.map_or(len, |fix| fix.start))
        });
        let lossy = self.fixes.iter().filter(|fix| fix.risk == Risk::Lossy && is_told(fix.code));
        [cut, Loss::first(lossy.map(|fix| (fix.code.name(), fix.code.about().summary, fix.start)))]
    }
}
