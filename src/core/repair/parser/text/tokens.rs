//! Tokens: their kinds, the sets of kinds that lexer, look-ahead and table share, and the quotes in all spellings.

/// What bounds a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quote {
    Double,
    Single,
    Backtick,
    /// “ ” „ ‟ ″ and the full-width form, in any orientation.
    Smart,
    /// ‘ ’ ‚ ‛ ´
    SmartSingle,
    /// « » ‹ ›
    Angle,
    /// 「 」 『 』
    Corner,
    TripleDouble,
    TripleSingle,
    /// `\"`
    Escaped,
    /// `\'`
    EscapedSingle,
    /// `""` where one was meant.
    Twice,
    /// `<|"|>` or `<|">`
    Mark,
}

/// A kind of quotes: how it is spelled, and which other kinds close a string that it opened.
pub struct Quotes {
    pub quote: Quote,
    pub spellings: &'static [&'static str],
    pub closed_also_by: &'static [Quote],
}

const fn quotes(
    quote: Quote,
    spellings: &'static [&'static str],
    closed_also_by: &'static [Quote],
) -> Quotes {
    Quotes { quote, spellings, closed_also_by }
}

/// All quotes. `lexer::quote_at` finds those of one character beyond ASCII by this table, and `is_string_stop` knows the
/// bytes from it; a test checks that the lexer and the stops of `json::stops` agree with it about all others.
pub const QUOTES: &[Quotes] = &[
    quotes(Quote::Double, &["\""], &[]),
    quotes(Quote::Single, &["'"], &[]),
    quotes(Quote::Backtick, &["`"], &[Quote::Single, Quote::SmartSingle]),
    quotes(Quote::Smart, &["“", "”", "„", "‟", "″", "＂"], &[Quote::Double]),
    quotes(Quote::SmartSingle, &["´", "‘", "’", "‚", "‛", "＇"], &[Quote::Single]),
    quotes(Quote::Angle, &["«", "»", "‹", "›"], &[]),
    quotes(Quote::Corner, &["「", "」", "『", "』"], &[]),
    quotes(Quote::TripleDouble, &["\"\"\""], &[]),
    quotes(Quote::TripleSingle, &["'''"], &[]),
    quotes(Quote::Escaped, &["\\\""], &[]),
    quotes(Quote::EscapedSingle, &["\\'"], &[]),
    quotes(Quote::Twice, &["\"\""], &[]),
    quotes(Quote::Mark, &["<|\"|>", "<|\">"], &[Quote::Double]),
];

/// The quote that `rest` begins with, where it is one character beyond ASCII, and its length.
#[inline]
pub(super) fn wide_quote(rest: &[u8]) -> Option<(Quote, usize)> {
    let len = if rest.first()? < &0xe0 { 2 } else { 3 };
    let key = key_of(rest.get(..len)?);
    WIDE.iter().find(|(wide, _)| *wide == key).map(|(_, quote)| (*quote, len))
}

/// The quotes of one character beyond ASCII, by their bytes.
const WIDE: [(u32, Quote); WIDE_COUNT] = {
    let mut wide = [(0, Quote::Double); WIDE_COUNT];
    let (mut kind, mut len) = (0, 0);
    while kind < QUOTES.len() {
        let mut at = 0;
        while at < QUOTES[kind].spellings.len() {
            let spelling = QUOTES[kind].spellings[at].as_bytes();
            if !spelling[0].is_ascii() {
                wide[len] = (key_of(spelling), QUOTES[kind].quote);
                len += 1;
            }
            at += 1;
        }
        kind += 1;
    }
    wide
};

/// How many there are.
const WIDE_COUNT: usize = {
    let (mut count, mut kind) = (0, 0);
    while kind < QUOTES.len() {
        let mut at = 0;
        while at < QUOTES[kind].spellings.len() {
            count += !QUOTES[kind].spellings[at].as_bytes()[0].is_ascii() as usize;
            at += 1;
        }
        kind += 1;
    }
    count
};

/// The bytes of a character as one number.
const fn key_of(character: &[u8]) -> u32 {
    let (mut key, mut at) = (0, 0);
    while at < character.len() {
        key = key << 8 | character[at] as u32;
        at += 1;
    }
    key
}

/// Returns whether this byte can begin something that matters inside a string opened with `quote`: a closing quote, a
/// backslash, a control character.
#[inline]
pub fn is_string_stop(quote: Quote, byte: u8) -> bool {
    STOPS[byte as usize] >> quote as u32 & 1 == 1
}

