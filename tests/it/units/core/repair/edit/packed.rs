use jmend::core::repair::edit::packed::*;

#[test]
fn numbers_come_back() {
    let numbers = [0, 1, 0x7f, 0x80, 0x3fff, 0x4000, 1 << 32, usize::MAX - 1, usize::MAX];
    let mut bytes = Vec::new();
    for number in numbers {
        put(&mut bytes, number);
    }
    let mut rest = &bytes[..];
    assert_eq!(numbers.map(|_| take(&mut rest)), numbers);
    assert_eq!(rest, b"");
}

#[test]
fn distances_come_back() {
    for from in [0, 5, 1 << 40] {
        for to in [0, 4, 5, 6, 300, 1 << 41] {
            assert_eq!(unzigzag(from, zigzag(from, to)), to);
        }
    }
    assert_eq!((zigzag(9, 9), zigzag(9, 8), zigzag(9, 10)), (0, 1, 2));
}
