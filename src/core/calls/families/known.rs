//! Calls that nothing but the list of tools tells from other text: the name of a tool that arguments follow.
//!
//! | text | models |
//! |---|---|
//! | `f(a=1)` on a line of its own, `[f(a=1)]` anywhere, `[Calling tool: f({…})]` | Llama, Gorilla, Raven, Gemma |
//! | `f`, a line end, `{…}` | GLM-4, Functionary |
//! | `f{…}</function>` | Llama, where the opening tag is lost |
//! | `f<arg_key>…` | GLM, where the opening marker is lost |
//! | `<f><k>v</k></f>` | Cline, Roo |

use super::{Head, before, elements, glm, json_arguments, pythonic, space_end};
use crate::core::calls::formats::{Format, Hit};
use crate::core::calls::judge::context::Context;
use crate::core::calls::readers::kwargs::{call, closing};
use crate::core::calls::types::tools::Tools;

/// Bytes of a tool's name.
const LONGEST_NAME: usize = 200;

/// Tags that close a call whose opening tag is lost.
const CLOSERS: [&str; 3] = ["</function>", "</tool_call>", "</function_call>"];

/// The name of a tool, and what shows that arguments follow.
#[derive(Clone, Copy)]
pub(in crate::core::calls) struct Place {
    /// Where the name or its tag begins.
    pub(in crate::core::calls) at: usize,
    sign: Sign,
    /// Where the character stands.
    end: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Element,
    Pairs,
    Bracket,
    Object,
    /// An object at once after the name: only what closes it shows that a call is meant.
    Glued,
}

impl Place {
    /// Returns whether a call here counts only where no marker announces another.
    pub(in crate::core::calls) fn is_weak(self) -> bool {
        self.sign == Sign::Bracket
    }
}

/// The places of a text; each of its bytes is looked at once.
#[derive(Default)]
pub(in crate::core::calls) struct Places {
    next: Option<Place>,
    started: bool,
}

impl Places {
    /// The first one at or after `pos`; none where the tools are not known.
    pub(in crate::core::calls) fn next(&mut self, cx: &Context<'_>, pos: usize) -> Option<Place> {
        if self.started && self.next.is_none_or(|place| place.at >= pos) {
            return self.next;
        }
        self.started = true;
        let tools = cx.options.tools.filter(|tools| !tools.is_empty())?;
        let rest = cx.text.get(pos..)?;
        let signs = memchr::memchr3_iter(b'<', b'(', b'{', rest.as_bytes()).map(|at| pos + at);
        self.next = signs.filter_map(|at| place(cx.text, at, tools)).find(|place| place.at >= pos);
        self.next
    }
}

/// The tool whose arguments begin with the character at `end`.
fn place(text: &str, end: usize, tools: &Tools) -> Option<Place> {
    let head = &text[..end];
    let of = |at: Option<usize>, sign| at.map(|at| Place { at, sign, end });
    match text.as_bytes()[end] {
        b'<' if text[end..].starts_with("<arg_key>") => of(name_before(head, tools), Sign::Pairs),
        b'<' => {
            let name = elements::tag_name(&text[end + 1..])?;
            of(tools.get(name).map(|_| end), Sign::Element)
        }
        b'(' => of(name_before(head, tools), Sign::Bracket),
        _ => {
            let name = head.trim_end();
            let sign = if head[name.len()..].contains('\n') { Sign::Object } else { Sign::Glued };
            let at = name_before(name, tools)?;
            let begins_line = text[..at].trim_end_matches([' ', '\t', '>']).is_empty()
                || text[..at].trim_end_matches([' ', '\t']).ends_with(['\n', '>']);
            of(begins_line.then_some(at), sign)
        }
    }
}

/// Where the name of a tool begins that ends `head`, with a provider's namespace before it or not.
fn name_before(head: &str, tools: &Tools) -> Option<usize> {
    let from = before(head, head.len(), LONGEST_NAME);
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '\\');
    let at = from + head[from..].trim_end_matches(is_part).len();
    let name = head[at..].replace("\\_", "_");
    let is_tool = |name: &str| tools.get(name).is_some();
    let inner = || name.strip_prefix("default_api.").or(name.strip_prefix("functions."));
    (is_tool(&name) || inner().is_some_and(is_tool)).then_some(at)
}

