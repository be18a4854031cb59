use jmend::core::repair::edit::Code;
use jmend::core::repair::parser::CutPlace;
use jmend::core::repair::parser::model::log::*;
use jmend::core::repair::parser::model::op::Op;
use jmend::core::repair::parser::model::state::NONE;
use jmend::core::repair::parser::text::limits::LOG_PART;
use jmend::core::repair::parser::text::tokens::Quote;

#[test]
fn packed_entries_come_back() {
    let (with, code) = ("\"", Code::SingleQuotes);
    let op = |at: usize| match at % 7 {
        0 => Op::Replace { start: at, end: at + 300, with, code },
        1 => Op::Text {
            open: at,
            start: at + 1,
            end: at + 9,
            close: at + 10,
            quote: Quote::Single,
            raw: at.is_multiple_of(2),
        },
        2 => Op::Text {
            open: NONE,
            start: 7 * at,
            end: 7 * at,
            close: 7 * at,
            quote: Quote::Double,
            raw: false,
        },
        3 => Op::Bare { start: at, end: 2 * at, code },
        4 => Op::Number { start: 5, end: 5 + at },
        5 => Op::CloseAll { place: at, code },
        _ => Op::Cut(CutPlace::Key),
    };
    let mut log = Log::default();
    log.begin();
    let mut all = vec![LogEntry { parent: 0, op: Op::Cut(CutPlace::BetweenMembers) }];
    for at in 1..5 * LOG_PART {
        // Most go on from the last one, some from one further back.
        let entry = LogEntry { parent: (at - 1 - at % 100 / 97 * (at / 2)) as u32, op: op(at) };
        assert_eq!(log.push(entry.parent, entry.op) as usize, at);
        all.push(entry);
    }
    assert!(log.parts.len() > 2);
    for end in [1, LOG_PART - 1, LOG_PART, 2 * LOG_PART, 3 * LOG_PART + 5, 5 * LOG_PART - 1] {
        let mut at = end as u32;
        for (place, entry) in log.back(end as u32) {
            assert_eq!((place, entry), (at, all[at as usize]));
            at = entry.parent;
        }
        assert_eq!(at, 0);
    }
}
