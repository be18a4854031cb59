//! The one table of fix codes: everything a repair can do to a text, with its risk, the strategy it belongs to, one
//! line of explanation and one example. `--help`, the documentation, the JSON report and the costs read this table.

use std::borrow::Cow;
use std::fmt;

/// How much a fix guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Risk {
    /// Only the spelling changed; the meaning is certain.
    Syntax,
    /// One reading is clearly the best.
    Inferred,
    /// Data was dropped or filled in, or another reading fits nearly as well.
    Lossy,
}

impl Risk {
    /// The name in reports and flags.
    pub fn name(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Inferred => "inferred",
            Self::Lossy => "lossy",
        }
    }
}

impl fmt::Display for Risk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The way of reading that a record needed, from weakest to strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strategy {
    /// The text was valid.
    Direct,
    /// The text was a Python literal, as `ast.literal_eval` reads it.
    PythonAst,
    /// Only quotes were wrong.
    RegexQuotes,
    /// Structure was repaired, or the JSON was found inside other text.
    Structural,
    /// A rule for this tool applied.
    ManualRepair,
    /// The text could not be repaired.
    Failed,
}

impl Strategy {
    /// The name in reports and configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::PythonAst => "python_ast",
            Self::RegexQuotes => "regex_quotes",
            Self::Structural => "structural",
            Self::ManualRepair => "manual_repair",
            Self::Failed => "failed",
        }
    }

    /// Returns the strategy of this name.
    pub fn named(name: &str) -> Option<Self> {
        let all = [
            Self::Direct,
            Self::PythonAst,
            Self::RegexQuotes,
            Self::Structural,
            Self::ManualRepair,
            Self::Failed,
        ];
        all.into_iter().find(|strategy| strategy.name() == name)
    }
}

/// What the table says about one code.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct About {
    /// The stable name in kebab case.
    pub name: &'static str,
    /// The risk of the code.
    pub risk: Risk,
    /// The strategy that a record with this code needed.
    pub strategy: Strategy,
    /// One line: what was wrong, and what jmend does.
    pub summary: &'static str,
    /// An example of a broken text.
    pub before: &'static str,
    /// The repair of the example.
    pub after: &'static str,
}

macro_rules! codes {
    ($($code:ident $risk:ident $strategy:ident $name:literal: $summary:literal, $before:literal => $after:literal;)*) => {
        /// What kind of fix it is; `about` gives its row of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code { $(#[doc = $summary] $code,)* }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &[Code] = &[$(Code::$code,)*];

            /// This code's row of the table.
            pub fn about(self) -> &'static About {
                match self {
                    $(Code::$code => &About {
                        name: $name, risk: Risk::$risk, strategy: Strategy::$strategy, summary: $summary,
                        before: $before, after: $after,
                    },)*
                }
            }
        }
    };
}

