//! Habits of other tools: their flags, commands and values, and the command that does the same here.
//!
//! A command that is shown begins with the name of a command of jmend, or with `@` for the one that was named. `VALUE` is
//! the value of the flag, `FILE` and `[FILE]` are the files that were named; `[FILE]` is left out where there is none.

/// A flag or a word of another tool.
pub(super) struct Habit {
    /// Spells what was typed.
    pub(super) words: &'static [&'static str],
    /// Names the command with which it means this; empty where that makes no difference.
    pub(super) on: &'static str,
    /// Shows the command that does it.
    pub(super) instead: &'static str,
    /// Names the tools that teach the habit.
    pub(super) tools: &'static str,
}

const fn habit(words: &'static [&'static str], instead: &'static str, tools: &'static str) -> Habit {
    Habit { words, on: "", instead, tools }
}

/// Lists the flags; the first row that fits counts.
pub(super) const FLAGS: &[Habit] = &[
    Habit { on: "check", ..habit(&["--json", "--report"], "check --format json [FILE]", "ruff, gh") },
    Habit { on: "stats", ..habit(&["--json", "--report"], "stats --format json [FILE]", "gh") },
    Habit { on: "explain", ..habit(&["--json", "--report"], "repair --json [FILE]", "gh") },
    Habit { on: "query", ..habit(&["-f", "--from-file"], "query \"$(cat VALUE)\" [FILE]", "jq") },
    habit(&["--fix", "--apply", "-i", "-w", "--write"], "check --fix [FILE]", "ruff, eslint, prettier, sed"),
    habit(&["--inplace", "--inline", "--overwrite"], "repair --in-place FILE", "json_repair, jsonrepair"),
    habit(&["--unsafe-fixes", "--unsafe"], "check --fix --max-risk inferred [FILE]", "ruff"),
    habit(&["--recursive", "-R"], "check [FILE]", "grep, black"),
    habit(&["-r", "--raw-output", "--raw"], "query -r . [FILE]", "jq"),
    habit(&["-s", "--slurp"], "query -s . [FILE]", "jq"),
    habit(&["-n", "--null-input"], "query -n . [FILE]", "jq"),
    habit(&["--arg", "--argjson"], "query --let x=1 . [FILE]", "jq"),
    habit(&["--jq", "--filter", "--expression"], "query VALUE [FILE]", "gh, yq"),
    habit(&["-C", "--color-output", "--colour", "--colors"], "@ --color always [FILE]", "jq, grep"),
    habit(&["-M", "--monochrome-output", "--no-color", "--no-colour"], "@ --color never [FILE]", "jq, ruff"),
    habit(&["-a", "--ascii-output", "--ensure-ascii"], "repair --ascii [FILE]", "jq, json_repair"),
    habit(&["--tab", "--tabs"], "repair --indent tab [FILE]", "jq"),
    habit(&["--compact-output", "--minify"], "repair -c [FILE]", "jq"),
    habit(&["--beautify", "--pretty-print", "--prettify"], "repair -p [FILE]", "js-beautify"),
    habit(&["--spaces", "--indent-size", "--tab-width"], "repair --indent VALUE [FILE]", "prettier"),
    habit(&["--output-format", "--format", "-f"], "check --format VALUE [FILE]", "ruff"),
    habit(&["--statistics", "--summary", "--merge-stats"], "stats [FILE]", "ruff"),
    habit(&["--check", "--list-different", "--strict", "--validate"], "check [FILE]", "black, prettier"),
    habit(&["--diff"], "repair --diff [FILE]", "ruff, black"),
    habit(&["--exit-non-zero-on-fix"], "repair --exit-status [FILE]", "ruff"),
    habit(&["--calls", "--tool-calls"], "calls [FILE]", "version 1"),
    habit(&["--explain"], "explain [FILE]", "ruff"),
    habit(&["--explain-code", "--rule"], "explain --code VALUE", "ruff, eslint"),
    habit(&["--print-config", "--show-settings"], "config [FILE]", "ruff, eslint"),
    habit(&["--ndjson", "--jsonl", "--json-lines"], "@ --lines [FILE]", "miller, jsonlint"),
    habit(&["--input", "--file", "--in"], "@ VALUE", "tools that name each file with a flag"),
    habit(&["--stdin", "--stdin-filename"], "@ -", "ruff, eslint"),
    habit(&["--silent", "--no-messages"], "@ -q [FILE]", "curl, grep"),
    habit(&["--debug", "--trace"], "@ -vv [FILE]", "gh, npm"),
    habit(&["--threads", "--workers", "--parallel"], "@ -j VALUE [FILE]", "ripgrep, black, jest"),
];

/// Lists the commands.
pub(super) const COMMANDS: &[Habit] = &[
    habit(&["lint", "validate", "test", "verify", "checks"], "check [FILE]", "npm, ruff, go"),
    habit(&["fmt", "format", "pretty", "prettify", "beautify"], "repair -p [FILE]", "cargo, ruff"),
    habit(&["minify", "compact"], "repair -c [FILE]", "minifiers"),
    habit(&["sort"], "repair -S [FILE]", "sort"),
    habit(&["parse", "clean", "mend", "json", "convert", "loads"], "repair [FILE]", "json_repair"),
    habit(&["extract", "tool-calls", "call"], "calls [FILE]", "parsers of answers"),
    habit(&["jq", "filter", "select", "get"], "query . [FILE]", "jq, yq"),
    habit(&["eval", "run"], "eval-json [FILE]", "interpreters"),
    habit(&["summary", "count", "log", "logs"], "stats [FILE]", "git, gh"),
    habit(&["html"], "stats --html -o report.html [FILE]", "coverage"),
    habit(&["rules", "codes", "errors"], "explain --code", "ruff, eslint"),
    habit(&["key", "hash"], "cache-key TOOL [FILE]", "openssl"),
    habit(&["keys", "rename"], "normalize [FILE]", "jq"),
    habit(&["tools"], "expose [FILE]", "clients of MCP"),
    habit(&["settings", "init"], "config", "ruff, git"),
    habit(&["version"], "--version", "go, npm"),
];

/// A value that people try, the flag that they try it with, and the one that is meant.
pub(super) const VALUES: &[(&str, &[&str], &str)] = &[
    ("--color", &["true", "yes", "on", "force", "1"], "always"),
    ("--color", &["false", "no", "off", "none", "0"], "never"),
    ("--on-error", &["ignore", "continue", "drop"], "skip"),
    ("--on-error", &["fail", "abort", "exit", "error"], "stop"),
    ("--on-error", &["keep", "text", "string"], "raw"),
    ("--max-risk", &["low", "safe", "none"], "syntax"),
    ("--max-risk", &["medium"], "inferred"),
    ("--max-risk", &["high", "all", "any", "unsafe"], "lossy"),
    ("--truncated", &["fail", "error", "reject", "skip"], "refuse"),
    ("--truncated", &["keep", "repair", "complete", "accept"], "close"),
    ("--format", &["terminal", "text", "pretty", "full"], "human"),
    ("--format", &["short", "line", "gcc"], "concise"),
    ("--log-format", &["human", "pretty"], "text"),
];

/// Lists the characters that are no dash and were meant as one.
pub(super) const DASHES: [char; 4] = ['–', '—', '−', '‐'];
