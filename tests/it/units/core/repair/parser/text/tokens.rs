use jmend::core::json::stops;
use jmend::core::repair::parser::text::lexer::{closing_len, quote_at};
use jmend::core::repair::parser::text::tokens::*;

/// Whether the lexer gives a quote for one of its spellings; where two quotes stand in a row, the grammar says so.
fn is_of_lexer(quote: Quote) -> bool {
    quote != Quote::Twice
}

#[test]
fn rows_of_quotes_stand_in_the_order_of_the_kinds() {
    for (at, row) in QUOTES.iter().enumerate() {
        assert_eq!(row.quote as usize, at, "{:?}", row.quote);
    }
}

#[test]
fn the_lexer_finds_each_spelling_and_no_other_quote() {
    for row in QUOTES.iter().filter(|row| is_of_lexer(row.quote)) {
        for spelling in row.spellings {
            let text = format!("{spelling} x");
            assert_eq!(quote_at(text.as_bytes(), 0), Some((row.quote, spelling.len())), "{spelling}");
        }
    }
    let spellings: Vec<_> = QUOTES.iter().flat_map(|row| row.spellings).collect();
    for c in '\0'..'\u{2fff}' {
        let is_quote = spellings.iter().any(|spelling| **spelling == c.to_string());
        assert_eq!(quote_at(c.to_string().as_bytes(), 0).is_some(), is_quote, "{c:?}");
    }
}

#[test]
fn strings_stop_at_each_token_that_may_close_them() {
    for row in QUOTES {
        let closing =
            QUOTES.iter().flat_map(|other| other.spellings.iter().map(move |spelling| (other, spelling)));
        for (other, spelling) in closing {
            let may_close = closing_len(row.quote, spelling.as_bytes(), 0).is_some();
            if may_close {
                assert!(is_string_stop(row.quote, spelling.as_bytes()[0]), "{:?} at {spelling}", row.quote);
            }
            let is_told = other.quote == row.quote || row.closed_also_by.contains(&other.quote);
            assert!(!is_told || may_close, "{:?} at {spelling}", row.quote);
        }
    }
}

#[test]
fn the_stops_of_sixteen_bytes_stop_at_each_quote() {
    for row in QUOTES {
        for byte in 0..=u8::MAX {
            let text = [b'x', byte];
            if is_string_stop(row.quote, byte) {
                assert_eq!(stops::foreign_string_stop(&text, 0), 1, "{:?} at {byte:#x}", row.quote);
            }
        }
    }
    for quote in stops::FOREIGN_QUOTES {
        assert!(QUOTES.iter().any(|row| row.spellings[0].as_bytes()[0] == quote), "{quote:#x}");
    }
}

#[test]
fn sets_of_tokens_have_what_they_are_named_for() {
    for (text, of) in [
        (",", set::SEPARATORS & set::ENDS & set::CONTINUES),
        (";", set::SEPARATORS & set::ENDS & set::CONTINUES),
        (":", set::COLONS & set::CONTINUES),
        ("=>", set::COLONS & set::CONTINUES),
        ("{", set::OPENERS),
        ("(", set::OPENERS),
        ("}", set::ENDS & set::CONTINUES),
        ("```", set::ENDS),
        ("</a>", set::WORDS),
        ("word", set::WORDS),
    ] {
        let kind = jmend::core::repair::parser::text::lexer::token_at(text.as_bytes(), 0).kind;
        assert!(kind.is_in(of), "{text}");
    }
}
