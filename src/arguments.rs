//! The arguments of one call, without the message that it stood in.

use std::borrow::Cow;

use crate::core::repair::edit::fixes::Fixes;
use crate::core::repair::engine::{Code, Fix, Options, Repaired};
use crate::core::repair::schema::ToolSchemas;
use crate::error::Error;

/// Spells the arguments of a call that has none.
const NONE: &[u8] = b"{}";

impl ToolSchemas {
    /// Repairs the arguments of one call of `tool`, and fits them to its schema, as [`extract_calls`](crate::extract_calls) does with
    /// those in a message. A string that holds the object becomes it; an empty text and `null` are no arguments: `{}`, with the
    /// fix [`Code::EmptyInput`]. A tool without a schema takes any object.
    ///
    /// # Errors
    /// Those of [`repair`](crate::repair), and `schema` if the value is no object or does not fit.
    ///
    /// ```
    /// use jmend::{Options, ToolSchemas};
    ///
    /// let tools = r#"[{"name": "find", "parameters": {"type": "object", "properties": {"n": {"type": "integer"}}}}]"#;
    /// let schemas = ToolSchemas::parse(tools)?;
    /// assert_eq!(schemas.arguments("find", "{'n': '5',}", &Options::default())?.text, r#"{"n": 5}"#);
    /// let none = schemas.arguments("find", "", &Options::default())?;
    /// assert_eq!((&*none.text, none.fixes.len()), ("{}", 1));
    /// assert_eq!(schemas.arguments("find", "[5]", &Options::default()).unwrap_err().code(), "schema");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn arguments<'a, T: AsRef<[u8]> + ?Sized>(
        &self,
        tool: &str,
        text: &'a T,
        options: &Options,
    ) -> Result<Repaired<'a>, Error> {
        let given = text.as_ref();
        let is_none = matches!(given.trim_ascii(), b"" | b"null");
        let text = if is_none { NONE } else { given };
        let mut repaired = self
            .terms_alone(tool, options)
            .repair(text)
            .map_err(|failure| Error::of_failure(failure, text))?;
        if is_none {
            // One fix for the whole text, and notes of what the schema changed: that has its places in a text that the caller
            // does not have.
            let written = repaired.text.into_owned();
            let whole = |code, replacement, risk| Fix { code, start: 0, end: given.len(), replacement, risk };
            let notes: Vec<_> = repaired.fixes.iter().map(|fix| whole(fix.code, None, fix.risk)).collect();
            repaired.fixes = Fixes::default();
            repaired.fixes.push(Code::EmptyInput, 0, given.len(), written.clone());
            repaired.fixes.latest.extend(notes);
            repaired.strategy = repaired.strategy.max(Code::EmptyInput.about().strategy);
            repaired.text = Cow::Owned(written);
        }
        Ok(repaired)
    }
}
