//! The promise of programs that jaq is the judge of: one pipeline over rows, written as a PTC-JSON program and as a filter
//! of jq, gives the same value, or an error in both.

use std::fmt::Write as _;
use std::rc::Rc;

use jaq_core::load::{Arena, File, Loader};
use jaq_core::{Compiler, Ctx, Vars, data, unwrap_valr};
use jaq_json::{Val, read};
use jmend::core::programs::value::Map;
use jmend::core::programs::{self, Limits, NoTools, Session};
use serde_json::Value;

use super::choices::Choices;
use super::{DEPTH, Outcome, same};

const MOST_ROWS: usize = 6;
const MOST_STEPS: usize = 5;
const MOST_LEVELS: usize = 3;

/// Numbers whose sums and means are exact doubles: the two count differently beyond those.
const NUMBERS: &[&str] = &["0", "1", "2", "-3", "2.5", "10", "-0.5", "100", "7.25"];
const WORDS: &[&str] = &["\"\"", "\"a\"", "\"b\"", "\"ab\"", "\"é\"", "\"B\"", "\"a b\"", "\"10\""];
/// Values of the field that may be missing; the first stands for that.
const VALUES: &[&str] = &["", "null", "true", "false", "3", "\"a\"", "[1]", "[]", "{\"k\":1}", "{}"];

/// Rows with a number `a`, a string `b`, and perhaps anything as `c`.
fn rows(choices: &mut Choices<'_>) -> String {
    let mut out = String::from("[");
    for row in 0..choices.below(MOST_ROWS + 1) {
        let comma = if row > 0 { "," } else { "" };
        let (a, b, c) = (choices.of(NUMBERS), choices.of(WORDS), choices.of(VALUES));
        let c = if c.is_empty() { String::new() } else { format!(",\"c\":{c}") };
        let _ = write!(out, "{comma}{{\"a\":{a},\"b\":{b}{c}}}");
    }
    out + "]"
}

/// A condition of a row, as the program and the filter say it, with conditions in conditions so many levels deep.
fn condition(choices: &mut Choices<'_>, levels: usize) -> (String, String) {
    let of_field = |op: &str, field: &str, value: &str| {
        format!("{{\"op\":\"{op}\",\"field\":\"{field}\",\"value\":{value}}}")
    };
    match choices.below(if levels > 0 { 4 } else { 3 }) {
        0 => {
            let (op, sign) = [("gt", ">"), ("gte", ">="), ("lt", "<"), ("lte", "<=")][choices.below(4)];
            let number = choices.of(NUMBERS);
            (of_field(op, "a", number), format!(".a {sign} {number}"))
        }
        1 => {
            let (op, sign) = [("eq", "=="), ("neq", "!=")][choices.below(2)];
            let value = choices.of(&VALUES[1..]);
            (of_field(op, "c", value), format!(".c {sign} {value}"))
        }
        2 => {
            let word = choices.of(WORDS);
            (of_field("contains", "b", word), format!("(.b | contains({word}))"))
        }
        _ => {
            let ((left, left_filter), (right, right_filter)) =
                (condition(choices, levels - 1), condition(choices, levels - 1));
            let op = ["and", "or"][choices.below(2)];
            (
                format!("{{\"op\":\"{op}\",\"conditions\":[{left},{right}]}}"),
                format!("({left_filter} {op} {right_filter})"),
            )
        }
    }
}

/// A step from rows to rows.
fn step(choices: &mut Choices<'_>) -> (String, String) {
    match choices.below(8) {
        0 => {
            let (program, filter) = condition(choices, MOST_LEVELS);
            (format!("{{\"op\":\"filter\",\"where\":{program}}}"), format!("map(select({filter}))"))
        }
        1 => {
            let (program, filter) = condition(choices, MOST_LEVELS);
            (format!("{{\"op\":\"reject\",\"where\":{program}}}"), format!("map(select({filter} | not))"))
        }
        2 => {
            let order = ["asc", "desc"][choices.below(2)];
            let sign = if order == "asc" { "" } else { "-" };
            (
                format!("{{\"op\":\"sort_by\",\"field\":\"a\",\"order\":\"{order}\"}}"),
                format!("sort_by({sign}.a)"),
            )
        }
        3 => ("{\"op\":\"sort_by\",\"field\":\"b\"}".to_owned(), "sort_by(.b)".to_owned()),
        4 => {
            let count = choices.below(4);
            (format!("{{\"op\":\"take\",\"count\":{count}}}"), format!(".[:{count}]"))
        }
        5 => {
            let count = choices.below(4);
            (format!("{{\"op\":\"drop\",\"count\":{count}}}"), format!(".[{count}:]"))
        }
        6 => (
            "{\"op\":\"distinct\"}".to_owned(),
            "reduce .[] as $x ([]; if any(.[]; . == $x) then . else . + [$x] end)".to_owned(),
        ),
        _ => {
            let more = rows(choices);
            (
                format!(
                    "{{\"op\":\"concat\",\"lists\":[{{\"op\":\"var\",\"name\":\"__input\"}},\
                     {{\"op\":\"literal\",\"value\":{more}}}]}}"
                ),
                format!(". + {more}"),
            )
        }
    }
}

