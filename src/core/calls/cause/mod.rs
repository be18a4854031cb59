//! Why a model wrote what it wrote: probable causes, from combinations of fixes and of what else the answer shows.
//!
//! A cause is a row of the table below: the clues that point to it, why models write so, what to tell the model that
//! did, and what to change in the prompt or the program around it. The order of the rows decides between causes that
//! apply at once: what loses content comes first, then what is specific, then slips and manners.

mod answer;
mod clues;
pub mod feedback;
pub mod reasons;

pub use answer::{Answer, HALF_AN_ANSWER, examine, is_half_an_answer};
pub use clues::{Clue, Clues};

use crate::core::calls::types::change::CallCode;
use crate::core::repair::edit::Code;

/// A probable cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cause {
    /// Stable kebab-case name.
    pub id: &'static str,
    /// What happened, and why models do it: one or two sentences.
    pub why: &'static str,
    /// What to tell the model that wrote it.
    pub tell: &'static str,
    /// What to change in the prompt, or in the program that calls the model.
    pub prompt: &'static str,
    /// Any of these points to it.
    when: &'static [Sight],
}

/// Something that points to a cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    Fix(Code),
    /// What only calls can lack.
    Call(CallCode),
    Clue(Clue),
}

impl Cause {
    /// The cause of this id.
    pub fn named(id: &str) -> Option<&'static Self> {
        CAUSES.iter().find(|cause| cause.id == id)
    }

    /// The causes that the clues point to, the most important one first.
    pub fn all_of(clues: &Clues) -> impl Iterator<Item = &'static Self> {
        CAUSES.iter().filter(|cause| cause.when.iter().any(|sight| clues.show(*sight)))
    }

    /// The most important cause that the clues point to.
    pub fn of(clues: &Clues) -> Option<&'static Self> {
        Self::all_of(clues).next()
    }
}

macro_rules! causes {
    ($($id:literal [$($kind:ident $sight:ident),* $(,)?] $why:literal, $tell:literal, $prompt:literal;)*) => {
        /// Every cause, the most important one first.
        pub const CAUSES: &[Cause] = &[$(Cause {
            id: $id,
            why: $why,
            tell: $tell,
            prompt: $prompt,
            when: &[$(causes!(@ $kind $sight)),*],
        },)*];
    };
    (@ fix $code:ident) => { Sight::Fix(Code::$code) };
    (@ call $code:ident) => { Sight::Call(CallCode::$code) };
    (@ clue $clue:ident) => { Sight::Clue(Clue::$clue) };
}

