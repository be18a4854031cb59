//! `fixtures/conformance/cases.jsonl` through the program and through the crate: both give what is due. Python, Node and C go through
//! the same rows (`tests/conformance/rows.py`). A row says what goes in: `kind`, `input` or `pieces`, `tools`, and `options` in the words
//! of the program's flags. A preview with `asked` goes through a cache, which is asked for a call with these arguments. `JMEND_WRITE=1` records as `due` what the program gives: read the difference before you commit it.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use crate::common::truth::{self, text};
use crate::common::{jmend, start};
use jmend::{
    Cache, CallOptions, Error, EvalOptions, KeyOptions, OnCollision, Options, Partial, PreviewOptions, Sample,
};
use jmend::{Tools, Truncated, UnknownTools, Violation};
use serde_json::{Map, Value, json};

/// The keys of a row, in the order of the file.
const KEYS: [&str; 16] = [
    "id",
    "kind",
    "tool",
    "arguments",
    "asked",
    "options",
    "namespace",
    "rows",
    "hint",
    "tools",
    "context",
    "memory",
    "values",
    "input",
    "pieces",
    "due",
];

const REPAIR: &str = "-q --no-config --framing document";

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/conformance/cases.jsonl")
}

fn options(row: &Value) -> impl Iterator<Item = (&str, &str)> {
    let given = row.get("options").and_then(Value::as_object).into_iter().flatten();
    given.map(|(name, word)| (name.as_str(), word.as_str().expect("a word")))
}

// The program.

/// Standard output, standard error, and whether all went well.
fn run(args: &str, row: &Value, more: &[&str]) -> (String, String, bool) {
    let mut command = jmend(args);
    for (name, word) in options(row) {
        command.arg(if word == "true" { format!("--{name}") } else { format!("--{name}={word}") });
    }
    let output = command.args(more).write_stdin(text(row, "input")).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.success())
}

/// The code and the place that a message of the program begins with.
fn told(stderr: &str) -> Value {
    let told = || {
        // What is said of the whole has no place, and is one of its beginning.
        let of = |line: &str| {
            let told = line.strip_prefix("<stdin>:")?;
            let (place, rest) =
                told.split_once(": error[").or_else(|| Some(("1:1", told.strip_prefix(" error[")?)))?;
            Some((place.to_owned(), rest.to_owned()))
        };
        let (place, rest) = stderr.lines().find_map(of)?;
        let (line, column) = place.split_once(':')?;
        let number = |digits: &str| digits.parse::<u64>().ok();
        Some(json!({"error": rest.split_once(']')?.0, "line": number(line)?, "column": number(column)?}))
    };
    told().unwrap_or_else(|| panic!("no place in {stderr}"))
}

fn refused_by_program(report: &Value) -> Value {
    let violations = report["error"]["violations"].as_array().into_iter().flatten();
    let violations: Vec<_> =
        violations.map(|each| json!([each["path"], each["keyword"], each["message"]])).collect();
    json!({"code": report["error"]["code"], "feedback": report["feedback"], "violations": violations})
}

