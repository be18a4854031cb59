//! The weights of signals, in hundredths of a unit of log-odds. Written by `benches/confidence/run.py --write`; do not edit.

/// The score of a repaired record without any signal.
pub(super) const BASE: i32 = 858;

/// What each level of a signal takes from the score, in the order of the signals.
#[rustfmt::skip]
pub const WEIGHTS: [i32; super::COUNT] = [
    -56, // guided: a schema said which keys and types are due, and the value fits it
    18, // rival: another reading came as far as the winner and had nearly the same cost
    241, // doubt: a fix is riskier here than fixes of its kind are
    97, // guesses: kinds of fixes where another reading is possible, or where something is lost
    66, // slips: kinds of fixes with a certain meaning: the more kinds, the worse the text
    159, // cut: the text was cut off
    53, // brackets: a bracket was missing, of the wrong kind, or too many before the end
    151, // quotes: a quote that bounds a string was missing, doubled or escaped
    44, // inner-quotes: quotes inside strings were not escaped: one, three, seven and so on
    259, // line-ends: a string holds a raw line end, so it may have lost its end
    267, // swallowed: strings hold quotes and raw line ends, so one may have swallowed lines of the document
    130, // separators: a comma or colon was missing, surplus, or another character
    232, // backslashes: a backslash was taken as a character of its own, or for an escape of another language
    70, // words: text without quotes became a string
    45, // notations: a tuple, a set, triple quotes or backticks: another language, which may mean something else
    10, // holes: a value was missing or stood for one, and null stands there
    116, // duplicates: a key stood twice in an object, as when two objects became one
    117, // left-out: another document of the text was left out
    10, // dropped: a fifth, two fifths and so on of the text was dropped
];
