//! Files, pipes and processes that go wrong. Each row is a script that bash runs in a directory of its own, with
//! `jmend` in front of the PATH; the numbers are those of the project's list of hostile inputs and faults.

#![cfg(target_os = "linux")]

#[path = "common/faults.rs"]
mod faults;

use faults::Fault;

const FAULTS: &[Fault] = &[
    Fault {
        id: "11 memory is constant, however long the stream",
        script: "n=100000000; row='{\"a\":\"0123456789012345678901234567890123456789\"}'
                 yes \"$row\" | head -c $n | (ulimit -v 60000; timeout 60 jmend repair --lines -j1 -q) | wc -l
                 yes \"$row\" | head -c $n | timeout 60 jmend repair --lines -j4 -q | wc -l",
        out: "2040817\n2040817\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "14 endless input stops at the limit",
        script: "yes '[' | tr -d '\\n' | jmend repair --max-bytes 2M",
        out: "",
        err: &["error[size]", "--max-bytes"],
        status: 1,
    },
    Fault {
        id: "55 to 57 nothing in a value or key steers a terminal",
        script: "printf '{\"\\x7f\\xc2\\x9b2J\": \"\\xe2\\x80\\xae\"}\\r' > x; jmend repair x | cmp - x && \\
                 NO_COLOR=1 script -qec 'jmend repair x; echo; jmend repair --ascii x' /dev/null | tr -d '\\r'; echo",
        out: "{\"\\u007f\\u009b2J\": \"\\u202e\"} \n{\"\\u007f\\u009b2J\": \"\\u202e\"}\n\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "59 file names with a newline, an escape or a leading dash",
        script: "cp a.json $'a\\nb'; cp b.json ./-x; jmend repair $'a\\nb' -- -x; jmend repair $'\\e[2J\\nx'",
        out: "{\"a\":1}\n[2]\n",
        err: &["jmend: error: \\u{1b}[2J\\nx: No such file"],
        status: 2,
    },
    Fault {
        id: "59 file names that are not UTF-8",
        script: "cp a.json $'\\xff.json'; jmend repair $'\\xff.json'; cp prose.txt $'\\xff'; jmend repair $'\\xff'",
        out: "{\"a\":1}\n",
        err: &["\\xff:1:1: error[no-json]"],
        status: 1,
    },
    Fault {
        id: "61 a reader that goes away",
        script: "yes '{\"a\":1}' | head -300000 | jmend repair --lines -j1 | head -1; echo ${PIPESTATUS[2]}
                 yes '{\"a\":1}' | jmend repair --lines -j4 | head -1; echo ${PIPESTATUS[1]}
                 jmend --help | true; echo ${PIPESTATUS[0]}",
        out: "{\"a\":1}\n0\n{\"a\":1}\n0\n0\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "62 standard output is full",
        script: "jmend repair a.json > /dev/full",
        out: "",
        err: &["jmend: error: cannot write standard output: No space left on device"],
        status: 2,
    },
    Fault {
        id: "62 standard output is full and there is much to write",
        script: "yes '[1]' | head -900000 | jmend repair --lines -j4 > /dev/full",
        out: "",
        err: &["No space left on device"],
        status: 2,
    },
    Fault {
        id: "63 standard output is closed",
        script: "jmend repair a.json >&-",
        out: "",
        err: &[],
        status: 0,
    },
    Fault {
        id: "64 standard error is closed, full or gone",
        script: "jmend repair prose.txt 2>&-; echo $?; jmend repair prose.txt 2>/dev/full; echo $?
                 { jmend repair -vv prose.txt; echo $? >&3; } 3>status 2>&1 >/dev/null | true; cat status
                 jmend repair -vv prose.txt 2>/dev/full; echo $?; jmend repair --nonsense 2>/dev/full; echo $?",
        out: "1\n1\n1\n1\n2\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "65 standard input is closed or empty",
        script: "jmend repair <&-; echo $?; jmend repair < /dev/null; echo $?; jmend repair a.json > a.json",
        out: "1\n1\n",
        err: &["<stdin>:1:1: error[no-json]", "a.json:1:1: error[no-json]"],
        status: 1,
    },
    Fault {
        id: "66 standard input is a terminal",
        script: "script -qec 'jmend repair' /dev/null < /dev/null | head -1 | tr -d '\\r'",
        out: "jmend: reading standard input from the terminal; end it with Ctrl-D, or see --help\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "67 a directory as a file",
        script: "mkdir d; jmend repair d a.json; echo $?; jmend repair < d",
        out: "{\"a\":1}\n2\n",
        err: &["jmend: error: d: is a directory", "jmend: error: <stdin>: Is a directory"],
        status: 2,
    },
    Fault {
        id: "68 a missing file among several",
        script: "jmend repair a.json missing.json b.json",
        out: "{\"a\":1}\n[2]\n",
        err: &["jmend: error: missing.json: No such file or directory"],
        status: 2,
    },
    Fault {
        id: "69 no permission",
        script: "cp \"$(command -v jmend)\" ./own; chmod 755 . own; chmod 000 b.json
                 [ $(id -u) = 0 ] && as='setpriv --reuid 65534 --regid 65534 --clear-groups'
                 $as ./own repair b.json a.json",
        out: "{\"a\":1}\n",
        err: &["jmend: error: b.json: Permission denied"],
        status: 2,
    },
    Fault {
        id: "69 a file that fails while it is read",
        script: "jmend repair --lines a.json /proc/self/mem b.json",
        out: "{\"a\":1}\n[2]\n",
        err: &["jmend: error: /proc/self/mem: "],
        status: 2,
    },
    Fault {
        id: "72 the disk is full while -o writes",
        script: "echo old > o.json; yes '[1]' | head -200000 > big
                 (ulimit -f 64; trap '' XFSZ; jmend repair --lines -o o.json big); s=$?; cat o.json; ls -A | grep tmp
                 exit $s",
        out: "old\n",
        err: &["jmend: error: cannot write o.json: File too large"],
        status: 2,
    },
    Fault {
        id: "80 -o does not replace a file that may not be written",
        script: "cp \"$(command -v jmend)\" ./own; chmod 777 .; chmod 755 own; chmod 444 b.json
                 [ $(id -u) = 0 ] && as='setpriv --reuid 65534 --regid 65534 --clear-groups'
                 $as ./own repair -o b.json a.json; s=$?; cat b.json; exit $s",
        out: "[2]\n",
        err: &["b.json: Permission denied"],
        status: 2,
    },
    Fault {
        id: "84 -o writes what the user named, also over the input",
        script: "jmend repair -o a.json a.json b.json; cat a.json",
        out: "{\"a\":1}\n[2]\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "85 no working directory, no environment, an odd locale",
        script: "jmend=$(command -v jmend); here=$PWD; mkdir gone; cd gone; rmdir ../gone; jmend repair \"$here/a.json\"
                 cd ..; env -i \"$jmend\" repair a.json; LC_ALL=tr_TR.UTF-8 jmend repair --sort-keys -c <<< '{\"I\":1,\"i\":2}'",
        out: "{\"a\":1}\n{\"a\":1}\n{\"I\":1,\"i\":2}\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "87 a sparse file is refused before it is read",
        script: "truncate -s 8G sparse; ulimit -v 1000000; timeout 20 jmend repair sparse",
        out: "",
        err: &["sparse:1:1: error[size]"],
        status: 1,
    },
    Fault {
        id: "88 a bad line in the middle, and a last line without its newline",
        script: "jmend repair --lines mixed.jsonl a.json prose.txt",
        out: "{\"a\":1}\n[2]\n{\"d\":4}\n{\"a\":1}\n",
        err: &["mixed.jsonl:3:1: error[no-json]", "(record 3)", "prose.txt:1:1: error[no-json]", "(record 6)"],
        status: 1,
    },
    Fault {
        id: "90 arguments that are not UTF-8",
        script: "jmend repair --framing $'\\xff' < a.json; echo $?; jmend $'\\xff'",
        out: "2\n",
        err: &["error: "],
        status: 2,
    },
];

#[test]
fn hostile_59_to_90_faults_have_the_right_outcome() {
    faults::all(FAULTS);
}
