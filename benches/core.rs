//! The functions of the core one by one, on one thread: `cargo bench [NAME]`.
//!
//! For work on one of them; how the whole program does beside others is `benches/speed/run.py`'s business.

use std::hint::black_box;
use std::ops::ControlFlow;

use divan::Bencher;
use divan::counter::BytesCount;
use jmend::core::json::stream::Limits;
use jmend::core::json::{MAX_DEPTH, Style, parse, scan_document};
use jmend::core::repair::engine::{self, repair};
use jmend::core::results::keys::{self, cache_key};
use jmend::core::results::preview::{self, InferOptions, Keep, infer};

fn main() {
    divan::main();
}

/// A call as models write it, some 800 bytes, with code in a string.
fn call() -> String {
    let code =
        r#"def main():\n    print(\"done\", {\"a\": 1})\n    return [x for x in range(10)]\n"#.repeat(6);
    format!(
        r#"{{"tool-name":"write_file","arguments":{{"path":"/workspace/src/main.py","content":"{code}","mode":420,"#
    ) + r#""dry-run":false,"tags":["generated","python"],"limits":{"max-lines":200,"ratio":0.75},"note":null}}"#
}

/// Rows as tools return them, about a megabyte.
fn rows() -> String {
    let row =
        |at: usize| format!(r#"{{"id": {at}, "category": "travel", "amount": {at}.25, "status": "active"}}"#);
    format!("[{}]", (0..14_000).map(row).collect::<Vec<_>>().join(", "))
}

/// Runs a function of a text.
fn each<T>(bencher: Bencher, text: &str, run: impl Fn(&str) -> T + Sync) {
    bencher.counter(BytesCount::of_str(text)).bench(|| run(black_box(text)));
}

#[divan::bench]
fn scan(bencher: Bencher) {
    each(bencher, &call(), |text| scan_document(text.as_bytes(), MAX_DEPTH).is_ok());
}

#[divan::bench]
fn parse_value(bencher: Bencher) {
    each(bencher, &call(), |text| parse(text, MAX_DEPTH).is_ok());
}

#[divan::bench]
fn write_compact(bencher: Bencher) {
    let style = Style::compact();
    each(bencher, &rows(), |text| {
        let mut out = Vec::with_capacity(text.len());
        style.write_text(text, &mut out);
        out
    });
}

/// A call, whole or with one kind of damage.
fn damaged(damage: &str) -> String {
    let call = call();
    match damage {
        "python" => {
            call.replace(r#"\""#, "").replace('"', "'").replace("false", "False").replace("null", "None")
        }
        "trailing-comma" => call.replace("null}", "null,}"),
        "missing-comma" => call.replace(r"420,", "420 "),
        "cut" => call[..call.len() * 3 / 4].to_owned(),
        "inner-quotes" => call.replacen(r#"\"done\""#, r#""done""#, 1),
        "bare-names" => call.replace(r#""mode""#, "mode").replace(r#""tags""#, "tags"),
        "prose" => format!("Here is the call:\n```json\n{call}\n```\nDone."),
        _ => call,
    }
}

#[divan::bench(args = ["valid", "python", "trailing-comma", "missing-comma", "cut", "inner-quotes", "bare-names", "prose"])]
fn repair_damaged(bencher: Bencher, damage: &str) {
    let options = engine::Options::default();
    each(bencher, &damaged(damage), |text| repair(text.as_bytes(), &options).is_ok());
}

#[divan::bench]
fn normalize(bencher: Bencher) {
    let text = format!("{}\n", call()).repeat(1000);
    each(bencher, &text, |text| {
        let mut out = Vec::with_capacity(text.len());
        keys::normalize(&mut text.as_bytes(), &mut out, &keys::Options::default(), &mut |_| {
            ControlFlow::Continue(())
        })
        .is_ok()
    });
}

#[divan::bench]
fn key_of_a_call(bencher: Bencher) {
    let arguments =
        r#"{"query":"error code 7","limit":20,"since":3.0,"filters":{"log-level":"warn","host":"h4"}}"#;
    each(bencher, arguments, |arguments| cache_key("search", None, arguments).is_ok());
}

#[divan::bench]
fn preview(bencher: Bencher) {
    each(bencher, &rows(), |text| {
        infer(
            &mut text.as_bytes(),
            &InferOptions { style: preview::Style::Rows(3), ndjson: false, limits: Limits::default() },
            Keep::Nothing,
            &mut |_| Ok(()),
            &mut |_| ControlFlow::Continue(()),
        )
        .is_ok()
    });
}
