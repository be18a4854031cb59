//! Strict JSON that stands anywhere in the text, looked at a bounded number of times.

use crate::core::json::scan_value;
use crate::core::repair::parser::model::context::Context;
use crate::core::repair::parser::text::limits::TIMES;

/// Where the value at `begin` ends if it is strict JSON, and not too much was looked at already.
pub(in crate::core::repair) fn strict_end(g: &Context<'_>, begin: usize) -> Option<usize> {
    if g.looked.get() > TIMES * g.text.len() {
        return None;
    }
    let scan = scan_value(g.text, begin, g.max_depth);
    let looked = scan.unwrap_or_else(|error| error.offset);
    g.looked.set(g.looked.get() + looked - begin);
    scan.ok()
}
