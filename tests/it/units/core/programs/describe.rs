mod card;

use jmend::core::programs::describe::*;
use jmend::core::programs::ops::CONTEXT;
use jmend::core::programs::{Limits, NoTools, Session, Value, read, to_json};

#[test]
fn the_memory_contract_is_as_shown() {
    let context = read(CONTEXT, 64).expect("valid").as_map().expect("a map");
    for first in [EXPLICIT, IMPLICIT] {
        let mut session = Session::new(context.clone(), Limits::default());
        for turn in [first, RECALL] {
            let text = format!("{{\"program\":{}}}", turn.program);
            let outcome = session.turn(&text, &mut NoTools, &mut || false).expect("it runs");
            assert_eq!(to_json(&outcome.result), turn.result);
            assert_eq!(to_json(&Value::Map(session.memory.clone())), turn.memory);
        }
    }
}
