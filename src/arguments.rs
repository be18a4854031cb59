//! The arguments of one call, without the message that it stood in.

use crate::core::repair::engine::{Options, Repaired};
use crate::core::repair::schema::ToolSchemas;
use crate::error::Error;

/// Spells the arguments of a call that has none.
const NONE: &[u8] = b"{}";

impl ToolSchemas {
    /// Repairs the arguments of one call of `tool`, and fits them to its schema, as [`extract_calls`](crate::extract_calls) does with
    /// those in a message. A string that holds the object becomes it; an empty text and `null` are no arguments: `{}`. A tool
    /// without a schema takes any object.
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
    /// assert_eq!(schemas.arguments("find", "", &Options::default())?.text, "{}");
    /// assert_eq!(schemas.arguments("find", "[5]", &Options::default()).unwrap_err().code(), "schema");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn arguments<'a, T: AsRef<[u8]> + ?Sized>(
        &self,
        tool: &str,
        text: &'a T,
        options: &Options,
    ) -> Result<Repaired<'a>, Error> {
        let text = match text.as_ref().trim_ascii() {
            b"" | b"null" => NONE,
            _ => text.as_ref(),
        };
        self.terms_alone(tool, options).repair(text).map_err(|unfit| Error::of_unfit(unfit, text))
    }
}
