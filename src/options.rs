//! `Options` and `CallOptions` of the library, one setting at a time.

use crate::core::calls::{self, Calls, Format, Tools, UnknownTools};
#[cfg(feature = "schema")]
use crate::core::json::ScanError;
use crate::core::repair::engine::{Nan, Options, Risk, Select, Source, Strategies, Truncated, words};
#[cfg(feature = "schema")]
use crate::core::repair::schema::{ToolSchemas, definitions};

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

#[cfg(feature = "schema")]
impl Tools {
    /// Reads the definitions in a text once, for [`CallOptions::tools`] and for [`CallOptions::schemas`].
    ///
    /// # Errors
    /// The text is not JSON.
    ///
    /// ```
    /// let (tools, schemas) = jmend::Tools::with_schemas(r#"[{"name": "ls", "input_schema": {"type": "object"}}]"#)?;
    /// let options = jmend::CallOptions::new().tools(&tools).schemas(&schemas);
    /// assert!(tools.knows("ls"));
    /// # Ok::<(), jmend::ScanError>(())
    /// ```
    pub fn with_schemas(text: &str) -> Result<(Self, ToolSchemas), ScanError> {
        let definitions = definitions(text)?;
        Ok((Self::of(&definitions), ToolSchemas::of(&definitions)))
    }
}

/// Says how [`extract_calls`](crate::extract_calls) reads a message. By default: every format, every repair, and no call that is cut off.
#[derive(Clone, Copy, Debug)]
pub struct CallOptions<'a> {
    pub(crate) reading: calls::Options<'a>,
    #[cfg(feature = "schema")]
    pub(crate) schemas: Option<&'a ToolSchemas>,
}

impl Default for CallOptions<'_> {
    fn default() -> Self {
        Self {
            reading: calls::Options { history: false, ..calls::Options::default() },
            #[cfg(feature = "schema")]
            schemas: None,
        }
    }
}

impl<'a> CallOptions<'a> {
    /// The same as the default.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Names the tools. Their definitions fix damaged names and give types to untyped values.
    #[must_use]
    pub fn tools(mut self, tools: &'a Tools) -> Self {
        self.reading.tools = Some(tools);
        self
    }

    /// Fits the arguments of calls to the schemas of their tools: values are converted where nothing is lost. A call that does not
    /// fit is refused, and [`Refused::violations`](crate::Refused::violations) says why.
    ///
    /// ```
    /// use jmend::{CallOptions, ToolSchemas};
    ///
    /// let tools = r#"[{"name": "find", "parameters": {"type": "object", "properties": {"n": {"type": "integer"}}}}]"#;
    /// let schemas = ToolSchemas::parse(tools)?;
    /// let options = CallOptions::new().schemas(&schemas);
    /// let found = jmend::extract_calls(r#"{"name": "find", "arguments": {"n": "5"}}"#, &options)?;
    /// assert_eq!(found.calls[0].arguments, r#"{"n": 5}"#);
    ///
    /// let found = jmend::extract_calls(r#"{"name": "find", "arguments": {"n": "many"}}"#, &options)?;
    /// assert_eq!((found.refused[0].reason.name(), found.refused[0].violations[0].path.as_str()), ("schema", "/n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "schema")]
    #[must_use]
    pub fn schemas(mut self, schemas: &'a ToolSchemas) -> Self {
        self.schemas = Some(schemas);
        self.reading.expect = Some(schemas.expectations());
        self
    }

    /// Returns the calls whose arguments fit, and the others as refused.
    #[cfg_attr(
        not(feature = "schema"),
        expect(unused_mut, clippy::unused_self, reason = "there are no schemas")
    )]
    pub(crate) fn settled(&self, mut found: Calls) -> Calls {
        #[cfg(feature = "schema")]
        if let Some(schemas) = self.schemas {
            found.settle(|name| schemas.terms(name, &self.reading.repair));
        }
        found
    }

    /// Says what becomes of calls of tools that [`tools`](Self::tools) does not name. Without that list, every tool is known.
    #[must_use]
    pub fn unknown_tools(mut self, unknown: UnknownTools) -> Self {
        self.reading.unknown = unknown;
        self
    }

    /// Reads only this format.
    #[must_use]
    pub fn format(mut self, format: &'static Format) -> Self {
        self.reading.format = Some(format);
        self
    }

    /// Gives calls that a later message answers, too. By default they are in `mentions`.
    #[must_use]
    pub fn history(mut self, wanted: bool) -> Self {
        self.reading.history = wanted;
        self
    }

    /// Sets how far the repair of a call may go.
    #[must_use]
    pub fn repair(mut self, options: Options) -> Self {
        self.reading.repair = options;
        self
    }
}
