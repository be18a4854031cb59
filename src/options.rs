//! `Options` of the library, one setting at a time.

use crate::core::repair::engine::{Nan, Options, Risk, Select, Source, Strategies, Truncated, words};

impl Options {
    /// Accepts at most `max_depth` levels of nesting; the default is 1,024. A deeper text is an error (`depth`).
    #[must_use]
    pub fn max_depth(self, max_depth: usize) -> Self {
        Self { max_depth, ..self }
    }

    /// Refuses a text whose repair is riskier than `max_risk` (`risk`). The default is [`Risk::Lossy`]: nothing is refused.
    #[must_use]
    pub fn max_risk(self, max_risk: Risk) -> Self {
        Self { max_risk, ..self }
    }

    /// Chooses among several documents in one text. The default is the answer: the document that the text is about.
    #[must_use]
    pub fn select(self, select: Select) -> Self {
        Self { select, ..self }
    }

    /// Names the notation of the text. By default jmend detects it.
    #[must_use]
    pub fn from(self, from: Source) -> Self {
        Self { from, ..self }
    }

    /// Decides what NaN and Infinity become, because JSON has no number for them. The default is null, with a lossy fix.
    #[must_use]
    pub fn nan(self, nan: Nan) -> Self {
        Self { nan, ..self }
    }

    /// Refuses a text that needs another strategy (`strategy`). By default all are allowed.
    #[must_use]
    pub fn strategies(self, strategies: Strategies) -> Self {
        Self { strategies, ..self }
    }

    /// Closes or refuses a text that is cut off. By default it is closed, with a lossy fix.
    #[must_use]
    pub fn truncated(self, truncated: Truncated) -> Self {
        Self { truncated, ..self }
    }

    /// Sets one option with the words of the program's flags: `max-risk`, `min-confidence`, `truncated`, `select`, `from`,
    /// `nan`, `strategies`, or `max-depth`.
    ///
    /// # Errors
    /// An unknown option, or a word that it does not take. The message lists what it takes.
    ///
    /// ```
    /// let options = jmend::Options::default().set("max-risk", "syntax")?;
    /// assert_eq!(jmend::repair("[1 2]", &options).unwrap_err().code(), "risk");
    ///
    /// let error = options.set("truncated", "keep").unwrap_err();
    /// assert_eq!(error, "truncated is one of close, refuse, not \"keep\"");
    /// # Ok::<(), String>(())
    /// ```
    pub fn set(mut self, name: &str, word: &str) -> Result<Self, String> {
        words::set(&mut self, name, word)?;
        Ok(self)
    }
}
