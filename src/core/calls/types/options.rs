//! How calls are looked for, and how far their repair may go.

use std::collections::HashMap;

use super::tools::Tools;
use crate::core::calls::formats::Format;
use crate::core::repair::engine::words::{self, Table};
use crate::core::repair::engine::{self, Expect, Truncated};

/// How calls are looked for, and how far their repair may go.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// The only format to look for; `None` detects it.
    pub format: Option<&'static Format>,
    /// What is known beforehand about the arguments of single tools, by name: it helps to read those that came as broken
    /// text.
    pub expect: Option<&'a HashMap<String, Expect>>,
    /// How far a repair may go for calls of single tools, by name.
    pub limits: Option<&'a HashMap<String, engine::Options>>,
    /// How far a repair may go, and what becomes of calls that were cut off.
    pub repair: engine::Options,
    /// The tools there are, where they are known: names are settled and untyped values converted by it.
    pub tools: Option<&'a Tools>,
    /// What becomes of calls of tools that are not among them.
    pub unknown: UnknownTools,
    /// Hands out calls that a later message answers, too.
    pub history: bool,
    /// Refuses calls in reasoning that has no end, as a text that was cut off.
    pub refuses_unclosed: bool,
}

/// What becomes of a call of a tool that the list does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnknownTools {
    /// A marker is believed: the call is handed out. Without a marker, it is not a call.
    #[default]
    Keep,
    /// There is no such call.
    Drop,
    /// It is refused.
    Refuse,
}

impl UnknownTools {
    /// Lists the words for them, each with what it means.
    #[doc(hidden)]
    pub const WORDS: Table<Self> = &[
        ("keep", Self::Keep, "Write it, where a marker announces it"),
        ("drop", Self::Drop, "Leave it out"),
        ("refuse", Self::Refuse, "Refuse it, and say which tool it may mean"),
    ];

    /// Returns what a word means, as `--unknown-tools` and the libraries take it.
    ///
    /// # Errors
    /// There is no such word. The message lists those that there are.
    pub fn named(word: &str) -> Result<Self, String> {
        words::value(Self::WORDS, word).map_err(|takes| format!("{takes}, not {word:?}"))
    }
}

impl Default for Options<'_> {
    /// Every format, every repair, and no half of a call: half a command must not run.
    fn default() -> Self {
        let repair = engine::Options { truncated: Truncated::Refuse, ..engine::Options::default() };
        Self {
            expect: None,
            format: None,
            limits: None,
            repair,
            tools: None,
            unknown: UnknownTools::Keep,
            history: true,
            refuses_unclosed: false,
        }
    }
}
