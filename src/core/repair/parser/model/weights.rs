//! The weights of the cost model: what each piece of evidence says against a reading.
//!
//! A reading of a text costs the sum of the weights of what it claims. The unit is small: 8 is one forgotten token, a slip
//! that models make often, and each level up is roughly twice as rare or half again. `benches/weights/fit.py` chooses the
//! levels on damaged documents and writes them into the table below; the reasons are written by hand.

/// The levels that a weight may have.
#[cfg(feature = "internal")]
pub const LEVELS: [u32; 9] = [1, 2, 4, 8, 12, 16, 20, 24, 32];

/// Makes the features, their weights and their names from one table.
macro_rules! weights {
    ($($(#[doc = $text:literal])+ $feature:ident = $weight:literal,)+) => {
        /// One kind of evidence against a reading.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Feature {
            $($(#[doc = $text])+ $feature,)+
        }

        /// The weight of each feature.
        pub const WEIGHTS: &[u32] = &[$($weight,)+];

        /// The names of the features, as the table has them.
        #[cfg(any(feature = "internal", feature = "tuning"))]
        pub const NAMES: &[&str] = &[$(stringify!($feature),)+];
    };
}

weights! {
    // Fixes: see `cost::feature`.
    /// A spelling of another language or format that few texts have: `(1, 2)`, `...`, `NaN`, a fence.
    OtherNotation = 2,
    /// A token stands for another one or twice, or a piece is damaged: `;` for `,`, `,,`, an escape that was cut.
    OtherToken = 4,
    /// A token is missing, or a value has no quotes: the everyday slip.
    TokenSlip = 8,
    /// A token stands where it does not belong: a quote in a string, a bracket that closes too early.
    MisplacedToken = 12,
    /// A value is missing, or words that belong to nothing are dropped: the last resort.
    LostContent = 20,

    /// A line ends where the comma is missing: so much less is said against it.
    EndsLine = 2,

    // A quote is content of its string.
    /// It is not the first one in a string whose quotes are not escaped, or in a document with such strings.
    QuoteAgain = 4,
    /// There is another one in the same string.
    QuoteInSameString = 2,
    /// What follows it is what follows the end of a value: a key with its colon, closing brackets that fit.
    BeforeStructure = 20,
    /// What follows it can begin a further item, key or value, with or without a comma; or the string is a key itself.
    BeforeItem = 12,
    /// A separator follows, or structure that the string itself explains: it holds keys or pairs of quotes of its own.
    BeforeSeparator = 2,

    /// It begins a line as the members or items around its string do, no further in: the string swallows a line of the
    /// document.
    SwallowedLine = 12,

    // A quote ends its string.
    /// The quotes inside are odd in number, and they come in pairs.
    UnpairedQuote = 8,
    /// The one quote inside has no partner (it may stand for inches), or the string lost its closing one after a few.
    LoneQuote = 4,
    /// The string has many quotes, and yet it is its closing one that is missing.
    LostAfterQuotes = 12,
    /// It stands as one does in code or in a quotation: between apostrophes, before a word, before a written-out line end.
    InsideCode = 8,

    // A text without quotes goes on.
    /// Past a comma, a line end, or a bracket that does not fit.
    PastToken = 8,
    /// Past a key and its colon, or the bracket that closes its container.
    PastStructure = 16,
    /// Several words without quotes where data is due, or a quote among them: rather prose. Or a string or a row swallows
    /// what look like further items or rows.
    SeveralWords = 4,

    // The text, or the document, ends.
    /// The text ends inside a container.
    CutOff = 4,
    /// For each level that is open at the end.
    CutLevel = 2,
    /// The text ends inside a string.
    CutString = 8,
    /// The text ends inside a key that is as long as a text: all of it would be dropped.
    CutLongKey = 32,
    /// The document ends although brackets are open and text follows, for each level.
    EndsHere = 8,
    /// The same where whole sentences follow on lines of their own.
    EndsBeforeSentence = 2,
    /// The document is given up for one that begins with another key.
    RestartElsewhere = 32,

    // Keys and values.
    /// A key without its colon, or one that the object is not expected to have.
    OddKey = 4,
    /// A key that is rather a text: long, with a colon or a line end in it, or before words.
    KeyLikeText = 8,
    /// A value has a colon after it, or the first key of an object comes again in it.
    NotAValue = 24,
    /// What is taken for a token is rather content: a word between two quotes, a comment with quotes, a plus in quotes, a
    /// quote in parentheses of its string.
    RatherContent = 16,

    // What follows the document, or is passed over.
    /// A token of JSON that is passed over, each: in a comment, or in what follows the document.
    SkippedToken = 2,
    /// A closing bracket too many, each.
    SurplusCloser = 2,
    /// Another document.
    TailDocument = 4,
    /// Prose.
    TailProse = 4,
    /// Tokens that belong to a document.
    TailTokens = 16,
    /// The rest of the line has quotes or brackets in it, or closes more than it opens.
    TailBrackets = 24,
}

impl Feature {
    /// The weight of this feature.
    #[cfg(not(feature = "tuning"))]
    #[inline]
    pub const fn weight(self) -> u32 {
        WEIGHTS[self as usize]
    }

    /// The weight of this feature, or the one that the environment variable `JMEND_WEIGHTS` gives it: `Name=8,Other=0`. Only
    /// builds for `benches/weights` have this.
    #[cfg(feature = "tuning")]
    pub fn weight(self) -> u32 {
        static TUNED: std::sync::OnceLock<Vec<u32>> = std::sync::OnceLock::new();
        TUNED.get_or_init(|| {
            let setting = std::env::var("JMEND_WEIGHTS").unwrap_or_default();
            let of = |name: &str| {
                setting.split(',').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('=')?.parse().ok())
            };
            NAMES.iter().zip(WEIGHTS).map(|(name, weight)| of(name).unwrap_or(*weight)).collect()
        })[self as usize]
    }
}
