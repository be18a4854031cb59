//! The shared vectors of `normalize` and `cache-key`, read where they lie.

use crate::common::jmend;
use crate::common::truth::{self, text};
use jmend::core::results::keys::{self, Numbers};
use serde_json::Value;

/// The rows of a file of vectors.
fn rows(file: &str) -> Vec<Value> {
    let rows = truth::vectors(file);
    assert!(rows.len() > 40, "{file} has rows");
    rows
}

/// Collects what is wrong, to show all of it.
#[track_caller]
fn none_wrong(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Output, status and messages of a run over `input`.
fn run(args: &[&str], input: &[u8]) -> (String, i32, String) {
    let output = jmend("").args(args).write_stdin(input).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), output.status.code().expect("a status"), text(output.stderr))
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn normalize_vectors() {
    let rows = rows("ptc/normalize.jsonl");
    let mut wrong = Vec::new();
    for row in rows {
        // `serde_json` is no judge of equality where it keeps the text of numbers, so texts are compared as values.
        let (out, status, errors) = run(&["normalize"], row["input"].to_string().as_bytes());
        let expected = &row["expected"];
        let fine = if expected["ok"] == true {
            status == 0 && serde_json::from_str::<Value>(&out).is_ok_and(|out| out == expected["value"])
        } else {
            status == 1 && out.is_empty() && errors.contains(&format!("[{}]", text(expected, "error")))
        };
        if !fine {
            wrong.push(format!("{}: {out}{errors}", row["id"]));
        }
    }
    none_wrong(&wrong);
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn cache_key_vectors() {
    let rows = rows("keys/cache_key.jsonl");
    let mut wrong = Vec::new();
    for row in rows {
        let (tool, input) = (text(&row, "tool"), text(&row, "input"));
        let (key, status, errors) = run(&["cache-key", tool], input.as_bytes());
        let (key_text, ..) = run(&["cache-key", "--text", tool], input.as_bytes());
        let fine = if tool.is_empty() {
            // The row recommends a usage error, and the design asks for it.
            (key.as_str(), status) == ("", 2)
        } else if let Some(expected) = row["key"].as_str() {
            status == 0 && key == format!("{expected}\n") && key_text == text(&row, "key_text")
        } else {
            let code = text(&row, "error");
            // An input without any JSON has no record to which a code could belong.
            let named = errors.contains(&format!("[{code}]")) || input.trim().is_empty();
            (key.as_str(), status) == ("", 1) && named
        };
        if !fine {
            wrong.push(format!("{tool} {input}: {key}{key_text} {errors}"));
        }
    }
    none_wrong(&wrong);
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn equivalent_spellings_have_one_key() {
    let rows = rows("keys/equivalent.jsonl");
    let mut wrong = Vec::new();
    for row in rows {
        for input in row["inputs"].as_array().expect("inputs") {
            let found = keys::cache_key(text(&row, "tool"), None, input.as_str().expect("text"));
            let found = found.map(|found| (found.key, found.text)).map_err(|fault| fault.message);
            if found != Ok((text(&row, "key").to_owned(), text(&row, "key_text").to_owned())) {
                wrong.push(format!("{input}: {found:?}"));
            }
        }
    }
    none_wrong(&wrong);
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn the_reference_differs_only_where_the_design_says_so() {
    let rows = rows("keys/reference.jsonl");
    let mut wrong = Vec::new();
    for row in rows {
        let found = keys::canonical(text(&row, "args"), Numbers::Exact).ok();
        if found.as_deref() != row["jmend_canonical"].as_str() {
            wrong.push(format!("{}: {found:?}", row["args"]));
        }
    }
    none_wrong(&wrong);
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn rfc_8785_vectors() {
    let (rfc, numbers) = (rows("keys/rfc8785.jsonl"), rows("keys/es6_numbers.jsonl"));
    let mut wrong = Vec::new();
    for row in rfc.iter().chain(&numbers) {
        let found = keys::canonical(text(row, "input"), Numbers::Double);
        // Two rows record that other tools round integers that no double is; we refuse them, as the design says.
        let expected = if row["note"].as_str().is_some_and(|note| note.contains("loss")) {
            assert_eq!(found.as_ref().err().map(|fault| fault.code), Some("number-range"), "{row}");
            None
        } else {
            row["canonical"].as_str()
        };
        if found.as_deref().ok() != expected {
            wrong.push(format!("{row}: {found:?}"));
        }
    }
    none_wrong(&wrong);
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn the_json_test_suite() {
    let rows = rows("jsontestsuite.jsonl");
    let mut wrong = Vec::new();
    for row in rows {
        let (id, input) = (text(&row, "id"), truth::input(&row));
        let output =
            jmend("normalize --on-collision last").write_stdin(&input[..]).output().expect("it runs");
        let status = output.status.code();
        let (out, is_lossless) = (output.stdout, !id.contains("duplicated_key"));
        let fine = match text(&row, "expect") {
            "y" => {
                let line = [input.trim_ascii(), b"\n"].concat();
                status == Some(0) && (out == line || !is_lossless)
            }
            "n" => status == Some(1),
            _ => matches!(status, Some(0 | 1)),
        };
        if !fine {
            wrong.push(format!("{id}: {status:?} {}", String::from_utf8_lossy(&out)));
        }
    }
    none_wrong(&wrong);
}
