//! The promises of gates: they refuse or let pass and change nothing, what is cut off is noticed, and what is whole comes out as it
//! is wherever it stands.

use jmend::core::calls;
use jmend::core::json::scan_document;
use jmend::core::repair::confidence::Confidence;
use jmend::core::repair::engine::{self, Options, Risk, Truncated};

use super::{DEPTH, Outcome, make};

/// What may stand around a document.
const AROUND: &[(&str, &str)] = &[
    ("Here it is:\n", "\n"),
    ("Here:\n```json\n", "\n```\nAnything else?"),
    ("<think>no</think>\n", ""),
    ("<think>no</think>\n```\n", "\n```"),
];

/// What may stand around the arguments of a call.
const CALLS: &[(&str, &str)] = &[
    ("<tool_call>\n{\"name\": \"f\", \"arguments\": ", "}\n</tool_call>"),
    ("[TOOL_CALLS]f[ARGS]", ""),
    ("{\"name\": \"f\", \"arguments\": ", "}"),
    ("<function=f>", "</function>"),
];

fn plain() -> Options {
    Options { max_depth: DEPTH, ..Options::default() }
}

/// A gate refuses a text or gives what there would be without it; a document that is cut off is noticed; one that is whole
/// comes out as it is after prose, in a fence, after reasoning.
pub(super) fn gates_agree(input: &[u8]) -> Outcome {
    let ungated = engine::repair(input, &plain());
    let gates = [
        Options { max_risk: Risk::Syntax, ..plain() },
        Options { max_risk: Risk::Inferred, ..plain() },
        Options { truncated: Truncated::Refuse, ..plain() },
        Options { min_confidence: "0.9".parse().unwrap_or(Confidence::NONE), ..plain() },
    ];
    for gate in gates {
        match (&ungated, engine::repair(input, &gate)) {
            (Err(_), Ok(passed)) => return Err(format!("{gate:?} let {:?} pass", passed.text)),
            (Ok(ungated), Ok(passed)) if ungated.text != passed.text => {
                return Err(format!("{gate:?} made {:?} of it, not {:?}", passed.text, ungated.text));
            }
            _ => {}
        }
    }
    let document = make::document(input);
    if !document.starts_with("{\"") || scan_document(document.as_bytes(), DEPTH).is_err() {
        return Ok(());
    }
    let cut = &document.as_bytes()[..input.len() % document.len()];
    if let Ok(repaired) = engine::repair(cut, &plain())
        && repaired.truncated.is_none()
    {
        return Err(format!("{:?} was not called cut off", String::from_utf8_lossy(cut)));
    }
    for (before, after) in AROUND {
        let text = format!("{before}{document}{after}");
        match engine::repair(text.as_bytes(), &plain()) {
            Ok(repaired) if repaired.text.trim() == document => {}
            other => return Err(format!("{text:?} became {other:?}")),
        }
    }
    Ok(())
}

/// Of a call that is cut off nothing is handed out.
pub(super) fn calls_are_whole(input: &[u8]) -> Outcome {
    let arguments = make::document(input);
    if !arguments.starts_with("{\"") || scan_document(arguments.as_bytes(), DEPTH).is_err() {
        return Ok(());
    }
    let (head, tail) = CALLS[input.len() % CALLS.len()];
    let text = format!("{head}{arguments}{tail}");
    // The last bracket of the arguments is not there yet.
    let at = input.iter().fold(0, |sum, byte| sum + usize::from(*byte)) % (head.len() + arguments.len());
    let found = calls::extract(&text.as_bytes()[..at], &calls::Options::default());
    match found.iter().flat_map(|found| &found.calls).next() {
        None => Ok(()),
        Some(call) => Err(format!("of the first {at} bytes of {text:?} came {call:?}")),
    }
}

/// The work on a pattern that is repeated is bounded for each byte, however many there are.
pub(super) fn repeats_are_linear(input: &[u8]) -> Outcome {
    const LONGEST_PATTERN: usize = 24;
    const LEN: usize = 16 << 10;
    /// Steps, and bytes looked at. Tries in vain are paid from one purse, which is most of this; a search that begins anew for
    /// each bracket takes thousands.
    const MOST_PER_BYTE: usize = 400;
    let text = String::from_utf8_lossy(input);
    let pattern: String = text.chars().take(LONGEST_PATTERN).collect();
    if pattern.is_empty() {
        return Ok(());
    }
    let effort = engine::effort(&pattern.repeat(LEN.div_ceil(pattern.len())), &plain());
    if effort > MOST_PER_BYTE * LEN {
        return Err(format!("{pattern:?} takes {effort} steps"));
    }
    Ok(())
}
