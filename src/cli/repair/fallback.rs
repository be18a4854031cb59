//! `--fallback-command`: a command, such as a model, is asked about each record that is refused.
//!
//! It reads one JSON object on its standard input (`text`, `error` as in a report, and `feedback` for a model) and
//! answers on its standard output. The answer goes through the same repair, gates and schema as any record, so nothing
//! is accepted from it that would not be accepted from the input.

use std::time::{Duration, Instant};

use crate::cli::command::{self, Answer, NoAnswer, Words};
use crate::cli::trouble::Trouble;
use crate::core::json::quoted;
use crate::report::record::{self, put, string};

/// Bytes that an answer may have, and the same for each byte of the record that it is about: jmend reads no further.
const MOST_BYTES: usize = 4 << 20;
const MOST_TIMES: usize = 4;

/// How long a command may take by default.
const SECONDS: u64 = 60;

/// Flattened into `repair`.
#[derive(Debug, clap::Args)]
pub(super) struct FallbackArgs {
    /// Ask this command, for example a model, about each refused record; its answer passes the same gates
    #[arg(long, value_name = "CMD", value_parser = Words::parse, conflicts_with_all = ["in_place", "at", "partial"])]
    fallback_command: Option<Words>,
    /// Seconds that the command may take for one record
    #[arg(long, value_name = "SECONDS", default_value_t = SECONDS, requires = "fallback_command")]
    fallback_timeout: u64,
}

impl FallbackArgs {
    pub(super) fn is_given(&self) -> bool {
        self.fallback_command.is_some()
    }
}

impl Default for FallbackArgs {
    fn default() -> Self {
        Self { fallback_command: None, fallback_timeout: SECONDS }
    }
}

/// The command.
pub(super) struct Fallback {
    words: Vec<String>,
    timeout: Duration,
    max_bytes: usize,
}

impl Fallback {
    /// Returns the command that the flags name; no answer may have more bytes than this.
    pub(super) fn new(args: &FallbackArgs, max_bytes: usize) -> Option<Self> {
        let Words(words) = args.fallback_command.clone()?;
        Some(Self { words, timeout: Duration::from_secs(args.fallback_timeout), max_bytes })
    }

    /// Returns what the command answers to a text that was refused, or why there is no answer.
    pub(super) fn ask(&self, text: &[u8], trouble: &Trouble, feedback: &str) -> Result<Vec<u8>, String> {
        let at = trouble.place(text);
        let mut input = b"{\"text\":".to_vec();
        string(&mut input, &String::from_utf8_lossy(text));
        put(&mut input, format_args!(",\"error\":{{\"code\":{}", quoted(trouble.code)));
        record::field(&mut input, "message", Some(&trouble.message));
        put(&mut input, format_args!(",\"line\":{},\"column\":{}}}", at.line, at.column));
        record::field(&mut input, "feedback", Some(feedback));
        input.extend_from_slice(b"}\n");
        let input = String::from_utf8_lossy(&input).into_owned();
        let deadline = Instant::now().checked_add(self.timeout);
        let most = self.max_bytes.min(MOST_BYTES.max(MOST_TIMES.saturating_mul(text.len())));
        match command::run(&self.words, input, deadline, most) {
            Ok(Answer { complaint: None, output, .. }) => Ok(output),
            Ok(Answer { complaint: Some(complaint), .. }) => Err(format!("it failed: {complaint}")),
            Err(NoAnswer::Timeout(_)) => Err(format!("it took longer than {} s", self.timeout.as_secs())),
            Err(NoAnswer::TooLong) => Err(format!("it answered more than {most} bytes")),
            Err(NoAnswer::Broken(why)) => Err(format!("it could not be run: {why}")),
        }
    }
}
