mod codes;
mod figures;
mod interval;
mod markdown;
mod openmetrics;
mod page;
mod sample;
mod terminal;
mod time;

use std::sync::Arc;

use jmend::core::repair::engine::Code;
use jmend::report::insight::codes::CodeId;
use jmend::report::insight::counts::Outcome;
use jmend::report::insight::*;

fn counted(answers: impl Iterator<Item = usize>) -> Insight {
    let dimensions: Arc<[String]> = Arc::from([MODEL.to_owned(), TOOL.to_owned()]);
    let mut insight = Insight::new(dimensions);
    for n in answers {
        let codes = [(CodeId::of(Code::Fence), 1), (CodeId::of(Code::Prose), 2)];
        let name = format!("m{}", n % 3000);
        let group = key([Some(name.as_str()), None].into_iter());
        insight.add(&Answer {
            outcome: Outcome::ALL[n % 6],
            is_cut: n % 5 == 0,
            codes: &codes[..n % 3],
            group: &group,
            time: (n % 2 == 0).then_some(1_700_000_000 + n as i64 * 1000),
        });
    }
    insight
}

#[test]
fn parts_add_up_and_groups_are_bounded() {
    let whole = counted(0..5000);
    let mut parts = counted(0..0);
    for from in (0..5000).step_by(250) {
        parts.merge(counted(from..from + 250), 0);
    }
    for insight in [&whole, &parts] {
        assert_eq!(insight.groups.cells.len(), MOST_GROUPS + 1);
        assert_eq!(insight.groups.cells.iter().map(|(_, cell)| cell.counts.total()).sum::<u64>(), 5000);
    }
    let keys = |insight: &Insight| {
        insight.groups.cells.iter().map(|(key, cell)| (key.clone(), cell.counts.clone())).collect::<Vec<_>>()
    };
    assert_eq!(keys(&whole), keys(&parts));
    assert_eq!(whole.all.codes, parts.all.codes);
    // Both codes have one cause, and an answer is counted once for it.
    assert_eq!((whole.causes.len(), whole.causes[0].1), (1, 3333));
}