fn of_program(row: &Value, tools: Option<&Path>) -> Value {
    match text(row, "kind") {
        "repair" => {
            let (output, ..) = run(&format!("repair {REPAIR}"), row, &[]);
            let report = truth::parse_rows(&run(&format!("repair {REPAIR} --report"), row, &[]).0).remove(0);
            let error = &report["error"];
            if !error.is_null() {
                return json!({"error": error["code"], "line": error["line"], "column": error["column"],
                    "feedback": report["feedback"]});
            }
            let fixes = report["fixes"].as_array().expect("fixes");
            let fixes: Vec<_> =
                fixes.iter().map(|fix| json!([fix["code"], fix["start"], fix["end"]])).collect();
            json!({"output": output, "fixes": fixes, "risk": report["risk"], "confidence": report["confidence"],
                "cause": report["cause"]})
        }
        "calls" => {
            let file = tools.map(|path| path.to_str().expect("UTF-8"));
            let more: Vec<_> = file.iter().flat_map(|file| ["--tools", file]).collect();
            let (output, ..) = run(&format!("calls {REPAIR}"), row, &more);
            let reports = truth::parse_rows(&run(&format!("calls {REPAIR} --report"), row, &more).0);
            let refused = reports.iter().filter(|report| report["ok"] == json!(false));
            json!({"output": output, "refused": refused.map(refused_by_program).collect::<Vec<_>>()})
        }
        "partial" => grown_by_program(row),
        "normalize" => match run("normalize", row, &[]) {
            (output, _, true) => json!({"output": output}),
            (_, stderr, _) => told(&stderr),
        },
        "cache-key" => {
            let namespace = row["namespace"].as_str();
            let more: Vec<_> = namespace.iter().flat_map(|name| ["--namespace", name]).collect();
            match run("cache-key t --json", row, &more) {
                (output, _, true) => serde_json::from_str(&output).expect("JSON"),
                (_, stderr, _) => told(&stderr),
            }
        }
        "eval-json" => evaluated_by_program(row, tools),
        _ => {
            let mut more = vec!["--tool", text(row, "tool"), "--args", text(row, "arguments")];
            let rows = row["rows"].to_string();
            if row.get("rows").is_some() {
                more.extend(["--preview", "rows", "--limit", &rows]);
            }
            if let Some(hint) = row["hint"].as_str() {
                more.extend(["--assume-cached", "--hint", hint]);
            }
            let folder = tempfile::tempdir().expect("a folder");
            let directory = folder.path().to_str().expect("UTF-8");
            let namespace = row["namespace"].as_str();
            let namespace: Vec<_> = namespace.iter().flat_map(|name| ["--namespace", name]).collect();
            if row.get("asked").is_some() {
                more.extend(["--cache-dir", directory]);
                more.extend(&namespace);
            }
            match run("preview --no-config", row, &more) {
                (output, _, true) => {
                    let preview = serde_json::from_str::<Value>(&output).expect("JSON");
                    let Some(asked) = row["asked"].as_str() else { return json!({"preview": preview}) };
                    let call = ["--cache-dir", directory, "--tool", text(row, "tool"), "--args", asked];
                    let got = jmend("cache get").args(call).args(&namespace).output().expect("it runs");
                    let cached = got.status.success().then(|| String::from_utf8(got.stdout).expect("UTF-8"));
                    let listed = jmend("cache ls --cache-dir").arg(directory).output().expect("it runs");
                    let entries = truth::parse_rows(&String::from_utf8(listed.stdout).expect("UTF-8"));
                    json!({"preview": preview, "cached": cached, "entries": undated(entries)})
                }
                (_, stderr, _) => told(&stderr),
            }
        }
    }
}

/// Entries of a cache without the time at which they came.
fn undated(mut entries: Vec<Value>) -> Vec<Value> {
    for entry in &mut entries {
        entry.as_object_mut().and_then(|entry| entry.remove("created")).expect("a date");
    }
    entries
}

/// A member of a row that is JSON, as text.
fn json_of<'r>(row: &'r Value, key: &str) -> impl Iterator<Item = String> + use<'r> {
    row.get(key).map(ToString::to_string).into_iter()
}

fn evaluated_by_program(row: &Value, tools: Option<&Path>) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let mut more = vec!["--envelope=values".to_owned()];
    for key in ["context", "memory"] {
        more.extend(json_of(row, key).flat_map(|text| {
            let path = folder.path().join(key);
            std::fs::write(&path, text).expect("it can be written");
            [format!("--{key}"), path.to_string_lossy().into_owned()]
        }));
    }
    for (name, value) in row.get("values").and_then(Value::as_object).into_iter().flatten() {
        more.push(format!("--define-tool={name}={value}"));
    }
    more.extend(tools.map(|path| format!("--tools={}", path.to_string_lossy())));
    let more: Vec<_> = more.iter().map(String::as_str).collect();
    let (output, stderr, _) = run("eval-json --no-config", row, &more);
    let told: Value = serde_json::from_str(&output).unwrap_or_else(|_| panic!("{output}{stderr}"));
    let error = &told["error"];
    if error.is_null() {
        return json!({"value": told["result"], "memory_delta": told["memory_delta"], "memory": told["memory"]});
    }
    json!({"error": error["type"], "message": error["message"], "path": error["path"],
        "suggestion": error["suggestion"]})
}

/// Returns what the program shows of pieces. A piece of which nothing is shown may be read with the next one, which changes nothing; where
/// something is shown, it is read before the next piece is written.
fn grown_by_program(row: &Value) -> Value {
    let flags: Vec<_> = options(row).map(|(name, word)| format!(" --{name}={word}")).collect();
    let due = of_crate(row);
    let mut child = start(&format!("repair --no-config --partial{}", flags.concat()));
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut shown = Vec::new();
    let line =
        |line: &str| serde_json::from_str::<Value>(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    for (index, piece) in row["pieces"].as_array().expect("pieces").iter().enumerate() {
        input.write_all(piece.as_str().expect("text").as_bytes()).expect("it reads");
        if due["shown"].as_array().expect("a list").iter().any(|each| each[0] == json!(index)) {
            let mut read = String::new();
            output.read_line(&mut read).expect("a line");
            shown.push(json!([index, line(&read)["value"]]));
        }
    }
    drop(input);
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("text");
    let mut stderr = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut stderr).expect("text");
    let mut found = if child.wait().expect("it ends").success() {
        assert_eq!(rest.lines().count(), 1, "the last line alone is left: {rest}");
        line(&rest)
    } else {
        told(&stderr)
    };
    found["shown"] = json!(shown);
    found
}

