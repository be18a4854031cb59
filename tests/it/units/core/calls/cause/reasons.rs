use jmend::core::calls::cause::reasons::*;

#[test]
fn causes_are_ones_that_there_are() {
    for reason in REASONS {
        assert!(reason.cause.is_empty() || reason.cause().is_some(), "{}", reason.code);
    }
}
