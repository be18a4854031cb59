//! `--in-place` and what can go wrong with it: files that are links, pipes, read-only, replaced meanwhile, and processes
//! that end in the middle. The numbers are those of the project's list of hostile inputs and faults.

#![cfg(target_os = "linux")]

use crate::common::faults;
use crate::common::faults::Fault;

const FAULTS: &[Fault] = &[
    Fault {
        id: "each file is rewritten, and the others are not",
        script: "jmend repair --in-place bad.json a.json; cat bad.json a.json
                 jmend normalize --in-place <(:) 2> /dev/null; echo $?
                 echo '{\"a-b\": 1}' > c.json; jmend normalize --in-place c.json; cat c.json
                 printf '{\"s\": \"{a:1}\"}' > d.json; jmend repair --at /s --in-place d.json; cat d.json; ls -A",
        out: "{\"a\": 1}\n{\"a\":1}\n2\n{\"a_b\": 1}\n{\"s\": \"{\\\"a\\\":1}\"}\
              a.json\nb.json\nbad.json\nc.json\nd.json\nmixed.jsonl\nprose.txt\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "layout flags rewrite valid files, too",
        script: "jmend repair --in-place -p a.json; cat a.json",
        out: "{\n  \"a\": 1\n}\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "68 a missing file among several",
        script: "cp bad.json worse.json; jmend repair --in-place bad.json nothing.json worse.json; s=$?
                 cat bad.json worse.json; ls nothing.json 2> /dev/null; exit $s",
        out: "{\"a\": 1}\n{\"a\": 1}\n",
        err: &["jmend: error: nothing.json: No such file"],
        status: 2,
    },
    Fault {
        id: "70 standard input",
        script: "jmend repair --in-place < bad.json; echo $?; jmend repair --in-place -",
        out: "2\n",
        err: &["name the files"],
        status: 2,
    },
    Fault {
        id: "71 input that cannot be repaired",
        script: "jmend repair --in-place prose.txt bad.json; s=$?; cat prose.txt bad.json
                 jmend repair --in-place --lines mixed.jsonl; echo $?; cmp mixed.jsonl <(printf '%s\\n' \
                 '{\"a\":1}' '[2]' 'no json here' '{\"d\":4}' | head -c -1) && echo same
                 jmend repair -q --in-place --lines --on-error null mixed.jsonl; cat mixed.jsonl; exit $s",
        out: "no json here\n{\"a\": 1}\n1\nsame\n{\"a\":1}\n[2]\nnull\n{\"d\":4}\n",
        err: &["prose.txt:1:1: error[no-json]", "prose.txt: not every record could be repaired"],
        status: 1,
    },
    Fault {
        id: "72 and 73 the disk is full, or the file may not grow",
        script: "yes \"{'a': 1}\" | head -100000 > big; cp big old; (ulimit -f 64; jmend repair --lines --in-place big)
                 s=$?; cmp big old && ls -A | grep tmp; exit $s",
        out: "",
        err: &["jmend: error: cannot write big: File too large"],
        status: 2,
    },
    Fault {
        id: "74 kill -9 in the middle leaves the old file",
        script: "yes \"{'a': [1 2], 'b' 3}\" | head -2000000 > big; sum=$(sha256sum < big)
                 jmend repair --lines --in-place -j1 big & pid=$!
                 for i in $(seq 500); do ls -A | grep -q '\\.tmp$' && break; sleep 0.01; done
                 kill -9 $pid; wait $pid 2> /dev/null; [ \"$sum\" = \"$(sha256sum < big)\" ] && echo old",
        out: "old\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "75 SIGTERM and SIGINT remove the temporary file",
        script: "yes \"{'a': [1 2], 'b' 3}\" | head -2000000 > big; sum=$(sha256sum < big)
                 for signal in TERM INT; do
                     setsid bash -mc 'exec 2> /dev/null; jmend repair --lines --in-place -j1 big & echo $! > pid; wait $!; echo $?' > s 2> /dev/null &
                     for i in $(seq 500); do ls -A | grep -q '\\.tmp$' && break; sleep 0.01; done
                     kill -$signal $(cat pid); wait; cat s; ls -A | grep '\\.tmp$'
                 done; [ \"$sum\" = \"$(sha256sum < big)\" ] && echo old",
        out: "143\n130\nold\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "76 a link stays a link and its target is rewritten",
        script: "mkdir d; mv bad.json d/; ln -s d/bad.json link; ln -s link more; jmend repair --in-place more
                 readlink link more; cat d/bad.json; ls -A d",
        out: "d/bad.json\nlink\n{\"a\": 1}\nbad.json\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "77 a file that another one replaced meanwhile is left alone",
        script: "yes \"{'a': [1 2], 'b' 3}\" | head -200000 > big; jmend repair --lines --in-place -j1 big & pid=$!
                 for i in $(seq 500); do [ -n \"$(find . -name '*.tmp' -size +0)\" ] && break; sleep 0.01; done
                 kill -STOP $pid; mv prose.txt big; kill -CONT $pid; wait $pid; s=$?; cat big; ls -A | grep '\\.tmp$'
                 exit $s",
        out: "no json here\n",
        err: &["cannot write big: another file took this name meanwhile"],
        status: 2,
    },
    Fault {
        id: "78 what is no regular file",
        script: "mkfifo pipe; ln -s nowhere dangling; mkdir folder
                 for file in pipe dangling folder /dev/null; do timeout 5 jmend repair --in-place $file; echo $?; done
                 ls -A | grep -c -e nowhere -e tmp",
        out: "2\n2\n2\n2\n0\n",
        err: &["pipe: only a regular file", "folder: only a regular file", "/dev/null: only a regular file"],
        status: 1,
    },
    Fault {
        id: "79 the mode is kept",
        script: "chmod 640 bad.json; umask 022; jmend repair --in-place bad.json; stat -c %a bad.json",
        out: "640\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "80 read-only files and folders",
        script: "cp \"$(command -v jmend)\" ./own; chmod 755 own .; mkdir folder; cp bad.json folder/; chmod 444 bad.json
                 chmod 666 folder/bad.json; chmod 555 folder
                 [ $(id -u) = 0 ] && as='setpriv --reuid 65534 --regid 65534 --clear-groups'
                 $as ./own repair --in-place bad.json folder/bad.json; s=$?; cat bad.json folder/bad.json; exit $s",
        out: "{'a': 1,}\n{'a': 1,}\n",
        err: &["bad.json: Permission denied", "folder/bad.json: cannot write a file in"],
        status: 2,
    },
    Fault {
        id: "81 other hard links keep the old content",
        script: "ln bad.json other.json; jmend repair --in-place bad.json; cat bad.json other.json",
        out: "{\"a\": 1}\n{'a': 1,}\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "82 a file in which nothing changes keeps inode and time",
        script: "touch -d 2001-01-01 a.json; before=$(stat -c '%i %Y' a.json); jmend repair --in-place a.json
                 [ \"$before\" = \"$(stat -c '%i %Y' a.json)\" ] && echo same",
        out: "same\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "83 the same file twice, and two at once",
        script: "jmend repair --in-place bad.json bad.json && cat bad.json
                 yes \"{'a': 1}\" | head -20000 > big
                 jmend repair -q --lines --in-place big 2> /dev/null & jmend repair -q --lines --in-place big 2> /dev/null
                 wait; sort big | uniq -c | sed 's/^ *//'; ls -A | grep -c '\\.tmp$'",
        out: "{\"a\": 1}\n20000 {\"a\": 1}\n0\n",
        err: &[],
        status: 1,
    },
];

#[test]
fn hostile_68_to_83_files_are_rewritten_whole_or_not_at_all() {
    faults::all(FAULTS);
}
