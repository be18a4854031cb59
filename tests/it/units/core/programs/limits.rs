use jmend::core::programs::limits::*;
use jmend::core::programs::value::Value;

#[test]
fn memory_is_given_back_when_values_die() {
    let mut never = || false;
    let mut budget = Budget::new(Limits { max_memory: 4096, ..Limits::default() }, &mut never);
    for _ in 0..100 {
        let mut list = budget.list().expect("room");
        list.reserve(100).expect("room");
        assert!(list.reserve(1000).is_err());
    }
    let held = budget.map(Vec::with_capacity(70)).expect("room");
    assert!(budget.map(Vec::with_capacity(70)).is_err(), "{held:?} still lives");
}

#[test]
fn depth_and_time_are_limits() {
    let mut asked = 0;
    let mut expired = || {
        asked += 1;
        asked == 3
    };
    let mut budget = Budget::new(Limits { max_depth: 2, ..Limits::default() }, &mut expired);
    let nest = |budget: &Budget<'_>, inner| {
        let mut list = budget.list()?;
        list.push(inner)?;
        list.finish(budget)
    };
    let two = nest(&budget, Value::Null).and_then(|one| nest(&budget, one)).expect("two levels");
    assert!(nest(&budget, two).is_err());
    let steps = (0..10 * STRIDE).take_while(|_| budget.step().is_ok()).count();
    assert_eq!(steps, 3 * STRIDE as usize - 1);
    assert!(budget.steps_for(1 << 20).is_ok(), "a look at the clock, which says no more");
}
