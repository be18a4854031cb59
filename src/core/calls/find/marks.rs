//! Marks and words that tell where on a page a call stands: fences, quotations, comments, and examples.

use std::ops::Range;

use crate::core::json::boundary;

/// Backticks or tildes of the shortest fence.
pub(super) const FENCE: usize = 3;

/// Bytes of the longest tag that is passed over.
pub(super) const LONGEST_TAG: usize = 80;

/// Bytes that are looked at for the end of a quotation.
pub(super) const LONGEST_QUOTATION: usize = 4096;

/// Bytes of a sentence before a call that are looked at.
pub(super) const LONGEST_SENTENCE: usize = 4096;

/// Bytes of the number of an item of a list, with the blanks before it.
pub(super) const LONGEST_ITEM: usize = 80;

/// Bytes of the longest word that names the language of a fence.
pub(super) const LONGEST_LANGUAGE: usize = 16;

/// Languages of programs and patches: what stands in such a fence beside a call is code, and the call a part of it.
#[rustfmt::skip]
pub(super) const PROGRAMS: [&str; 60] = [
    "bash", "c", "c++", "cpp", "cs", "csharp", "css", "dart", "diff", "elixir", "go", "golang", "haskell",
    "html", "java", "javascript", "jinja", "jinja2", "js", "jsx", "kotlin", "kt", "lua", "md", "markdown",
    "patch", "perl", "php", "powershell", "ps1", "py", "python", "python3", "r", "rb", "rs", "ruby",
    "rust", "scala", "sh", "shell", "sql", "swift", "ts", "tsx", "typescript", "yaml", "yml", "toml",
    "ini", "csv", "tsv", "log", "console", "http", "dockerfile", "makefile", "tex", "latex", "rst",
];

/// Words that announce an example, in lower case.
pub(super) const EXAMPLES: [&str; 13] = [
    "for example",
    "for instance",
    "example:",
    "examples:",
    "as an example",
    "such as this",
    "e.g.",
    "zum beispiel",
    "par exemple",
    "por ejemplo",
    "例如",
    "比如",
    "たとえば",
];

/// Words that the label of an example has at most, `example` and those after it.
const LONGEST_LABEL: usize = 5;

/// Words that announce a call as a label does, in lower case.
pub(super) const LABELS: [&str; 4] = ["function call", "tool call", "function_call", "tool_call"];

/// Characters after which words before a call are no part of its sentence: they are a label, or a sentence that ended, or the
/// beginning of a larger value.
pub(super) const LEADS: &str = ":：.!?…。！？>=[{";

/// Quotes that open a quotation, and those that close it.
pub(super) const QUOTES: [(char, &[char]); 13] = [
    ('"', &['"']),
    ('\'', &['\'']),
    ('“', &['”', '“', '"']),
    ('„', &['“', '”', '"']),
    ('‘', &['’', '\'']),
    ('«', &['»']),
    ('»', &['«', '»']),
    ('‹', &['›']),
    ('›', &['‹']),
    ('「', &['」']),
    ('『', &['』']),
    ('《', &['》']),
    ('〈', &['〉']),
];

/// Quotes that also stand in words and after numbers: such a one closes a quotation only where no word goes on after it.
const APOSTROPHES: [char; 3] = ['\'', '’', '"'];

/// Elements around a quotation: code, examples, what others said, and documents. A call in such an element is quoted, unless
/// the element is all of the message.
pub(super) const QUOTING: [&str; 32] = [
    "blockquote",
    "cite",
    "code",
    "comment",
    "context",
    "conversation",
    "document",
    "documents",
    "example",
    "examples",
    "file",
    "file_content",
    "file_contents",
    "history",
    "instructions",
    "kbd",
    "log",
    "logs",
    "pre",
    "q",
    "quote",
    "samp",
    "sample",
    "script",
    "snippet",
    "system_prompt",
    "textarea",
    "transcript",
    "tt",
    "user_input",
    "user_message",
    "user_query",
];

/// Words before a colon that begin a line of a dialog which a fence holds, in lower case.
pub(super) const SPEAKERS: [&str; 6] = ["user", "human", "system", "assistant", "ai", "model"];

/// Marks that open text which only speaks, over any number of lines, and those that close it.
pub(super) const SPANS: [(&str, &str); 4] =
    [("<!--", "-->"), ("/*", "*/"), ("\"\"\"", "\"\"\""), ("'''", "'''")];

/// Returns how often the byte at `at` stands there.
pub(super) fn run(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().take_while(|byte| **byte == bytes[at]).count()
}

