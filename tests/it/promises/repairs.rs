//! The promises of a repair: strict output, idempotence, identity, nothing in silence, places that exist.

use std::ops::Range;

use jmend::core::calls;
use jmend::core::json::{Layout, Style, position, scan_document};
use jmend::core::repair::engine::{
    self, Fix, Options, Repaired, Risk, Select, Strategies, Strategy, Truncated, apply,
};
use serde_json::Value;

use super::{DEPTH, Outcome, make};

/// The plain options for most inputs, others for the rest.
fn options(input: &[u8]) -> Options {
    let select = [Select::First, Select::Last, Select::Largest, Select::All];
    let plain = Options { max_depth: DEPTH, ..Options::default() };
    match input.len() % 16 {
        choice @ 0..4 => Options { select: select[choice], ..plain },
        4 => Options { truncated: Truncated::Refuse, ..plain },
        5 => Options { strategies: Strategies { ast: false, ..Strategies::ALL }, ..plain },
        6 => Options { max_risk: Risk::Inferred, ..plain },
        7 => Options { max_depth: 3, ..plain },
        _ => plain,
    }
}

fn repaired(input: &[u8]) -> Option<(Repaired<'_>, Options)> {
    let options = options(input);
    engine::repair(input, &options).ok().map(|repaired| (repaired, options))
}

/// Is this one JSON text, by our scanner and by `serde_json`, which also refuses halves of surrogate pairs?
fn strict(text: &str) -> Outcome {
    scan_document(text.as_bytes(), DEPTH).map_err(|error| format!("{error:?} in {text:?}"))?;
    serde_json::from_str::<Value>(text).map_err(|error| format!("{error} in {text:?}"))?;
    Ok(())
}

/// What comes out of a repair are strict JSON texts with nothing but white space between them, and the arguments of
/// calls are strict JSON objects.
pub(super) fn output_is_strict_json(input: &[u8]) -> Outcome {
    if let Some((repaired, options)) = repaired(input) {
        if scan_document(input, options.max_depth).is_err() {
            documents_are_strict(&repaired)?;
        }
        layouts_agree(&repaired)?;
    }
    let repair = options(input);
    let found = calls::extract(input, &calls::Options { repair, ..calls::Options::default() });
    for call in found.iter().flat_map(|found| &found.calls) {
        // Valid arguments pass as they are, halves of surrogate pairs among them.
        scan_document(call.arguments.as_bytes(), DEPTH)
            .map_err(|error| format!("{error:?} in the arguments {:?}", call.arguments))?;
        if !call.arguments.starts_with('{') || call.name.is_empty() {
            return Err(format!("this is no call: {call:?}"));
        }
        if let Some(id) = &call.id {
            scan_document(id.as_bytes(), DEPTH).map_err(|error| format!("{error:?} in the id {id:?}"))?;
        }
    }
    Ok(())
}

pub(super) fn documents_are_strict(repaired: &Repaired<'_>) -> Outcome {
    if repaired.documents.is_empty() {
        return Err("a repair without a document".to_owned());
    }
    let mut done = 0;
    let blank = |text: &str| text.chars().all(|c| matches!(c, ' ' | '\t' | '\n' | '\r'));
    for range in &repaired.documents {
        let between = repaired.text.get(done..range.start).ok_or("documents overlap or run backwards")?;
        if !blank(between) {
            return Err(format!("text between documents: {between:?} in {:?}", repaired.text));
        }
        done = range.end;
        strict(repaired.text.get(range.clone()).ok_or("a document outside the text")?)?;
    }
    match repaired.text.get(done..) {
        Some(rest) if blank(rest) => Ok(()),
        rest => Err(format!("text behind the last document: {rest:?}")),
    }
}

/// A layout moves white space (and, when asked, the order of members) and nothing else.
fn layouts_agree(repaired: &Repaired<'_>) -> Outcome {
    for range in &repaired.documents {
        let text = &repaired.text[range.clone()];
        let Ok(value) = serde_json::from_str::<Value>(text) else { continue };
        for style in [
            Style::compact(),
            Style { ascii: true, ..Style::compact() },
            Style { layout: Layout::Pretty(jmend::core::json::Indent::Spaces(2)), ..Style::compact() },
        ] {
            let mut written = Vec::new();
            style.write_text(text, &mut written);
            if serde_json::from_slice::<Value>(&written).ok().as_ref() != Some(&value) {
                return Err(format!("{style:?} writes {:?}", String::from_utf8_lossy(&written)));
            }
        }
    }
    Ok(())
}