// The crate.

fn failed(error: &Error) -> Value {
    json!({"error": error.code(), "line": error.line(), "column": error.column()})
}

fn repair_options(row: &Value, otherwise: Options) -> Options {
    let known = options(row).filter(|(name, _)| *name != "unknown-tools");
    known.fold(otherwise, |options, (name, word)| options.set(name, word).expect("an option"))
}

fn refused_by_crate(code: &str, feedback: &str, violations: &[Violation]) -> Value {
    let violations: Vec<_> =
        violations.iter().map(|each| json!([each.path, each.keyword, each.message])).collect();
    json!({"code": code, "feedback": feedback, "violations": violations})
}

/// A text as the program writes it: what it changed ends with a line feed.
fn written(text: &str, is_changed: bool) -> String {
    let is_open = is_changed && !text.is_empty() && !text.ends_with('\n');
    format!("{text}{}", if is_open { "\n" } else { "" })
}

fn of_crate(row: &Value) -> Value {
    let input = row["input"].as_str().unwrap_or_default();
    match text(row, "kind") {
        "repair" => match jmend::repair(input, &repair_options(row, Options::default())) {
            Err(error) => {
                let mut found = failed(&error);
                found["feedback"] = json!(error.feedback(input));
                found
            }
            Ok(repaired) => {
                let is_changed = !repaired.fixes.is_empty();
                let fixes: Vec<_> =
                    repaired.fixes.iter().map(|fix| json!([fix.code.name(), fix.start, fix.end])).collect();
                json!({"output": written(&repaired.text, is_changed), "fixes": fixes,
                    "risk": repaired.risk().map(jmend::Risk::name),
                    "confidence": serde_json::from_str::<Value>(&repaired.confidence().to_string()).expect("a number"),
                    "cause": repaired.cause().filter(|_| is_changed)})
            }
        },
        "calls" => {
            let tools = row.get("tools").map(|tools| Tools::with_schemas(&tools.to_string()).expect("JSON"));
            let careful = Options::default().truncated(Truncated::Refuse);
            let mut wanted = CallOptions::new().repair(repair_options(row, careful));
            if let Some((tools, schemas)) = &tools {
                wanted = wanted.tools(tools).schemas(schemas);
            }
            if let Some((_, word)) = options(row).find(|(name, _)| *name == "unknown-tools") {
                wanted = wanted.unknown_tools(UnknownTools::named(word).expect("a word"));
            }
            let (calls, refused) = match jmend::extract_calls(input, &wanted) {
                Ok(found) => (found.calls, found.refused),
                Err(error) => {
                    let refused = refused_by_crate(error.code(), &error.feedback(input), error.violations());
                    return json!({"output": "", "refused": [refused]});
                }
            };
            let output: String = calls.iter().map(|call| call.to_json() + "\n").collect();
            let refused: Vec<_> = refused
                .iter()
                .map(|each| refused_by_crate(each.reason.name(), &each.feedback(input), &each.violations))
                .collect();
            json!({"output": output, "refused": refused})
        }
        "partial" => {
            let mut partial = Partial::with_options(&repair_options(row, Options::default()));
            let value = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
            let mut shown = Vec::new();
            for (index, piece) in row["pieces"].as_array().expect("pieces").iter().enumerate() {
                if partial.push(piece.as_str().expect("text")) {
                    shown.push(json!([index, value(partial.value().expect("a value"))]));
                }
            }
            let mut found = match partial.finish() {
                Err(error) => failed(&error),
                Ok(repaired) => {
                    let values: Vec<_> =
                        repaired.documents.iter().map(|range| value(&repaired.text[range.clone()])).collect();
                    let complete = repaired.truncated.is_none();
                    match &values[..] {
                        [value] => json!({"value": value, "complete": complete}),
                        values => json!({"values": values, "complete": complete}),
                    }
                }
            };
            found["shown"] = json!(shown);
            found
        }
        "normalize" => match jmend::normalize(input, OnCollision::Error) {
            Ok(output) => json!({"output": output}),
            Err(error) => failed(&error),
        },
        "cache-key" => {
            let namespace = row["namespace"].as_str();
            let options =
                namespace.map_or_else(KeyOptions::default, |name| KeyOptions::default().namespace(name));
            match jmend::cache_key("t", input, &options) {
                Ok(key) => json!({"key": key.key, "text": key.text}),
                Err(error) => failed(&error),
            }
        }
        "eval-json" => evaluated_by_crate(row),
        _ => previewed_by_crate(row),
    }
}