/// Returns where so many backticks end in a text.
pub(super) fn end_of_ticks(text: &str, len: usize) -> Option<usize> {
    let mut pos = 0;
    while let Some(at) = text[pos..].find('`').map(|at| pos + at) {
        let found = run(text.as_bytes(), at);
        if found == len {
            return Some(at + found);
        }
        pos = at + found;
    }
    None
}

/// Returns where one of these quotes ends a quotation in a text.
pub(super) fn end_of_quote(text: &str, ends: &[char]) -> Option<usize> {
    let mut quotes =
        text.match_indices(|c: char| ends.contains(&c)).map(|(at, quote)| (at, at + quote.len()));
    let is_end = |(at, end): &(usize, usize)| {
        let quote = text[*at..].chars().next().unwrap_or_default();
        !text[..*at].ends_with('\\') && closes(quote, &text[*end..])
    };
    quotes.find(is_end).map(|(_, end)| end)
}

/// Returns whether a quote before this text may close a quotation.
pub(super) fn closes(quote: char, after: &str) -> bool {
    !APOSTROPHES.contains(&quote) || !after.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// Returns whether a line is a row of a table.
pub(super) fn is_row(line: &str) -> bool {
    let line = line.lines().next().unwrap_or_default().trim_end();
    line.len() > 1 && line.starts_with('|') && line.ends_with('|')
}

/// Returns whether a line is the heading of a section: up to six `#` stand before its words.
pub(super) fn is_heading(line: &str) -> bool {
    let words = line.trim_start_matches('#');
    words.starts_with(' ') && (1..=6).contains(&(line.len() - words.len()))
}

/// Returns whether a line of a dialog begins with the one who speaks: `User: …`.
pub(super) fn is_said(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t', '*', '[', '<']);
    let Some((word, _)) = line.split_once([':', ']', '>']) else { return false };
    SPEAKERS.iter().any(|speaker| word.trim_end_matches('*').eq_ignore_ascii_case(speaker))
}

/// Returns the element that quotes what is in it and begins a text: its name, and the length of its opening tag.
pub(super) fn quoting(text: &str) -> Option<(&'static str, usize)> {
    let inside = text.strip_prefix('<')?;
    let len = inside.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    let name = QUOTING.iter().find(|name| name.eq_ignore_ascii_case(&inside[..len]))?;
    let end = boundary::ceil(inside, inside.len().min(LONGEST_TAG));
    let close = inside[len..end.max(len)].find(['>', '\n'])?;
    let attributes = &inside[len..len + close];
    let is_tag = inside[len + close..].starts_with('>')
        && !attributes.ends_with('/')
        && (attributes.is_empty() || attributes.starts_with(' '));
    is_tag.then_some((name, '<'.len_utf8() + len + close + 1))
}

/// Returns whether a line was added to a text or taken from it, as a patch writes it: with no blank after it.
pub(super) fn is_patched(line: &str) -> bool {
    line.strip_prefix(['+', '-']).is_some_and(|rest| rest.starts_with(['<', '{', '[']))
}

/// Lists what a line ends with that shows how something is written.
pub(super) const SHOWING: [&str; 5] = ["like this:", "like so:", "as follows:", "this format:", "this form:"];

/// Returns whether a line announces an example.
pub(super) fn announces_example(line: &str) -> bool {
    let line = line.to_lowercase().replace("e.g. ", "for example ");
    let line = line.trim_end_matches([' ', '\t', '*', '_']);
    let line =
        line.rsplit(['.', '!', '?', ')']).find(|part| !part.trim_matches(':').is_empty()).unwrap_or(line);
    line.ends_with([':', '：'])
        && (EXAMPLES.iter().any(|words| line.contains(words)) || is_label_of_example(line))
}

/// Returns whether a clause is the label of an example: `Example shape:`. A clause that says something else of an example does not
/// count, because the call may be meant all the same: `here's an example request to the function:`.
fn is_label_of_example(clause: &str) -> bool {
    let mut words = clause.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    words.next().is_some_and(|word| matches!(word, "example" | "examples")) && words.count() < LONGEST_LABEL
}

/// Returns the first line below that of `from` that is no call: it begins with a word or with a comment.
pub(super) fn next_text_line(text: &str, from: usize) -> Option<Range<usize>> {
    let mut pos = from;
    while let Some(len) = memchr::memchr(b'\n', &text.as_bytes()[pos..]) {
        pos += len + 1;
        let line = text[pos..].trim_start_matches(|c: char| c.is_whitespace() && c != '\n');
        if line.starts_with(char::is_alphanumeric) || ["//", "# "].iter().any(|sign| line.starts_with(sign)) {
            return Some(pos..pos);
        }
    }
    None
}
