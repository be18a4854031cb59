//! Tool calls in messages.

use jmend::{
    Call, CallOptions, Calls, Error, Format, Message, Options, Refused, Risk, ToolSchemas, Truncated,
    UnknownTools,
};
use napi::bindgen_prelude::Result;
use napi_derive::napi;

use crate::answer::Answer;
use crate::options::Given;
use crate::repair::whole;
use crate::report::{failure, maybe, misuse, put, quoted, violations};
use crate::text::Text;
use crate::units::Units;

/// Definitions of tools that were read once.
#[napi]
pub struct Tools {
    names: jmend::Tools,
    schemas: ToolSchemas,
}

#[napi]
impl Tools {
    /// Reads definitions of tools, as OpenAI, Anthropic or MCP write them.
    #[napi(constructor, catch_unwind)]
    pub fn new(text: String) -> Result<Self> {
        let read = jmend::Tools::with_schemas(&text);
        read.map(|(names, schemas)| Self { names, schemas })
            .map_err(|error| napi::Error::from_reason(format!("the tools cannot be read: {error}")))
    }
}

fn options<'t>(
    given: Option<&str>,
    tools: Option<&'t Tools>,
) -> std::result::Result<CallOptions<'t>, String> {
    let mut given = Given::of(given)?;
    let mut options = CallOptions::new();
    if let Some(id) = given.text("format")? {
        let format = Format::named(&id).ok_or_else(|| format!("there is no format '{id}'"))?;
        options = options.format(format);
    }
    options = options.repair(given.repair(Options::default().truncated(Truncated::Refuse))?);
    let unknown =
        [("keep", UnknownTools::Keep), ("drop", UnknownTools::Drop), ("refuse", UnknownTools::Refuse)];
    let unknown = given.word("unknownTools", &unknown)?;
    let check = given.switch("check")?;
    if let Some(tools) = tools {
        options = options.tools(&tools.names).unknown_tools(unknown.unwrap_or_default());
        if check.unwrap_or(true) {
            options = options.schemas(&tools.schemas);
        }
    } else if unknown.is_some() || check.is_some() {
        return Err("unknownTools and check need tools".to_owned());
    }
    given.done().map(|()| options)
}

/// `{"calls":[…],"refused":[…]}`
#[napi(catch_unwind)]
pub fn calls(text: Text, given: Option<String>, tools: Option<&Tools>) -> Answer {
    with(&text, given.as_deref(), tools, |options| {
        let Calls { calls, refused, .. } = jmend::extract_calls(&text.bytes, options)?;
        let mut units = Units::of(&text.bytes, text.is_string);
        let calls: Vec<_> = calls.iter().map(|call| call_of(call, &mut units)).collect();
        let refused: Vec<_> = refused.iter().map(|each| refused_of(each, &text.bytes, &mut units)).collect();
        Ok(format!("{{\"calls\":[{}],\"refused\":[{}]}}", calls.join(","), refused.join(",")))
    })
}

/// The arguments of one call as the program writes them, and all that is known of their repair.
#[napi(catch_unwind)]
pub fn arguments_of(tool: String, text: Text, given: Option<String>, tools: Option<&Tools>) -> Answer {
    let read = || {
        let mut given = Given::of(given.as_deref())?;
        let options = given.repair(Options::default().truncated(Truncated::Refuse))?;
        given.done().map(|()| options)
    };
    let options = match read() {
        Ok(options) => options,
        Err(message) => return misuse(&message),
    };
    let none = ToolSchemas::default();
    let schemas = tools.map_or(&none, |tools| &tools.schemas);
    match schemas.arguments(&tool, &text.bytes, &options) {
        Err(error) => failure(&text.bytes, text.is_string, &error),
        Ok(repaired) => whole(&text.bytes, text.is_string, repaired),
    }
}

/// A list of messages, each with its calls.
#[napi(catch_unwind)]
pub fn messages(text: Text, given: Option<String>, tools: Option<&Tools>) -> Answer {
    with(&text, given.as_deref(), tools, |options| {
        let messages = jmend::extract_messages(&text.bytes, options)?;
        let mut units = Units::of(&text.bytes, text.is_string);
        let messages: Vec<_> = messages.iter().map(|message| message_of(message, &mut units)).collect();
        Ok(format!("[{}]", messages.join(",")))
    })
}

fn with(
    text: &Text,
    given: Option<&str>,
    tools: Option<&Tools>,
    read: impl FnOnce(&CallOptions<'_>) -> std::result::Result<String, Error>,
) -> Answer {
    match options(given, tools) {
        Err(message) => misuse(&message),
        Ok(options) => match read(&options) {
            Ok(json) => Answer::Text(json),
            Err(error) => failure(&text.bytes, text.is_string, &error),
        },
    }
}

/// A call. Its arguments stand there twice: as a value, and as the text that the program writes.
fn call_of(call: &Call, units: &mut Units<'_>) -> String {
    let mut out = format!("{{\"name\":{},\"arguments\":{}", quoted(&call.name), call.arguments);
    if let Some(id) = &call.id {
        put(&mut out, format_args!(",\"id\":{id}"));
    }
    put(&mut out, format_args!(",\"text\":{}", quoted(&call.arguments)));
    put(&mut out, format_args!(",\"choice\":{},\"complete\":{}", call.choice, call.complete));
    put(&mut out, format_args!(",\"format\":{}", quoted(call.format.id)));
    put(&mut out, format_args!(",\"strategy\":{}", quoted(call.strategy().name())));
    put(&mut out, format_args!(",\"risk\":{}", maybe(call.risk().map(Risk::name))));
    put(&mut out, format_args!(",\"confidence\":{}", call.confidence()));
    let (start, end) = (units.at(call.span.start), units.at(call.span.end));
    put(&mut out, format_args!(",\"start\":{start},\"end\":{end},\"fixes\":["));
    for (index, change) in call.changes.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let (code, risk, message) =
            (quoted(change.name()), quoted(change.risk.name()), quoted(change.summary()));
        let (start, end) = (units.at(change.span.start), units.at(change.span.end));
        put(
            &mut out,
            format_args!(
                "{comma}{{\"code\":{code},\"risk\":{risk},\"start\":{start},\"end\":{end},\"message\":{message}}}"
            ),
        );
    }
    out.push_str("]}");
    out
}

fn refused_of(refused: &Refused, text: &[u8], units: &mut Units<'_>) -> String {
    let reason = &refused.reason;
    let (start, end, offset) =
        (units.at(refused.span.start), units.at(refused.span.end), units.at(refused.offset()));
    format!(
        "{{\"name\":{},\"format\":{},\"code\":{},\"message\":{},\"offset\":{offset},\"start\":{start},\"end\":{end},\"violations\":[{}],\"feedback\":{}}}",
        maybe(refused.name.as_deref()),
        quoted(refused.format.id),
        quoted(reason.name()),
        quoted(&refused.to_string()),
        violations(&refused.violations),
        quoted(&refused.feedback(text)),
    )
}

fn message_of(message: &Message, units: &mut Units<'_>) -> String {
    let calls: Vec<_> = message.calls.iter().map(|call| call_of(call, units)).collect();
    format!(
        "{{\"choice\":{},\"content\":{},\"reasoning\":{},\"finishReason\":{},\"model\":{},\"calls\":[{}]}}",
        message.choice,
        quoted(&message.content),
        quoted(&message.reasoning),
        maybe(message.finish_reason.as_deref()),
        maybe(message.model.as_deref()),
        calls.join(","),
    )
}
