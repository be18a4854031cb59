//! Values of jq as JSON texts. What JSON does not have is written as jq writes it: NaN is null, infinities are the largest
//! numbers. What jq does not have either (names that are not strings) is an error.

use jaq_json::{Num, Val};

use crate::core::json::escape::push_quoted;

/// Levels of nesting that are written.
const MAX_DEPTH: usize = 10_000;

/// Appends a value, compact.
pub(in crate::cli) fn write(value: &Val, out: &mut String) -> Result<(), String> {
    write_at(value, out, MAX_DEPTH)
}

fn write_at(value: &Val, out: &mut String, depth: usize) -> Result<(), String> {
    if depth == 0 {
        return Err(format!("the output is nested more than {MAX_DEPTH} levels deep"));
    }
    match value {
        Val::Null => out.push_str("null"),
        Val::Bool(is) => out.push_str(if *is { "true" } else { "false" }),
        Val::Num(number) => number_to(number, out),
        Val::TStr(bytes) | Val::BStr(bytes) => push_quoted(out, &String::from_utf8_lossy(bytes)),
        Val::Arr(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                write_at(item, out, depth - 1)?;
            }
            out.push(']');
        }
        Val::Obj(members) => {
            out.push('{');
            for (index, (name, value)) in members.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                let Val::TStr(name) = name else {
                    return Err(format!("a key is {name}, not a string"));
                };
                push_quoted(out, &String::from_utf8_lossy(name));
                out.push(':');
                write_at(value, out, depth - 1)?;
            }
            out.push('}');
        }
    }
    Ok(())
}

fn number_to(number: &Num, out: &mut String) {
    let float = |value: f64, out: &mut String| {
        if value.is_nan() {
            out.push_str("null");
        } else if value.is_infinite() {
            out.push_str(if value > 0.0 { "1.7976931348623157e+308" } else { "-1.7976931348623157e+308" });
        } else {
            out.push_str(ryu_js::Buffer::new().format_finite(value));
        }
    };
    match number {
        Num::Float(value) => float(*value, out),
        other => out.push_str(&other.to_string()),
    }
}

/// An array as a row of CSV: strings in quotes, which are doubled in them.
pub(super) fn csv(value: &Val) -> Result<String, String> {
    row(value, ",", &|text| format!("\"{}\"", text.replace('"', "\"\"")))
}

/// An array as a row of tab-separated values, with tabs and line ends escaped.
pub(super) fn tsv(value: &Val) -> Result<String, String> {
    let escaped = |text: &str| {
        text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
    };
    row(value, "\t", &escaped)
}

fn row(value: &Val, separator: &str, written: &dyn Fn(&str) -> String) -> Result<String, String> {
    let Val::Arr(fields) = value else {
        return Err(format!("{value} is not an array, so it cannot be a row"));
    };
    let one = |field: &Val| match field {
        Val::Null => Ok(String::new()),
        Val::Bool(_) | Val::Num(_) => {
            let mut out = String::new();
            write(field, &mut out).map(|()| out)
        }
        Val::TStr(text) | Val::BStr(text) => Ok(written(&String::from_utf8_lossy(text))),
        Val::Arr(_) | Val::Obj(_) => Err(format!("{field} cannot be a field of a row")),
    };
    Ok(fields.iter().map(one).collect::<Result<Vec<_>, _>>()?.join(separator))
}