causes! {
    "cut-off" [clue CutOff, clue LimitReached, fix CutOff, fix CutPart, fix CutEscape, call CallCutOff]
        "The text ends before the JSON does: the model reached its token limit, or the stream was broken off.",
        "Your JSON ended before it was complete. Send all of it again; shorten long values if it does not fit.",
        "Raise the output limit, ask for shorter values or fewer items, and treat a finish reason of `length` as an error.";
    "no-json" [clue NoJson]
        "The answer is prose. The model refused, asked back, or was not told that the answer must be JSON.",
        "Send one JSON value and nothing else.",
        "Say in the last sentence of the prompt that the answer is one JSON value, show an example, and use the provider's JSON or tool mode.";
    "schema" [clue Unfit]
        "The JSON is readable, but it is not what the schema asks for: a key is missing or misspelled, or a value has another type.",
        "Send it again with the keys and types that the schema declares.",
        "Show the schema in the prompt with one complete example, and keep the names in both the same.";
    "encoding" [fix InvalidUtf8, fix LoneSurrogate, clue Encoding]
        "The bytes are not UTF-8: a program between the model and this text cut or converted them.",
        "Send it again as UTF-8.",
        "Decode the stream as UTF-8 before it is split, and cut between characters only.";
    "log-lines" [clue PrefixedRows, fix LinePrefix, fix Ansi]
        "The text is a log: each line has its own JSON, some with a prefix or colors that a program put there.",
        "Send the JSON without line prefixes and colors.",
        "Log JSON without prefixes and colors, or read it with `jmend repair --lines`.";
    "call-as-text" [clue CallMarkup, call MissingClose, call NameFromId, call RawText]
        "The model wrote a tool call as text, in the markup it was trained on: the server did not parse it, or the tools were only described in the prompt.",
        "Send the call with the tool interface you were given, not as text.",
        "Turn on the tool parser of the server for this model, or read the text with `jmend calls`.";
    "encoded-twice" [clue EncodedTwice, fix EscapedDocument, fix EscapedQuotes, fix NestedJson, fix NestedText, fix DecodedJson, fix DecodedText, call NestedString]
        "The JSON was encoded twice: it stands in a string, or its quotes are escaped once more than they should be.",
        "Send the object itself. Do not put JSON into a string and do not escape its outer quotes.",
        "Pass objects instead of their JSON text to the program that builds the prompt, and declare the parameter as an object rather than a string.";
    "template-braces" [fix DoubledBraces]
        "Braces are doubled, as templates and f-strings escape them: the prompt's example shows them that way.",
        "Write single braces around objects.",
        "Look at the prompt as it is sent: the template engine left `{{` in the example.";
    "template-token" [fix LeakedToken]
        "A token of the model's chat template leaked into the text: the server does not treat it as a stop or special token.",
        "Send the JSON without control tokens.",
        "Check the chat template and the stop tokens of the server for this model.";
    "markdown-escape" [fix MarkdownEscape, call EscapedName]
        "Underscores are escaped as in Markdown: the model wrote for a chat window that renders it.",
        "Do not escape underscores; this is JSON, not Markdown.",
        "Ask for raw JSON, and show key names in code spans or in a JSON example rather than in running text.";
    "html-entities" [fix Entities]
        "Quotes are HTML entities: the text went through a web page or an HTML-escaping template.",
        "Write plain quotes instead of HTML entities.",
        "Turn off HTML escaping for the prompt and for the text that comes back.";
    "notation" [clue Notation, fix ClassName, fix CallWrapper, fix Placeholder, fix Undefined]
        "The text is what a program prints for a value, not JSON: a debug dump, or an example in the prompt that came from one.",
        "Send JSON, not the printed form of an object.",
        "Serialize values with a JSON encoder wherever they enter the prompt or leave the tool.";
    "python-literal" [clue PythonLiteral, fix PythonWord, fix Tuple, fix Set, fix StringPrefix, call PythonValue]
        "The text is Python, not JSON: values were put into the prompt with str() or an f-string, or its examples are Python.",
        "Write JSON: double quotes, true, false and null, and arrays in square brackets instead of tuples.",
        "Build the examples in the prompt with json.dumps, and describe tuples as arrays.";
    "unescaped-quotes" [fix InnerQuote, fix DoubledQuotes]
        "Quotes inside a string were not escaped: a value quotes a word, or holds code or HTML.",
        "Escape each double quote inside a string as \\\".",
        "Ask for single quotes inside values, or pass code outside of JSON, for example in a fenced block of its own.";
    "multiline-string" [fix RawControl, fix LineContinuation]
        "A string holds line breaks or tabs as they are: the value is code or a longer text.",
        "Write line breaks inside strings as \\n and tabs as \\t.",
        "Ask for long texts and code outside of JSON, or as an array of lines.";
    "backslashes" [fix LiteralBackslash, fix EscapeSpelling, fix EscapedSpace]
        "Backslashes were not escaped: a value holds a path, a regular expression or LaTeX.",
        "Write each backslash inside a string twice.",
        "Ask for forward slashes in paths, and show one escaped regular expression in the example.";
    "typography" [fix SmartQuotes, fix WidePunctuation, fix OddSpace, fix BacktickQuotes]
        "Quotes or punctuation are typographic: the text went through a word processor, or the model writes in a language that uses them.",
        "Use the plain quote \" and ASCII punctuation around keys and values.",
        "Check that the examples in the prompt have plain quotes.";
    "abbreviated" [fix Ellipsis]
        "The model left content out and wrote an ellipsis, as the examples of manuals do.",
        "Write every item out; do not abbreviate with an ellipsis.",
        "Show complete examples without `...`, and ask for fewer items.";
    "non-finite" [fix NonFinite]
        "A number is NaN or Infinity, which JSON does not have: a program wrote it, or the example did.",
        "Write null where there is no number.",
        "Encode with a setting that refuses NaN, such as json.dumps(…, allow_nan=False).";
    "javascript" [fix Comment, fix TrailingComma, fix UnquotedKey, fix SingleQuotes, fix TripleQuotes, fix JoinedStrings, fix Assignment]
        "The text is JavaScript or JSON with comments rather than JSON: configuration files and source code look like that.",
        "Write strict JSON: keys in double quotes, no comments, and no comma after the last item.",
        "Show strict JSON in the examples, without comments and trailing commas.";
    "brackets" [fix MissingCloser, fix MissingOpener, fix SurplusCloser, fix WrongCloser, fix WrongOpener, fix EarlyCloser]
        "The model lost count of its brackets, which happens with deep nesting and small models.",
        "Close each bracket once, in the order in which they were opened.",
        "Flatten the structure you ask for, or use the provider's JSON mode.";
    "slip" [fix MissingComma, fix MissingColon, fix ExtraComma, fix ExtraColon, fix WrongSeparator, fix SurplusQuote,
            fix MissingOpenQuote, fix MissingCloseQuote, fix MissingValue, fix UnquotedValue, fix NewObject, fix StrayText,
            fix NumberText, fix NumberSpelling, fix NumberKey, fix WordCase, fix Parentheses, fix Notation]
        "A slip: a quote, a comma, a colon or a value is missing or misplaced. Small models and high temperatures do this.",
        "Send it again as strict JSON.",
        "Lower the temperature, or use the provider's JSON mode.";
    "types" [fix RenamedKey, fix CoercedNumber, fix CoercedBoolean, fix CoercedNull, fix CoercedString, fix EncodedJson,
             fix WrappedItem, fix EnumSpelling, fix LossyBoolean, fix LossyNumber, fix Unwrapped, fix DroppedNull,
             fix DroppedMember, fix ByPosition, call NameFromTools, call NameFromArguments, call ListOfValues]
        "Keys, names or values are not spelled or typed as the tool declares them, and were converted.",
        "Use the keys, names and types that the tool declares.",
        "Give each parameter a type, a description and an example in the tool's schema.";
    "several-documents" [clue SeveralDocuments, fix NextDocument, fix DroppedDocument, fix RepeatedDocument, fix AbandonedStart]
        "There are several JSON documents: more than one answer, or a draft and its correction.",
        "Send exactly one JSON value.",
        "Ask for one array when several results may come, and for one answer without drafts.";
    "duplicate-keys" [fix DuplicateKey, call RepeatedKey, call MissingKey]
        "An object has the same key twice, and readers differ in which value counts.",
        "Use each key once in an object.",
        "Ask for an array where a key can have several values.";
    "reasoning" [fix Reasoning]
        "The model's reasoning stands in the text: the server does not split it from the answer.",
        "Send the JSON without your reasoning.",
        "Turn on the reasoning parser of the server for this model.";
    "chat-wrapper" [fix Fence, fix Prose, fix Wrapper]
        "The model answered as in a chat: the JSON is inside a code fence, quotes or a sentence.",
        "Send the JSON alone, without a code fence and without text around it.",
        "Use the provider's JSON mode, or say in the prompt that the answer starts with `{` and ends with `}`.";
}
