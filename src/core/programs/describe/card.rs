//! `--print-prompt=card`: the language on a card, for a model that is short of room.

use std::fmt::Write;

use super::shape::shown;

const CARD: &str = r#"Answer with {"program": EXPR}, strict JSON. EXPR is a map with "op"; a map without "op" is an object whose members may be EXPR.
Values: {"op":"load","name":N} context; {"op":"var","name":N} memory or let; {"op":"literal","value":V}; {"op":"call","tool":T,"args":{…}} a tool's result.
pipe(steps:[EXPR…]) hands the value on. Steps on lists: filter/reject(where), map(expr), select(fields), sort_by(field|path, order:"asc"|"desc"), take/drop(count), first, last, nth(index), distinct, count, sum/avg/min/max/min_by/max_by(field), group_by(field|path, aggregates:{NAME:"count"|{"sum":F}|{"avg":F}|{"min":F}|{"max":F}}), cast(field, to:"number"|"integer"|"string"|"boolean", default), filter_in(field, value).
Conditions on the current map: eq/neq/gt/gte/lt/lte/contains/in(field, value), and/or(conditions), not(condition). Inside a value: get(field|path, default), keys, typeof.
Others: let(name, value, in), if(condition, then, else), object(fields), merge(objects), concat/zip(lists), add/sub/mul/div(left, right), pct(part, whole), round(value, precision).
A map that is returned is also stored in memory. Example:
{"program":{"op":"pipe","steps":[{"op":"load","name":"orders"},{"op":"filter","where":{"op":"eq","field":"status","value":"delivered"}},{"op":"group_by","field":"city","aggregates":{"n":"count","total":{"sum":"total"}}}]}}
"#;

/// Names that a list shows at most.
const LISTED: usize = 12;

/// Returns the card, and what a program finds: tools with a few words about each, and the members of the context with what
/// each is (`shape`).
pub fn card(tools: &[(String, String)], context: &[(String, String)]) -> String {
    let mut out = CARD.to_owned();
    if !tools.is_empty() {
        out.push_str("Tools:\n");
        for (name, about) in tools.iter().take(LISTED) {
            let about = if about.is_empty() { String::new() } else { format!(": {about}") };
            let _ = writeln!(out, "- {name}{about}");
        }
        more(&mut out, tools.len());
    }
    if !context.is_empty() {
        out.push_str("Context:\n");
        for (name, shape) in context.iter().take(LISTED) {
            let _ = writeln!(out, "- {}: {shape}", shown(name));
        }
        more(&mut out, context.len());
    }
    out
}

fn more(out: &mut String, count: usize) {
    if count > LISTED {
        let _ = writeln!(out, "- and {} more", count - LISTED);
    }
}
