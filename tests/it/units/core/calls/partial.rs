use jmend::core::calls::partial::*;

#[test]
fn a_text_that_grows_is_gone_through_so_many_times_and_no_more() {
    const PIECE: usize = 64;
    for pieces in [100, 10_000, 40_000] {
        let mut pace = Pace::default();
        let read: usize = (1..=pieces).map(|at| at * PIECE).filter(|len| pace.may_read(*len)).sum();
        assert!(read <= FREE + SHARE * pieces * PIECE, "{pieces} pieces: {read} bytes");
        assert!(read >= pieces * PIECE, "{pieces} pieces: {read} bytes");
    }
}
