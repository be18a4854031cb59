use jmend::cli::command::*;

#[test]
fn commands_are_split_as_a_shell_would() {
    for (command, words) in [
        ("jq -c .", vec!["jq", "-c", "."]),
        (r#"sh -c 'echo "a  b"' """#, vec!["sh", "-c", r#"echo "a  b""#, ""]),
        (r#"a\ b "c\"d" 'e\f' g"h"i"#, vec!["a b", "c\"d", r"e\f", "ghi"]),
        (r#"grep "a\d" "C:\new" "\$x" # all of it"#, vec!["grep", r"a\d", r"C:\new", "$x"]),
    ] {
        assert_eq!(Words::parse(command).expect(command).0, words);
    }
    for wrong in ["a 'b", "a\\", "  "] {
        assert!(Words::parse(wrong).is_err(), "{wrong}");
    }
}