/// Reads the call at a place, and says where it ends; `None` where the text only speaks of the tool.
pub(in crate::core::calls) fn read(cx: &mut Context<'_>, place: Place) -> Option<usize> {
    let Place { at, sign, end } = place;
    match sign {
        Sign::Element => elements::of_tool(cx, at),
        Sign::Pairs => {
            let format = cx.wanted(const { Format::known("glm-4.7") })?;
            glm::read(cx, &Hit { start: at, end: at, format })
        }
        Sign::Object => {
            let format = cx.wanted(const { Format::known("glm-4") })?;
            let name = cx.tool_name(cx.text[at..end].trim_end()).to_owned();
            json_arguments(cx, Head { start: at, end, name: &name, format }, None)
        }
        Sign::Glued => {
            let format = cx.wanted(const { Format::known("functionary-v3.1") })?;
            let name = cx.tool_name(cx.text[at..end].trim_end()).to_owned();
            let before = cx.len();
            let stop = json_arguments(cx, Head { start: at, end, name: &name, format }, None)?;
            let after = space_end(cx.text, stop);
            let Some(close) = CLOSERS.iter().find(|close| cx.text[after..].starts_with(**close)) else {
                cx.take_from(before);
                return None;
            };
            Some(after + close.len())
        }
        Sign::Bracket => {
            let format = cx.wanted(const { Format::known("pythonic") })?;
            let line = memchr::memrchr(b'\n', &cx.text.as_bytes()[..at]).map_or(0, |end| end + 1);
            let head = cx.text[line..at].trim_end();
            if let Some(head) = head.strip_suffix('[') {
                return pythonic::list_at(cx, line + head.len(), format);
            }
            // A list may begin on the line before.
            if head.is_empty() && cx.text[..line].trim_end().ends_with('[') {
                return pythonic::list_at(cx, cx.text[..line].trim_end().len() - 1, format);
            }
            if begins_line(head) { line_of_calls(cx, at, format) } else { None }
        }
    }
}

/// Returns whether a call may begin after this part of a line: the opening of a fence, code that prints it, an
/// announcement in brackets.
fn begins_line(head: &str) -> bool {
    const WORDS: [&str; 5] = ["print(", "python(", "tool_code =", "`", "await"];
    let mut head = head;
    while let Some(rest) = WORDS.iter().find_map(|word| head.strip_suffix(word)) {
        head = rest.trim_end();
    }
    head.is_empty() || head.starts_with('[') && head.ends_with(':') && !head.contains(']')
}

/// Calls one after the other on a line that holds nothing else.
fn line_of_calls(cx: &mut Context<'_>, at: usize, format: &'static Format) -> Option<usize> {
    let text = cx.text;
    let known = cx.len();
    let mut pos = at;
    loop {
        let end = if let Some(parsed) = call(cx, pos) {
            let mut end = parsed.end;
            // A quote that a sentence follows is not seen as the end of a string.
            if parsed.builder.cut.is_some()
                && let Some(close) = closing(cx, pos)
            {
                end = close;
            }
            pythonic::push(cx, parsed, pos, format);
            end
        } else {
            pythonic::unread_call(cx, pos, pos, format)?
        };
        // What closes the line, and what stands between two calls.
        let rest = text[end..].trim_start_matches([' ', '\t', '\r', ')', '`', ';', ',', '.', ']']);
        let next = text.len() - rest.len();
        if rest.is_empty() || rest.starts_with(['\n', '#']) || rest.starts_with("<|") {
            return Some(end);
        }
        let open = rest.bytes().take(LONGEST_NAME).position(|b| b == b'(');
        let tools = cx.options.tools?;
        let is_next = open.is_some_and(|open| name_before(&text[..next + open], tools) == Some(next));
        if !is_next || next == end {
            // A sentence about the call.
            cx.take_from(known);
            return None;
        }
        pos = space_end(text, next);
    }
}
