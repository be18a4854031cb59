use jmend::cli::progress::*;

#[test]
fn the_line_says_how_far_and_how_fast() {
    for (read, total, seconds, expected) in [
        (500, None, 1.0, "500 B, 500 B/s"),
        (1 << 20, Some(4 << 20), 2.0, "1.0 MiB of 4.0 MiB (25 %), 512.0 KiB/s, 6 s left"),
        (10, Some(5), 1.0, "10 B, 10 B/s"),
        (1 << 20, Some(1 << 30), 1.0, "1.0 MiB of 1.0 GiB (0 %), 1.0 MiB/s, 17:03 min left"),
        (1 << 10, Some(8 << 20), 1.0, "1.0 KiB of 8.0 MiB (0 %), 1.0 KiB/s, 2:16 h left"),
    ] {
        assert_eq!(line(read, total, seconds), expected);
    }
}