codes! {
    // Quotes
    SingleQuotes      Syntax   RegexQuotes "single-quotes": "single quotes around a string become double quotes", "{'a': 'b'}" => r#"{"a": "b"}"#;
    SmartQuotes       Syntax   RegexQuotes "smart-quotes": "typographic quotes around a string become double quotes", "{“a”: 1}" => r#"{"a": 1}"#;
    BacktickQuotes    Syntax   RegexQuotes "backtick-quotes": "backticks around a string become double quotes", "{\"a\": `b`}" => r#"{"a": "b"}"#;
    TripleQuotes      Syntax   Structural  "triple-quotes": "triple quotes around a string become double quotes", r#"{"a": """b"""}"# => r#"{"a": "b"}"#;
    DoubledQuotes     Inferred RegexQuotes "doubled-quotes": "a quote is written twice", r#"{""a"": 1}"# => r#"{"a": 1}"#;
    UnquotedKey       Syntax   RegexQuotes "unquoted-key": "a key has no quotes", "{a: 1}" => r#"{"a": 1}"#;
    UnquotedValue     Inferred RegexQuotes "unquoted-value": "text has no quotes", "{\"a\": hello}" => r#"{"a": "hello"}"#;
    InnerQuote        Inferred Structural  "inner-quote": "a quote inside a string is not escaped", r#"{"a": "say "hi" now"}"# => r#"{"a": "say \"hi\" now"}"#;
    MissingOpenQuote  Inferred Structural  "missing-open-quote": "a string has no opening quote", r#"{"a": b"}"# => r#"{"a": "b"}"#;
    MissingCloseQuote Inferred Structural  "missing-close-quote": "a string has no closing quote", "{\"a\": \"b, \"c\": 1}" => r#"{"a": "b", "c": 1}"#;
    EscapedQuotes     Inferred RegexQuotes "escaped-quotes": "a quote that bounds a string is escaped", r#"{"a": \"b\"}"# => r#"{"a": "b"}"#;
    // Inside strings
    RawControl        Syntax   Structural  "raw-control": "a raw newline, tab or control character in a string is now escaped", "{\"a\": \"b\tc\"}" => r#"{"a": "b\tc"}"#;
    EscapeSpelling    Syntax   Structural  "escape-spelling": "an escape of another language becomes the JSON one", r#"{"a": "it\'s"}"# => r#"{"a": "it's"}"#;
    LiteralBackslash  Inferred Structural  "literal-backslash": "a backslash that starts no escape is now escaped itself", r#"{"a": "\d+"}"# => r#"{"a": "\\d+"}"#;
    MarkdownEscape    Inferred Structural  "markdown-escape": "an underscore is escaped as Markdown does it", r#"{"user\_id": 1}"# => r#"{"user_id": 1}"#;
    LineContinuation  Syntax   Structural  "line-continuation": "a backslash at the end of a line is taken as a line continuation", "{\"a\": 'b\\\nc'}" => r#"{"a": "bc"}"#;
    CutEscape         Lossy    Structural  "cut-escape": "an escape that is cut off is dropped", r#"{"a": "b\u12"# => r#"{"a": "b"}"#;
    LoneSurrogate     Lossy    Structural  "lone-surrogate": "half of a surrogate pair becomes U+FFFD", r#"{"a": "\ud800",}"# => "{\"a\": \"\u{fffd}\"}";
    JoinedStrings     Syntax   Structural  "joined-strings": "string parts are joined", r#"["a" + "b"]"# => r#"["ab"]"#;
    StringPrefix      Syntax   Structural  "string-prefix": "a string prefix is dropped", r#"{"a": r"\d"}"# => r#"{"a": "\\d"}"#;
    // Separators
    TrailingComma     Syntax   Structural  "trailing-comma": "a comma before a closing bracket is dropped", "[1, 2,]" => "[1, 2]";
    ExtraComma        Inferred Structural  "extra-comma": "a comma with nothing before it is dropped", "[,1,,2]" => "[1,2]";
    MissingComma      Inferred Structural  "missing-comma": "a comma is missing", "[1 2]" => "[1, 2]";
    MissingColon      Inferred Structural  "missing-colon": "a colon is missing", r#"{"a" 1}"# => r#"{"a": 1}"#;
    WrongSeparator    Inferred Structural  "wrong-separator": "another character stands for a comma or colon", r#"{"a" => 1; "b" = 2}"# => r#"{"a" : 1, "b" : 2}"#;
    ExtraColon        Inferred Structural  "extra-colon": "a surplus colon is dropped", r#"{"a":: 1}"# => r#"{"a": 1}"#;
    WidePunctuation   Syntax   Structural  "wide-punctuation": "full-width punctuation becomes ASCII", "{\"a\"：1}" => r#"{"a":1}"#;
    Comment           Syntax   Structural  "comment": "a comment is dropped", "{\"a\": 1 // one\n}" => "{\"a\": 1 \n}";
    OddSpace          Syntax   Structural  "odd-space": "white space that JSON does not know becomes a space", "{\"a\":\u{a0}1}" => r#"{"a": 1}"#;
    EscapedSpace      Inferred Structural  "escaped-space": "a written-out \\n or \\t between tokens is taken as white space", r#"{\n"a": 1}"# => r#"{ "a": 1}"#;
    // Words and numbers
    PythonWord        Syntax   Structural  "python-word": "a Python word becomes the JSON one", "[True, None]" => "[true, null]";
    WordCase          Syntax   Structural  "word-case": "true, false, and null become lower case", "[TRUE]" => "[true]";
    Placeholder       Lossy    Structural  "placeholder": "a placeholder for omitted data becomes null", "[{\"a\": [Object]}]" => "[{\"a\": null}]";
    Undefined         Lossy    Structural  "undefined": "undefined becomes null", "[undefined]" => "[null]";
    NonFinite         Lossy    Structural  "non-finite": "NaN or Infinity becomes null", "[NaN]" => "[null]";
    NumberSpelling    Syntax   Structural  "number-spelling": "a number in another language's spelling", "[+1, .5, 0x1F]" => "[1, 0.5, 31]";
    NumberText        Inferred Structural  "number-text": "text that is not plainly a number stays text", "{\"a\": 00501}" => r#"{"a": "00501"}"#;
    Notation          Syntax   Structural  "notation": "a word or character of another language becomes JSON", "{:a=>:b}" => r#"{"a":"b"}"#;
    ClassName         Syntax   Structural  "class-name": "the name of a class or a type is dropped", "Point { x: 1, y: None }" => r#"{ "x": 1, "y": null }"#;
    // Containers
    Tuple             Syntax   Structural  "tuple": "a tuple becomes an array", "(1, 2)" => "[1, 2]";
    Set               Syntax   Structural  "set": "a set becomes an array", "{'a', 'b'}" => r#"["a", "b"]"#;
    Parentheses       Syntax   Structural  "parentheses": "parentheses around a value are dropped", "{\"a\": (1)}" => r#"{"a": 1}"#;
    CallWrapper       Inferred Structural  "call-wrapper": "a call around a value is dropped", r#"{"id": ObjectId("5f")}"# => r#"{"id": "5f"}"#;
    MissingCloser     Inferred Structural  "missing-closer": "a closing bracket is missing", r#"{"a": [1, 2}"# => r#"{"a": [1, 2]}"#;
    MissingOpener     Inferred Structural  "missing-opener": "an opening bracket is missing", r#"[{"a": 1}, "a": 2}]"# => r#"[{"a": 1}, {"a": 2}]"#;
    WrongCloser       Inferred Structural  "wrong-closer": "a closing bracket is of the wrong kind", r#"{"a": [1, 2}}"# => r#"{"a": [1, 2]}"#;
    WrongOpener       Inferred Structural  "wrong-opener": "an opening bracket is of the wrong kind", r#"["a": 1]"# => r#"{"a": 1}"#;
    SurplusCloser     Syntax   Structural  "surplus-closer": "a closing bracket too many at the very end is dropped", "{\"a\": 1}}" => r#"{"a": 1}"#;
    EarlyCloser       Inferred Structural  "early-closer": "a closing bracket before the end is dropped", r#"{"a": 1}, "b": 2}"# => r#"{"a": 1, "b": 2}"#;
    DoubledBraces     Inferred Structural  "doubled-braces": "a brace is written more than once", r#"{{"a": 1}}"# => r#"{"a": 1}"#;
    // Around the JSON
    Bom               Syntax   Structural  "bom": "a byte order mark is dropped", "\u{feff}{}" => "{}";
    Utf16             Syntax   Structural  "utf-16": "UTF-16 becomes UTF-8", "" => "";
    InvalidUtf8       Lossy    Structural  "invalid-utf8": "bytes that are not UTF-8 become U+FFFD", "" => "";
    Fence             Syntax   Structural  "fence": "a code fence around the JSON is dropped", "```json\n{}\n```" => "{}";
    Prose             Inferred Structural  "prose": "text around the JSON is dropped", "Sure: {} Done." => "{}";
    Reasoning         Inferred Structural  "reasoning": "a reasoning block is dropped", "<think>a</think>{}" => "{}";
    Assignment        Inferred Structural  "assignment": "an assignment before the JSON is dropped", "const a = {};" => "{}";
    LeakedToken       Inferred Structural  "leaked-token": "a token of the model's own format is dropped", "{}<|call|>" => "{}";
    Ansi              Syntax   Structural  "ansi": "colors of a terminal are dropped", "{\u{1b}[34m\"a\"\u{1b}[0m: 1}" => r#"{"a": 1}"#;
    LinePrefix        Inferred Structural  "line-prefix": "the same words before every line are dropped", "web | {\nweb |   \"a\": 1\nweb | }" => "{\n  \"a\": 1\n}";
    Wrapper           Inferred Structural  "wrapper": "a quote, a box or a doubled start around the document is dropped", r#""{"a": 1}""# => r#"{"a": 1}"#;
    ConflictMarker    Lossy    Structural  "conflict-marker": "the markers of a merge conflict are dropped, and the side after them", "{\n<<<<<<< a\n\"a\": 1\n=======\n\"a\": 2\n>>>>>>> b\n}" => "{\n\"a\": 1\n}";
    EscapedDocument   Inferred Structural  "escaped-document": "the whole document is escaped once more", r#"{\"a\": \"b\"}"# => r#"{"a": "b"}"#;
    Entities          Inferred Structural  "entities": "HTML entities stand for the quotes", "{&quot;a&quot;: 1}" => r#"{"a": 1}"#;
    // Missing and surplus content
    MissingValue      Lossy    Structural  "missing-value": "a key has no value; it is null now", r#"{"a": , "b": 1}"# => r#"{"a": null, "b": 1}"#;
    Ellipsis          Lossy    Structural  "ellipsis": "an ellipsis is dropped", "[1, 2, ...]" => "[1, 2 ]";
    SurplusQuote      Inferred RegexQuotes "surplus-quote": "a quote too many after a closing bracket is dropped", r#"[["a", 1]", ["b", 2]]"# => r#"[["a", 1], ["b", 2]]"#;
    StrayText         Lossy    Structural  "stray-text": "text that belongs to nothing is dropped", r#"{"a": 1, NOTE "b": 2}"# => r#"{"a": 1, "b": 2}"#;
    DuplicateKey      Lossy    Structural  "duplicate-key": "a key occurs twice in an object; the last value wins", "{'a': 1, 'a': 2}" => r#"{"a": 2}"#;
    NumberKey         Syntax   Structural  "plain-key": "a key that is not a string is put in quotes", "{1: 2}" => r#"{"1": 2}"#;
    NewObject         Inferred Structural  "new-object": "the same key comes again, so a new object begins", r#"[{"id": 1 "id": 2}]"# => r#"[{"id": 1 }, {"id": 2}]"#;
    EmptyInput        Syntax   Structural  "empty-input": "empty arguments become an empty object", "" => "{}";
    // Several documents
    RepeatedDocument  Lossy    Structural  "repeated-document": "an identical copy beside prose is dropped", "{\"a\":1} and {\"a\":1}" => r#"{"a":1}"#;
    AbandonedStart    Inferred Structural  "abandoned-start": "an incomplete copy beside the whole one is dropped", r#"{"a":1}{"a":"# => r#"{"a":1}"#;
    DroppedDocument   Lossy    Structural  "dropped-document": "another document in the text is left out", r#"[1] {"a":1}"# => r#"{"a":1}"#;
    NextDocument      Syntax   Structural  "next-document": "documents are written one a line", r#"{"a":1}{"a":2}"# => "{\"a\":1}\n{\"a\":2}";
    // Cut-off input
    CutOff            Lossy    Structural  "cut-off": "the text is cut off; what is open is closed", r#"{"a": [1, 2"# => r#"{"a": [1, 2]}"#;
    CutPart           Lossy    Structural  "cut-part": "an unfinished key, value or escape at the cut is dropped", r#"{"a": 1, "b"# => r#"{"a": 1}"#;
    // Rules for a tool: names
    Alias             Syntax   ManualRepair "alias": "a key is a declared alias of the tool's own key", r#"{"command": "ls"}"# => r#"{"cmd": "ls"}"#;
    AliasConflict     Syntax   ManualRepair "alias-conflict": "a key and its declared alias are both there, and neither is renamed", r#"{"command": "ls", "cmd": "pwd"}"# => r#"{"command": "ls", "cmd": "pwd"}"#;
    RenamedKey        Inferred ManualRepair "renamed-key": "a key is the tool's key in another spelling", r#"{"userName": "x"}"# => r#"{"user_name": "x"}"#;
    // Rules for a tool: strings that hold JSON
    NestedJson        Inferred ManualRepair "nested-json": "a string that reads as a container, but is not JSON, holds JSON now", r#"{"ops": "[{a: 1}]"}"# => r#"{"ops": "[{\"a\": 1}]"}"#;
    NestedText        Inferred PythonAst    "nested-text": "a string that holds a Python literal holds its JSON now", r#"{"ops": "[{'a': 1}]"}"# => r#"{"ops": "[{\"a\": 1}]"}"#;
    DecodedJson       Syntax   ManualRepair "decoded-json": "a string holds the JSON of a container; the container stands there now", r#"{"tags": "[\"a\"]"}"# => r#"{"tags": ["a"]}"#;
    DecodedText       Inferred ManualRepair "decoded-text": "a string holds almost the JSON of a container; the container stands there now", r#"{"tags": "['a']"}"# => r#"{"tags": ["a"]}"#;
    // The schema's types, nothing lost
    CoercedNumber     Syntax   ManualRepair "coerced-number": "a number is written as a string", r#"{"n": "5"}"# => r#"{"n": 5}"#;
    CoercedBoolean    Syntax   ManualRepair "coerced-boolean": "true or false is written as a string", r#"{"on": "True"}"# => r#"{"on": true}"#;
    CoercedNull       Inferred ManualRepair "coerced-null": "null is written as a string", r#"{"ref": "null"}"# => r#"{"ref": null}"#;
    CoercedString     Syntax   ManualRepair "coerced-string": "a string is written without quotes", r#"{"zip": 12.50}"# => r#"{"zip": "12.50"}"#;
    EncodedJson       Inferred ManualRepair "encoded-json": "the tool wants text; a container becomes the text of its JSON", r#"{"body": {"a": 1}}"# => r#"{"body": "{\"a\": 1}"}"#;
    WrappedItem       Inferred ManualRepair "wrapped-item": "a single item becomes the array that the tool wants", r#"{"tags": "a"}"# => r#"{"tags": ["a"]}"#;
    EnumSpelling      Inferred ManualRepair "enum-spelling": "one of the allowed words is written in other case, or with spaces around it", r#"{"mode": "Fast "}"# => r#"{"mode": "fast"}"#;
    FilledDefault     Inferred ManualRepair "filled-default": "a key is absent and gets its declared default", "{}" => r#"{"limit": 10}"#;
    // The schema's types, something lost
    LossyBoolean      Lossy    ManualRepair "lossy-boolean": "a word or digit stands for true or false", r#"{"on": "yes"}"# => r#"{"on": true}"#;
    LossyNumber       Lossy    ManualRepair "lossy-number": "a number is written with characters that are not part of it", r#"{"n": "$1,234"}"# => r#"{"n": 1234}"#;
    Unwrapped         Lossy    ManualRepair "unwrapped": "a value is wrapped once more than the tool wants", r#"{"n": [5]}"# => r#"{"n": 5}"#;
    DroppedNull       Lossy    ManualRepair "dropped-null": "an optional key that may not be null is null, and is dropped", r#"{"n": null}"# => "{}";
    DroppedMember     Lossy    ManualRepair "dropped-member": "a key that the tool does not have is dropped", r#"{"n": 1, "note": 2}"# => r#"{"n": 1}"#;
    ByPosition        Lossy    ManualRepair "by-position": "an array becomes an object by the order of its properties", r#"[1, "a"]"# => r#"{"line": 1, "path": "a"}"#;
}