/// For each byte, the quotes, as bits, in whose strings it is a stop.
const STOPS: [u16; 256] = {
    let mut stops = [0; 256];
    let mut control = 0;
    while control < 0x20 {
        stops[control] = u16::MAX;
        control += 1;
    }
    stops[b'\\' as usize] = u16::MAX;
    let mut kind = 0;
    while kind < QUOTES.len() {
        let bit = 1 << QUOTES[kind].quote as u32;
        add_first_bytes(&mut stops, bit, QUOTES[kind].spellings);
        let mut also = 0;
        while also < QUOTES[kind].closed_also_by.len() {
            // The rows stand in the order of the kinds.
            add_first_bytes(&mut stops, bit, QUOTES[QUOTES[kind].closed_also_by[also] as usize].spellings);
            also += 1;
        }
        kind += 1;
    }
    stops
};

const fn add_first_bytes(stops: &mut [u16; 256], bit: u16, spellings: &[&str]) {
    let mut at = 0;
    while at < spellings.len() {
        stops[spellings[at].as_bytes()[0] as usize] |= bit;
        at += 1;
    }
}

/// A token, in whatever dress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `{` or `[`
    Open(u8),
    /// `(`
    Paren,
    /// `}`, `]` or `)`
    Close(u8),
    Comma,
    Colon,
    /// `=`, `=>`, `:=`, `->`
    Equals,
    Semicolon,
    Plus,
    Quote(Quote),
    /// A code fence with its language.
    Fence,
    /// A token of a model's own format: `<|…|>` or a closing tag.
    Leaked,
    /// `...` or `…`
    Ellipsis,
    /// Anything else: words, numbers, text.
    Other,
    End,
}

/// Sets of kinds of tokens, as bits.
pub mod set {
    pub const OPEN: u16 = 1;
    pub const PAREN: u16 = 1 << 1;
    pub const CLOSE: u16 = 1 << 2;
    pub const COMMA: u16 = 1 << 3;
    pub const SEMICOLON: u16 = 1 << 4;
    pub const COLON: u16 = 1 << 5;
    /// `=`, `=>`, `:=`, `->`
    pub const EQUALS: u16 = 1 << 6;
    pub const PLUS: u16 = 1 << 7;
    pub const QUOTE: u16 = 1 << 8;
    pub const FENCE: u16 = 1 << 9;
    pub const ELLIPSIS: u16 = 1 << 10;
    pub const LEAKED: u16 = 1 << 11;
    pub const OTHER: u16 = 1 << 12;
    /// The end of the text.
    pub const END: u16 = 1 << 13;
    /// Where a value is due: what stands for one that was left out, `[Object]`.
    pub const PLACEHOLDER: u16 = 1 << 14;
    /// Where a key is due: a string with a prefix, `u'key'`.
    pub const PREFIXED: u16 = 1 << 15;

    pub const ANY: u16 = u16::MAX;
    /// Brackets that open.
    pub const OPENERS: u16 = OPEN | PAREN;
    /// What may stand between members or items.
    pub const SEPARATORS: u16 = COMMA | SEMICOLON;
    /// What may stand between a key and its value.
    pub const COLONS: u16 = COLON | EQUALS;
    /// Words, numbers, and anything else.
    pub const WORDS: u16 = LEAKED | OTHER;
    /// What ends a value without quotes that stands alone.
    pub const ENDS: u16 = SEPARATORS | CLOSE | END | FENCE;
    /// What a document that is strict JSON up to here can go on with.
    pub const CONTINUES: u16 = SEPARATORS | COLONS | CLOSE | PLUS;
}

impl TokenKind {
    /// Returns the set that has this kind alone.
    pub fn set(self) -> u16 {
        match self {
            Self::Open(_) => set::OPEN,
            Self::Paren => set::PAREN,
            Self::Close(_) => set::CLOSE,
            Self::Comma => set::COMMA,
            Self::Semicolon => set::SEMICOLON,
            Self::Colon => set::COLON,
            Self::Equals => set::EQUALS,
            Self::Plus => set::PLUS,
            Self::Quote(_) => set::QUOTE,
            Self::Fence => set::FENCE,
            Self::Ellipsis => set::ELLIPSIS,
            Self::Leaked => set::LEAKED,
            Self::Other => set::OTHER,
            Self::End => set::END,
        }
    }

    /// Returns whether a set has this kind.
    pub fn is_in(self, set: u16) -> bool {
        self.set() & set != 0
    }

    /// Returns whether a document that is strict JSON up to here can go on with this.
    pub fn continues_document(self) -> bool {
        self.is_in(set::CONTINUES)
    }
}

/// A token and how many bytes it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: TokenKind,
    pub len: usize,
}
