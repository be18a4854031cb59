use jmend::core::calls::envelope::shapes::LISTS;
use jmend::core::calls::{FORMATS, Options, extract, messages};

/// Lists what the examples say: text, a thought, why the model stopped, the model, and a call.
const TEXT: &str = "Hi.";
const THOUGHT: &str = "Why.";
const FINISH: &str = "stop";
const MODEL: &str = "m";
const CALL: &str = "f";

/// Members that other data has as well: they do not show that a damaged text is an answer.
const COMMON: [&str; 2] = ["data", "kwargs"];

/// Each row of the table counts for every reader of answers, whole and damaged.
#[test]
fn every_reader_takes_every_member() {
    let options = Options::default();
    let rows = || LISTS.iter().flat_map(|(list, rows)| rows.iter().map(move |row| (*list, row)));
    assert!(rows().count() > 60);
    let mut wrong = Vec::new();
    for (list, row) in rows() {
        let damage = || format!("{},}}", &row.example[..row.example.len() - 1]);
        let damaged = (!COMMON.contains(&row.key.name())).then(damage);
        for text in std::iter::once(row.example.to_owned()).chain(damaged) {
            let says = |what: &str| row.example.contains(&format!("\"{what}\""));
            let found = extract(text.as_bytes(), &options).expect("it can be read");
            let is_whole_call =
                says(CALL) && !matches!(list, "OPENERS") && !text.contains("contentBlockStart");
            let said = messages(text.as_bytes(), found.clone(), &options);
            let [message] = said.as_slice() else { panic!("{list} {}: {said:?}", row.key.name()) };
            let due = (
                if says(TEXT) { TEXT } else { "" },
                if says(THOUGHT) { THOUGHT } else { "" },
                says(FINISH).then_some(FINISH),
                says(MODEL).then_some(MODEL),
                usize::from(is_whole_call),
            );
            let is = (
                message.content.as_str(),
                message.reasoning.as_str(),
                message.finish_reason.as_deref(),
                message.model.as_deref(),
                found.calls.len(),
            );
            if is != due {
                wrong.push(format!("{list} {}: {is:?}, and not {due:?}: {text}", row.key.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Formats are compared by their places in the one table, which constants name as well.
#[test]
fn rows_name_formats_of_the_one_table() {
    let is_row = |format| FORMATS.iter().any(|row| std::ptr::eq(row, format));
    assert!(LISTS.iter().flat_map(|(_, rows)| rows.iter()).all(|row| is_row(row.format)));
}
