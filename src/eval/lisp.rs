//! PTC-Lisp where PTC-JSON is due: one call, `(tool/NAME {…})`, is the program that makes that call; anything else is told
//! what is spoken here.

use crate::core::calls::{Options, extract};
use crate::core::json::{MAX_DEPTH, Value, parse, quoted};
use crate::core::programs::{Error, ErrorKind};

/// The program that a text of PTC-Lisp stands for, or why there is none; `None` where the text is not PTC-Lisp.
pub fn translated(text: &str) -> Option<Result<String, Error>> {
    let wrapped;
    let text = match text.trim_start().as_bytes().first()? {
        b'(' => text.trim(),
        b'{' => {
            let value = parse(text.trim(), MAX_DEPTH).ok()?;
            let Value::String(program) = value.get("program")? else { return None };
            wrapped = program.decode_lossy().trim().to_owned();
            &wrapped
        }
        _ => return None,
    };
    if !text.starts_with('(') {
        return None;
    }
    let is_one_call = text.starts_with("(tool/") && text.ends_with(')');
    let found = if is_one_call { extract(text.as_bytes(), &Options::default()).ok() } else { None };
    let calls = found.map(|found| found.calls).unwrap_or_default();
    match &calls[..] {
        // The call is the whole text, and not a part of a larger form.
        [call] if call.complete && call.span.len() + 1 >= text.len() => Some(Ok(format!(
            r#"{{"program":{{"op":"call","tool":{},"args":{}}}}}"#,
            quoted(&call.name),
            call.arguments
        ))),
        _ => {
            let message = "the program is PTC-Lisp, and this runs PTC-JSON: {\"program\":{\"op\":…}}. Of PTC-Lisp one call \
                           is read, (tool/NAME {:key \"value\"}); what is done with its result is written as steps: \
                           {\"program\":{\"op\":\"pipe\",\"steps\":[{\"op\":\"call\",\"tool\":\"NAME\",\"args\":{…}},{\"op\":\"count\"}]}}";
            Some(Err(Error::new(ErrorKind::Parse, message)))
        }
    }
}
