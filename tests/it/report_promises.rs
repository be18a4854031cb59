//! What a report promises, on every broken text at hand: one line a record, each fix in its place, the fixes applied
//! to the input give the output, and the output is valid JSON that needs no repair.
//!
//! The texts are the project's own and those of the shared vectors; each is also cut short.

use std::fs;

use crate::common::{jmend, truth};
use serde_json::{Deserializer, Value};

/// Texts that are broken in a few ways at once.
const OWN: [&str; 6] = [
    "{'a': [1, 2,], \"b\" : 'x\\'y', c: None}",
    "Sure:\n```json\n{\"a\": \"say \"hi\" now\", \"b\": {\"c/d~\": .5,}}\n```\nDone.",
    "{\"a\": 1 \"b\": [true false], // why\n \"c\": \"two\nlines\"",
    "{\"n\": \"a\"}{\"n\": \"b\"}{\"n\": \"c\"",
    "{“clé”： [“é”，“ü”]}",
    "[{\"id\": 1, 'x': 0x1F}, {\"id\": +2}, ...]",
];

fn own() -> Vec<String> {
    OWN.iter().map(|text| (*text).to_owned()).collect()
}

fn shared() -> Vec<String> {
    let mut texts = Vec::new();
    for folder in ["vectors", "vectors/third_party", "vectors/hostile"].map(truth::shared) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|name| name == "jsonl") {
                let lines = fs::read_to_string(path).expect("UTF-8");
                let rows = lines.split('\n').filter_map(|line| serde_json::from_str::<Value>(line).ok());
                texts.extend(rows.filter_map(|row| Some(row["input"].as_str()?.to_owned())));
            }
        }
    }
    // What the oracle can hold: it gives up at 128 levels.
    texts.retain(|text| text.len() < 100_000 && text.matches(['[', '{', '(']).count() < 120);
    assert!(texts.len() > 500, "only {} texts", texts.len());
    texts
}

/// Each text, and its beginnings up to some of its characters.
fn with_cuts(texts: Vec<String>) -> Vec<String> {
    let mut all = Vec::new();
    for text in texts {
        let step = text.chars().count() / 12 + 1;
        all.extend(text.char_indices().skip(1).step_by(step).map(|(at, _)| text[..at].to_owned()));
        all.push(text);
    }
    all
}

fn run(args: &str, records: &[String]) -> Vec<String> {
    let lines: String = records.iter().map(|text| Value::from(text.as_str()).to_string() + "\n").collect();
    let output = jmend(args).write_stdin(lines).output().expect("it runs");
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 1)), "status {code:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_owned).collect()
}

/// What is wrong with the report on `text`, if anything.
fn check(text: &str, line: &str) -> Result<(), String> {
    let report: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    if report["ok"] == false {
        let place = report["error"]["line"].is_u64() && report["error"]["column"].is_u64();
        let named = report["error"]["code"].is_string() && report["error"]["message"].is_string();
        return if place && named { Ok(()) } else { Err("an error without its facts".to_owned()) };
    }
    let values = report.get("values").cloned().unwrap_or_else(|| Value::from(vec![report["value"].clone()]));
    let (mut output, mut pos, mut worst) = (String::new(), 0, None);
    for fix in report["fixes"].as_array().ok_or("no list of fixes")? {
        let offset = |name: &str| fix[name].as_u64().ok_or("no offset");
        let (start, end) = (offset("start")? as usize, offset("end")? as usize);
        let before = text.get(..start).ok_or("a fix outside the text")?;
        let column = before.rsplit(['\n', '\r']).next().unwrap_or("").chars().count() as u64 + 1;
        if fix["column"] != column {
            return Err(format!("column {column} in {fix}"));
        }
        let path = fix["path"].as_str().ok_or("no path")?;
        let root = if report.get("values").is_some() { &values } else { &values[0] };
        if root.pointer(path).is_none() {
            return Err(format!("nothing stands at the path of {fix}"));
        }
        worst = worst.max(["syntax", "inferred", "lossy"].iter().position(|risk| fix["risk"] == *risk));
        if let Some(replacement) = fix["replacement"].as_str() {
            output += text.get(pos..start).ok_or("fixes overlap")?;
            output += replacement;
            pos = end;
        }
    }
    output += text.get(pos..).ok_or("a fix outside the text")?;
    let risk =
        report["risk"].as_str().map(|risk| ["syntax", "inferred", "lossy"].iter().position(|r| *r == risk));
    if risk.flatten() != worst {
        return Err("the risk of the record is not its highest".to_owned());
    }
    let documents: Result<Vec<Value>, _> = Deserializer::from_str(&output).into_iter().collect();
    match documents {
        Ok(documents) if Value::from(documents.clone()) == values => Ok(()),
        other => Err(format!("the fixes give {output:?}, that is {other:?}")),
    }
}

fn reports_keep_their_promises(records: &[String]) {
    for args in ["repair --framing strings --report", "repair --framing strings --report --select all"] {
        let lines = run(args, records);
        assert_eq!(lines.len(), records.len(), "one line for every record");
        let wrong: Vec<_> = records
            .iter()
            .zip(&lines)
            .filter_map(|(text, line)| Some((text, line, check(text, line).err()?)))
            .map(|(text, line, error)| format!("{text:?}\n  {line}\n  {error}"))
            .collect();
        assert!(
            wrong.is_empty(),
            "{} of {}:\n{}",
            wrong.len(),
            records.len(),
            wrong[..wrong.len().min(5)].join("\n")
        );
    }
}

fn needs_no_further_repair(records: &[String]) {
    let output = run("repair --framing strings --on-error null --select first", records);
    assert_eq!(output.len(), records.len(), "one line for every record");
    let again = jmend("repair --lines -e").write_stdin(output.join("\n") + "\n").output().expect("it runs");
    assert_eq!(again.status.code(), Some(0), "{}", String::from_utf8_lossy(&again.stderr));
    let again = String::from_utf8(again.stdout).expect("UTF-8");
    let changed: Vec<_> = output.iter().zip(again.lines()).filter(|(once, twice)| once != twice).collect();
    assert!(changed.is_empty(), "{changed:?}");
}

#[test]
fn every_report_keeps_its_promises() {
    reports_keep_their_promises(&with_cuts(own()));
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn every_report_on_the_shared_texts_keeps_its_promises() {
    reports_keep_their_promises(&with_cuts(shared()));
}

#[test]
fn what_was_repaired_needs_no_repair() {
    needs_no_further_repair(&with_cuts(own()));
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn what_was_repaired_of_the_shared_texts_needs_no_repair() {
    needs_no_further_repair(&with_cuts(shared()));
}
