//! `--call`, also of `cache`: the call that gave a result, as one JSON text in any shape that `cache-key --calls` reads.

use anyhow::{anyhow, bail};

use crate::cli::tools_file;
use crate::core::json::MAX_DEPTH;
use crate::core::results::keys::calls_in;

/// The tool and the arguments of the one call in `JSON` or in the file of `@FILE`.
pub(in crate::cli) fn read(given: &str) -> anyhow::Result<(String, String)> {
    let mut calls = calls_in(&tools_file::given(given)?, MAX_DEPTH).map_err(|fault| {
        let place = if fault.pointer.is_empty() { String::new() } else { format!(" (at {})", fault.pointer) };
        anyhow!("--call: {}{place}", fault.message)
    })?;
    if calls.len() > 1 {
        bail!("--call: there are {} calls, but a result belongs to one", calls.len());
    }
    calls.pop().ok_or_else(|| anyhow!("--call: there is no tool call"))
}