fn previewed_by_crate(row: &Value) -> Value {
    let mut options = PreviewOptions::default();
    if let Some(rows) = row["rows"].as_u64() {
        options = options.rows(usize::try_from(rows).expect("small"));
    }
    if let Some(hint) = row["hint"].as_str() {
        options = options.hint(hint);
    }
    for (name, word) in self::options(row) {
        options = match name {
            "profile" => options.profile(),
            "at" => options.at(word),
            "sample" => options.sample(Sample::named(word).expect("a sample")),
            "max-bytes-out" => options.max_bytes(word.parse().expect("a number")),
            _ => panic!("{name}"),
        };
    }
    let folder = tempfile::tempdir().expect("a folder");
    let cache = Cache::new(folder.path());
    let cache = row["namespace"].as_str().into_iter().fold(cache, Cache::namespace);
    let asked = row["asked"].as_str();
    options = asked.into_iter().fold(options, |options, _| options.cache(&cache));
    let tool = text(row, "tool");
    let preview = match jmend::preview(tool, text(row, "arguments"), text(row, "input"), &options) {
        Ok(preview) => serde_json::from_str::<Value>(&preview).expect("JSON"),
        Err(error) => return failed(&error),
    };
    let Some(asked) = asked else { return json!({"preview": preview}) };
    let entries = cache.entries().expect("a directory");
    let entries = entries.iter().map(|entry| serde_json::from_str(&entry.to_json()).expect("JSON"));
    let cached = cache.get(tool, asked).expect("a directory");
    json!({"preview": preview, "cached": cached, "entries": undated(entries.collect())})
}

fn evaluated_by_crate(row: &Value) -> Value {
    let [context, memory, tools] =
        ["context", "memory", "tools"].map(|key| json_of(row, key).next().unwrap_or_default());
    let values = row.get("values").and_then(Value::as_object).into_iter().flatten();
    let values: Vec<_> = values.map(|(name, value)| (name.as_str(), value.to_string())).collect();
    let mut wanted = EvalOptions::default();
    wanted = if context.is_empty() { wanted } else { wanted.context(&context) };
    wanted = if memory.is_empty() { wanted } else { wanted.memory(&memory) };
    wanted = if tools.is_empty() { wanted } else { wanted.tools(&tools) };
    for (name, value) in &values {
        wanted = wanted.value(name, value);
    }
    for (name, word) in options(row) {
        let number = || word.parse().expect("a number");
        wanted = match name {
            "repair" => wanted.repair(Options::default()),
            "strict-types" => wanted.strict_types(true),
            "max-memory" => wanted.max_memory(Some(number())),
            "max-depth" => wanted.max_depth(number()),
            "max-result" => wanted.max_result(number()),
            _ => panic!("{name}"),
        };
    }
    let value = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    match jmend::eval_json(text(row, "input"), &wanted) {
        Ok(done) => {
            json!({"value": value(&done.result), "memory_delta": value(&done.memory_delta), "memory": value(&done.memory)})
        }
        Err(error) => {
            json!({"error": error.code(), "message": error.message(), "path": error.path(),
                "suggestion": error.suggestion()})
        }
    }
}

#[test]
fn the_program_and_the_crate_give_what_is_due() {
    let mut rows = truth::rows(&file());
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tools.json");
    let mut wrong = Vec::new();
    let mut kinds = Map::new();
    let is_recording = std::env::var_os("JMEND_WRITE").is_some();
    for row in &mut rows {
        let tools = row.get("tools").map(|tools| {
            std::fs::write(&path, tools.to_string()).expect("it can be written");
            path.as_path()
        });
        let found = of_program(row, tools);
        if is_recording {
            row["due"] = found.clone();
        }
        for (who, found) in [("program", found), ("crate", of_crate(row))] {
            if found != row["due"] {
                wrong.push(format!("{}: {who}\n  is  {found}\n  due {}", row["id"], row["due"]));
            }
        }
        let count = kinds.entry(text(row, "kind")).or_insert(json!(0));
        *count = json!(count.as_u64().unwrap_or_default() + 1);
    }
    if is_recording {
        let line = |row: &Value| {
            let keys = KEYS.iter().filter_map(|key| Some(format!("{}: {}", json!(key), row.get(key)?)));
            format!("{{{}}}\n", keys.collect::<Vec<_>>().join(", "))
        };
        let lines: String = rows.iter().map(line).collect();
        std::fs::write(file(), lines).expect("it can be written");
    }
    assert!(wrong.is_empty(), "{} of {} rows:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    assert!(rows.len() >= 200 && kinds.len() == 7, "{kinds:?}");
}