/// The last step, to anything.
fn last(choices: &mut Choices<'_>) -> (String, String) {
    let plain = |program: &str, filter: &str| (program.to_owned(), filter.to_owned());
    let of_number = |choices: &mut Choices<'_>| {
        let (op, sign) = [("add", "+"), ("sub", "-"), ("mul", "*"), ("div", "/")][choices.below(4)];
        // What a quotient by zero is, the two see differently.
        let number = choices.of(&NUMBERS[1..]);
        (
            format!(
                "{{\"op\":\"map\",\"expr\":{{\"op\":\"{op}\",\"left\":{{\"op\":\"get\",\"field\":\"a\"}},\
                 \"right\":{{\"op\":\"literal\",\"value\":{number}}}}}}}"
            ),
            format!("map(.a {sign} {number})"),
        )
    };
    match choices.below(14) {
        0 => plain("{\"op\":\"count\"}", "length"),
        1 => plain("{\"op\":\"first\"}", ".[0]"),
        2 => plain("{\"op\":\"last\"}", ".[-1]"),
        3 => {
            let index = choices.below(4);
            (format!("{{\"op\":\"nth\",\"index\":{index}}}"), format!(".[{index}]"))
        }
        4 => plain("{\"op\":\"sum\",\"field\":\"a\"}", "map(.a) | add // 0"),
        5 => plain(
            "{\"op\":\"avg\",\"field\":\"a\"}",
            "if length == 0 then null else (map(.a) | add) / length end",
        ),
        6 => plain("{\"op\":\"min\",\"field\":\"a\"}", "map(.a) | min"),
        7 => plain("{\"op\":\"max\",\"field\":\"b\"}", "map(.b) | max"),
        8 => plain(
            "{\"op\":\"max_by\",\"field\":\"a\"}",
            "(map(.a) | max) as $m | map(select(.a == $m)) | .[0]",
        ),
        9 => plain(
            "{\"op\":\"group_by\",\"field\":\"b\",\"aggregates\":{\"n\":\"count\",\"s\":{\"sum\":\"a\"}}}",
            "group_by(.b) | map({b: .[0].b, n: length, s: (map(.a) | add)})",
        ),
        10 => plain("{\"op\":\"map\",\"expr\":{\"op\":\"get\",\"field\":\"c\"}}", "map(.c)"),
        11 => plain("{\"op\":\"map\",\"expr\":{\"op\":\"keys\"}}", "map(keys)"),
        12 => plain(
            "{\"op\":\"select\",\"fields\":[\"a\",\"c\"]}",
            "map(with_entries(select(.key == \"a\" or .key == \"c\")))",
        ),
        _ => of_number(choices),
    }
}

/// Checks the pipeline that the bytes choose.
pub(super) fn programs_agree_with_jaq(input: &[u8]) -> Outcome {
    let mut choices = Choices::new(input);
    let context = format!("{{\"rows\":{}}}", rows(&mut choices));
    let mut program =
        String::from("{\"program\":{\"op\":\"pipe\",\"steps\":[{\"op\":\"load\",\"name\":\"rows\"}");
    let mut filter = String::from(".rows");
    let count = choices.below(MOST_STEPS + 1);
    for number in 0..=count {
        let (of_program, of_filter) = if number == count { last(&mut choices) } else { step(&mut choices) };
        let _ = (write!(program, ",{of_program}"), write!(filter, " | {of_filter}"));
    }
    program.push_str("]}}");
    let (ours, theirs) = (by_program(&program, &context)?, by_jaq(&filter, &context)?);
    match (&ours, &theirs) {
        (Ok(ours), Ok(theirs)) if same::same(ours, theirs) => Ok(()),
        (Err(_), Err(_)) => Ok(()),
        _ => Err(format!("of {context} {program} makes {ours:?}, {filter} makes {theirs:?}")),
    }
}

type Made = Result<Value, String>;

fn value(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| format!("{error} in {text:?}"))
}

fn by_program(program: &str, context: &str) -> Result<Made, String> {
    let limits = Limits { max_depth: DEPTH, ..Limits::default() };
    let context = programs::read(context, DEPTH).map_err(|error| format!("{error:?} in {context:?}"))?;
    let context: Rc<Map<'_>> = context.as_map().ok_or("the context is a map")?;
    let mut session = Session::new(context, limits);
    match session.turn(program, &mut NoTools, &mut || false) {
        Ok(outcome) => value(&programs::to_json(&outcome.result)).map(Ok),
        Err(error) => Ok(Err(error.formatted())),
    }
}

fn by_jaq(filter: &str, input: &str) -> Result<Made, String> {
    let wrong = |what: String| format!("{what} in {filter:?}");
    let input = read::parse_single(input.as_bytes()).map_err(|error| wrong(error.to_string()))?;
    let definitions = jaq_core::defs().chain(jaq_std::defs()).chain(jaq_json::defs());
    let arena = Arena::default();
    let modules = Loader::new(definitions)
        .load(&arena, File { path: (), code: filter })
        .map_err(|errors| wrong(format!("{errors:?}")))?;
    let functions = jaq_core::funs().chain(jaq_std::funs()).chain(jaq_json::funs());
    let compiled = Compiler::<_, data::JustLut<Val>>::default()
        .with_funs(functions)
        .compile(modules)
        .map_err(|errors| wrong(format!("{errors:?}")))?;
    let context = Ctx::<data::JustLut<Val>>::new(&compiled.lut, Vars::new([]));
    let mut outputs = compiled.id.run((context, input)).map(unwrap_valr);
    match (outputs.next(), outputs.next()) {
        (Some(Ok(output)), None) => value(&output.to_string()).map(Ok),
        (Some(Err(error)), _) => Ok(Err(error.to_string())),
        (first, second) => Err(wrong(format!("{first:?}, {second:?}"))),
    }
}