impl Code {
    /// Stable name in reports.
    pub fn name(self) -> &'static str {
        self.about().name
    }

    /// The code with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }
}

/// One change to the text: the bytes `start..end` of the input became `replacement`.
///
/// Fixes are in ascending order and do not overlap, so that applying them to the input yields the output. A fix
/// without a replacement changes nothing itself: it is a note on a change that a larger fix made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "internal"), non_exhaustive)]
pub struct Fix<'a> {
    /// The kind of change.
    pub code: Code,
    /// The first byte of the input that changes.
    pub start: usize,
    /// The byte after the last one that changes; equal to `start` for an insertion.
    pub end: usize,
    /// The new text; `None` for a note.
    pub replacement: Option<Cow<'a, str>>,
    /// At least the risk of the code; higher if another reading fits nearly as well.
    pub risk: Risk,
}

impl Fix<'_> {
    /// The same fix, without a copy of its text.
    #[inline]
    pub fn borrowed(&self) -> Fix<'_> {
        let &Self { code, start, end, risk, .. } = self;
        Fix { code, start, end, replacement: self.replacement.as_deref().map(Cow::Borrowed), risk }
    }

    /// The same fix, with a text of its own.
    pub fn into_owned(self) -> Fix<'static> {
        let Self { code, start, end, risk, replacement } = self;
        Fix { code, start, end, replacement: replacement.map(|text| Cow::Owned(text.into_owned())), risk }
    }
}
