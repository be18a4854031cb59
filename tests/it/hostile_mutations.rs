//! Damaged texts through every command as a process: exit code 0, 1 or 2, and standard output empty or strict JSON.
//!
//! A few hundred by default, with a fixed seed; `benches/mutations.py` runs ten thousand and measures the memory too.

#![cfg(target_os = "linux")]

use crate::common::jmend;
use crate::common::seeds;
use crate::promises::make::{Dice, mutate};
use jmend::core::json::{scan_value, skip_space};

/// Every command that reads a text, with flags that show different parts of it; `true` where the output is JSON.
const COMMANDS: &[(&str, bool)] = &[
    ("repair", true),
    ("repair --report", true),
    ("repair --lines --on-error null", true),
    ("repair --select all -p", true),
    ("calls", true),
    ("calls --report", true),
    ("repair --framing nul --on-error raw --ascii --sort-keys", true),
    // What is no JSON around the places passes as it is.
    ("repair --at /a --at /*/b", false),
    ("normalize", true),
    ("normalize --canonical --on-collision last", true),
    ("normalize --repair", true),
    ("cache-key t", false),
    ("cache-key t --text --repair", true),
    ("cache-key --calls --json", true),
    ("preview --tool t", true),
    ("preview --tool t --preview rows --ndjson --repair", true),
    ("eval-json", true),
    ("eval-json --repair --envelope", true),
    ("expose --allow both --resolve", true),
];

#[test]
fn damaged_texts_end_as_documented_in_every_command() {
    let seeds = seeds::fixtures();
    let asked = std::env::var("JMEND_MUTATIONS").ok().and_then(|count| count.parse().ok());
    let count: usize = asked.unwrap_or(380);
    let mut dice = Dice::new(7);
    let mut wrong = Vec::new();
    for number in 0..count {
        let (args, is_json) = COMMANDS[number % COMMANDS.len()];
        let mut text = seeds[dice.below(seeds.len())].clone();
        let donor = dice.below(seeds.len());
        mutate(&mut text, &seeds[donor], &mut dice);
        let output = jmend(args).write_stdin(text.clone()).output().expect("it runs");
        let ended = matches!(output.status.code(), Some(0..=2)) && !contains(&output.stderr, b"panicked");
        if !ended || is_json && !is_strict(&output.stdout) {
            wrong.push(format!("{args}: {:?}\n  {output:?}", String::from_utf8_lossy(&text)));
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong[..wrong.len().min(5)].join("\n"));
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

/// Nothing, or JSON texts with white space between them.
fn is_strict(output: &[u8]) -> bool {
    let mut pos = skip_space(output, 0);
    while pos < output.len() {
        let Ok(end) = scan_value(output, pos, 2_000) else { return false };
        pos = skip_space(output, end);
    }
    std::str::from_utf8(output).is_ok()
}