/// Repairing the output changes nothing.
pub(super) fn repair_is_idempotent(input: &[u8]) -> Outcome {
    let Some((once, options)) = repaired(input) else { return Ok(()) };
    let twice = engine::repair(once.text.as_bytes(), &options)
        .map_err(|failure| format!("the output {:?} is refused: {failure:?}", once.text))?;
    if twice.text == once.text {
        return Ok(());
    }
    Err(format!("repaired again, {:?} becomes {:?}: {:?}", once.text, twice.text, twice.fixes))
}

/// Valid JSON comes out byte for byte: the input where it is valid, and in any case a document made of its bytes.
pub(super) fn valid_is_identity(input: &[u8]) -> Outcome {
    if scan_document(input, DEPTH).is_ok() {
        identity(input)?;
    }
    let made = make::document(input);
    if scan_document(made.as_bytes(), usize::MAX).is_err() || serde_json::from_str::<Value>(&made).is_err() {
        return Err(format!("what was made of the bytes is no JSON: {made:?}"));
    }
    identity(made.as_bytes())
}

fn identity(input: &[u8]) -> Outcome {
    let options = Options { max_depth: DEPTH, ..options(input) };
    let repaired =
        engine::repair(input, &options).map_err(|failure| format!("valid JSON is refused: {failure:?}"))?;
    if repaired.text.as_bytes() != input {
        return Err(format!("valid JSON became {:?}", repaired.text));
    }
    let untouched =
        repaired.strategy == Strategy::Direct && repaired.fixes.is_empty() && repaired.truncated.is_none();
    if untouched { Ok(()) } else { Err(format!("valid JSON has a report: {repaired:?}")) }
}

/// The fixes, applied in order to the input, give the output.
pub(super) fn fixes_reproduce_output(input: &[u8]) -> Outcome {
    repaired(input).map_or(Ok(()), |(repaired, _)| fixes_give_text(input, &repaired))
}

/// Do the fixes of this repair give its text?
pub(super) fn fixes_give_text(input: &[u8], repaired: &Repaired<'_>) -> Outcome {
    let (mut output, mut done) = (Vec::new(), 0);
    for fix in &repaired.fixes {
        let Some(replacement) = &fix.replacement else { continue };
        output.extend_from_slice(
            input.get(done..fix.start).ok_or_else(|| format!("{fix:?} overlaps the one before"))?,
        );
        output.extend_from_slice(replacement.as_bytes());
        done = fix.end;
    }
    output.extend_from_slice(input.get(done..).ok_or("a fix ends behind the input")?);
    if output != repaired.text.as_bytes() {
        let given = String::from_utf8_lossy(&output);
        return Err(format!(
            "the fixes give {given:?}, the output is {:?}: {:?}",
            repaired.text, repaired.fixes
        ));
    }
    match std::str::from_utf8(input) {
        Ok(text) if apply(text, &repaired.fixes) != repaired.text => {
            Err("`apply` gives another text".to_owned())
        }
        _ => Ok(()),
    }
}

/// Every place that is named lies in the input, in order, between characters; every risk is at least that of its code.
pub(super) fn spans_in_bounds(input: &[u8]) -> Outcome {
    let text = std::str::from_utf8(input).ok();
    match engine::repair(input, &options(input)) {
        Ok(repaired) => {
            let mut last = 0;
            for Fix { code, start, end, risk, .. } in &repaired.fixes {
                inside(code.name(), &(start..end), input.len(), text)?;
                if start < last {
                    return Err(format!("{} at {start} is out of order", code.name()));
                }
                if risk < code.about().risk {
                    return Err(format!("{} claims less risk than its code has", code.name()));
                }
                last = start;
                position(input, start);
            }
        }
        Err(failure) => inside("the failure", &(failure.offset..failure.offset), input.len(), None)?,
    }
    let Some(text) = text else { return Ok(()) };
    let options = calls::Options { repair: options(input), ..calls::Options::default() };
    let Ok(found) = calls::extract(input, &options) else { return Ok(()) };
    for call in &found.calls {
        inside(&call.name, &call.span, input.len(), Some(text))?;
        for change in &call.changes {
            inside(change.name(), &change.span, input.len(), Some(text))?;
        }
    }
    found
        .refused
        .iter()
        .try_for_each(|refused| inside(refused.reason.name(), &refused.span, input.len(), Some(text)))
}

fn inside(what: &str, span: &Range<usize>, len: usize, text: Option<&str>) -> Outcome {
    if span.start > span.end || span.end > len {
        return Err(format!("{what} at {span:?} lies outside the {len} bytes of the input"));
    }
    let whole = text.is_none_or(|text| text.is_char_boundary(span.start) && text.is_char_boundary(span.end));
    if whole { Ok(()) } else { Err(format!("{what} at {span:?} cuts a character")) }
}
