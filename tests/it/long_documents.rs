//! Documents that are longer than what is read at once: how much memory they take, and what happens if the file changes.

#![cfg(target_os = "linux")]

use crate::common::faults;
use crate::common::faults::Fault;

const FAULTS: &[Fault] = &[
    Fault {
        id: "a valid document from a file takes no memory, wherever it goes",
        script: "{ printf '['; yes '{\"a\": [1, \"é\"]},' | head -c 40000000 | head -n -1; printf '1]'; } > big.json
                 ulimit -d 25000
                 jmend repair big.json | cmp - big.json && echo same
                 jmend repair -j2 a.json big.json b.json | cmp - <(cat a.json big.json; echo; cat b.json) && echo between
                 jmend repair -o out.json big.json && cmp out.json big.json && echo in a file
                 before=$(stat -c %i big.json); jmend repair --in-place big.json; [ $before = $(stat -c %i big.json) ] && echo kept
                 jmend repair --stats=stats big.json > /dev/null; grep -o '\"direct\":[0-9]*' stats | head -1",
        out: "same\nbetween\nin a file\nkept\n\"direct\":1\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "nothing is written of a document before all of it was read",
        script: "{ printf '['; yes '{\"a\": 1},' | head -4000000; } > big.json
                 jmend repair --truncated refuse big.json | wc -c
                 jmend repair --max-bytes 33M big.json",
        out: "0\n",
        err: &["error[truncated]: the text is cut off", "longer than 34603008 bytes"],
        status: 1,
    },
    Fault {
        id: "what another program changed in between is not written",
        script: "{ printf '['; yes '{\"a\": 1},' | head -4000000; echo 1]; } > big.json; size=$(stat -c %s big.json)
                 mkfifo pipe; jmend repair big.json > pipe & exec 3< pipe; head -c 1 <&3 > /dev/null
                 printf '{' | dd of=big.json bs=1 seek=$((size - 9)) conv=notrunc 2> /dev/null
                 written=$(cat <&3 | wc -c); wait $!; echo $?; [ $written -lt $((size - 9)) ] && echo less",
        out: "2\nless\n",
        err: &["jmend: error: big.json: another program changed the file while it was read"],
        status: 0,
    },
    Fault {
        id: "a document that is added to its own file is added once",
        script: "{ printf '['; yes '{\"a\": 1},' | head -4000000; echo 1]; } > big.json; cp big.json old.json
                 jmend repair big.json >> big.json; cmp big.json <(cat old.json old.json) && echo twice",
        out: "twice\n",
        err: &[],
        status: 0,
    },
];

/// Peak memory, of the size of the document, without what the program takes for itself.
const SORTED: &[Fault] = &[Fault {
    id: "a document that is sorted or canonical takes at most 2.5 times its size",
    script: "peak() { python3 -Sc 'import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=-3)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' \"$@\"; }
             row='{\"name\": \"user\", \"id\": 1234567890, \"tags\": [1]}, '
             { printf '['; yes \"$row\" | head -n $((16000000 / ${#row})) | tr -d '\\n'; printf '1]'; } > rows.json
             for command in 'normalize --canonical' 'normalize --sort-keys' 'repair --sort-keys'; do
                 most=$(peak jmend $command rows.json); least=$(peak jmend $command a.json)
                 [ $(((most - least) * 1024)) -lt $((25 * $(stat -c %s rows.json) / 10)) ] || echo $command: $most
             done",
    out: "",
    err: &[],
    status: 0,
}];

#[test]
fn a_long_document_is_read_through_a_window() {
    faults::all(FAULTS);
}

#[test]
#[cfg_attr(not(has = "python3"), ignore = "needs python3")]
fn a_long_document_is_not_in_memory_three_times() {
    faults::all(SORTED);
}

/// Line ends in a string are looked at once: 300,000 of them took 32 seconds when each looked at those before it.
#[test]
fn line_ends_in_a_string_take_time_that_grows_with_them() {
    let text = format!(r#"{{"a": "x{}y", "b": 1}}"#, "\n".repeat(300_000));
    let began = std::time::Instant::now();
    let repaired = jmend::repair(&text, &jmend::Options::default()).expect("a document");
    assert!(repaired.text.starts_with(r#"{"a": "x\n\n"#) && repaired.text.ends_with(r#"y", "b": 1}"#));
    assert!(began.elapsed().as_secs() < 10, "{:?}", began.elapsed());
}
