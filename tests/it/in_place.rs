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
        err: &["bad.json: 3 fixes\n", "c.json: rewritten\n", "d.json: 2 fixes\n"],
        status: 0,
    },
    Fault {
        id: "layout flags rewrite valid files, too",
        script: "jmend repair --in-place -p a.json; cat a.json",
        out: "{\n  \"a\": 1\n}\n",
        err: &["a.json: rewritten\n"],
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
        script: "jmend repair --in-place --any-file prose.txt bad.json; s=$?; cat prose.txt bad.json
                 jmend repair --in-place --lines mixed.jsonl; echo $?; cmp mixed.jsonl <(printf '%s\\n' \
                 '{\"a\":1}' '[2]' 'no json here' '{\"d\":4}' | head -c -1) && echo same
                 jmend repair -q --in-place --lines --on-error null mixed.jsonl; cat mixed.jsonl; exit $s",
        out: "no json here\n{\"a\": 1}\n1\nsame\n{\"a\":1}\n[2]\nnull\n{\"d\":4}",
        err: &["prose.txt:1:1: error[no-json]", "prose.txt: not every record could be repaired"],
        status: 1,
    },
    Fault {
        id: "a merge conflict stays for a person",
        script: "printf '{\\n<<<<<<< ours\\n\"a\": 1\\n=======\\n\"a\": 2\\n>>>>>>> theirs\\n}\\n' > c.json; cp c.json old
                 jmend repair --in-place c.json; s=$?; cmp c.json old && echo same; exit $s",
        out: "same\n",
        err: &["c.json:2:1: error[risk]: `conflict-marker` has the risk `lossy`", "c.json: not every record could be repaired"],
        status: 1,
    },
    Fault {
        id: "72 and 73 the disk is full, or the file may not grow",
        script: "yes \"{'a': 1}\" | head -100000 > big; cp big old; (ulimit -f 64; jmend repair --lines --in-place --any-file big)
                 s=$?; cmp big old && ls -A | grep tmp; exit $s",
        out: "",
        err: &["jmend: error: cannot write big: File too large"],
        status: 2,
    },
    Fault {
        id: "74 kill -9 in the middle leaves the old file",
        script: "yes \"{'a': [1 2], 'b' 3}\" | head -2000000 > big; sum=$(sha256sum < big)
                 jmend repair --lines --in-place --any-file --max-risk inferred -j1 big & pid=$!
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
                     setsid bash -mc 'exec 2> /dev/null; jmend repair --lines --in-place --any-file --max-risk inferred -j1 big & echo $! > pid; wait $!; echo $?' > s 2> /dev/null &
                     for i in $(seq 500); do ls -A | grep -q '\\.tmp$' && break; sleep 0.01; done
                     kill -$signal $(cat pid); wait; cat s; ls -A | grep '\\.tmp$'
                 done; [ \"$sum\" = \"$(sha256sum < big)\" ] && echo old",
        out: "143\n130\nold\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "76 a link stays a link and its target is rewritten",
        script: "mkdir d; mv bad.json d/; ln -s d/bad.json link; ln -s link more; jmend repair --in-place --any-file more
                 readlink link more; cat d/bad.json; ls -A d",
        out: "d/bad.json\nlink\n{\"a\": 1}\nbad.json\n",
        err: &["more: 3 fixes"],
        status: 0,
    },
    Fault {
        id: "77 a file that another one replaced meanwhile is left alone",
        script: "yes \"{'a': [1 2], 'b' 3}\" | head -200000 > big; jmend repair --lines --in-place --any-file --max-risk inferred -j1 big & pid=$!
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
        err: &["bad.json: 3 fixes"],
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
        err: &["bad.json: 3 fixes"],
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
                 jmend repair -q --lines --in-place --any-file big 2> /dev/null & jmend repair -q --lines --in-place --any-file big 2> /dev/null
                 wait; sort big | uniq -c | sed 's/^ *//'; ls -A | grep -c '\\.tmp$'",
        out: "{\"a\": 1}\n20000 {\"a\": 1}\n0\n",
        err: &["bad.json: 3 fixes"],
        status: 1,
    },
    Fault {
        id: "only files of JSON are rewritten, by their names",
        script: "echo '# {\"a\": 1,}' > README.md; echo 'X = {\"a\": 1,}' > app.py; cp README.md old.md; cp app.py old.py
                 jmend repair --in-place README.md bad.json app.py; echo $?; cmp README.md old.md; cmp app.py old.py
                 jmend repair --in-place --any-file app.py; echo $?; cmp app.py old.py; cat bad.json
                 cp a.json prose.md; jmend normalize --in-place prose.md",
        out: "2\n1\n{\"a\": 1}\n",
        err: &[
            "README.md: left as it is: not a JSON file, by its name; --any-file rewrites files of any name",
            "bad.json: 3 fixes\n",
            "prose.md: left as it is",
        ],
        status: 2,
    },
    Fault {
        id: "JSON with comments is left alone",
        script: "printf '// one\n{\"a\": 1,}\n' > tsconfig.json; cp tsconfig.json c.json; cp c.json old
                 jmend repair --in-place tsconfig.json c.json; echo $?; cmp tsconfig.json old; cmp c.json old
                 mkdir .vscode; cp bad.json .vscode/; jmend repair --in-place .vscode/bad.json; cat .vscode/bad.json
                 jmend repair --in-place --extract c.json; cat c.json; printf '{\"a\": 1, # b\n}\n' > d.json
                 jmend repair --in-place d.json; echo $?; cat d.json; jmend repair --in-place --extract d.json; cat d.json
                 printf '\u{feff}{\"a\": 1}\n' > bom.json; cp bom.json old; jmend repair --in-place bom.json; echo $?
                 cmp bom.json old; jmend repair -q --in-place --extract bom.json; cat bom.json",
        out: "0\n{'a': 1,}\n{\"a\": 1}\n1\n{\"a\": 1, # b\n}\n{\"a\": 1 \n}\n1\n{\"a\": 1}\n",
        err: &[
            "tsconfig.json: left as it is: JSON with comments, by its name; jmend check --fix keeps them\n",
            "c.json:1:1: note[jsonc]: JSON with comments is left as it is; --extract writes the JSON alone\n",
            "bom.json:1:1: error[extract]: the file holds more than JSON (`bom`: a byte order mark is dropped)",
            "d.json:1:10: error[extract]: the file holds more than JSON (`comment`: a comment is dropped); \
             --extract writes the JSON alone",
        ],
        status: 0,
    },
    Fault {
        id: "what is not a syntax error stays",
        script: "printf '```json\n{\"a\": 1}\n```\n' > fence.json; printf 'See this.\n{\"a\": 1}\n' > prose.json
                 printf '{\"a\": NaN}' > nan.json; printf '{\"a\": 1, \"b' > cut.json; printf '{\"a\": 1}\nand again:\n{\"a\": 1}\n' > twice.json
                 for file in fence prose nan cut twice; do
                     cp $file.json old; jmend repair --in-place $file.json; echo $?; cmp $file.json old; done
                 jmend repair --in-place --extract --max-risk lossy twice.json; echo $?; cmp twice.json old
                 jmend repair --in-place --max-risk lossy prose.json; echo $?
                 jmend repair --in-place --max-risk lossy --extract prose.json fence.json nan.json
                 cat prose.json fence.json nan.json",
        out: "1\n1\n1\n1\n1\n1\n1\n{\"a\": 1}\n{\"a\": 1}\n{\"a\": null}\n",
        err: &[
            "fence.json:1:1: error[extract]: the file holds more than JSON (`fence`",
            "prose.json:1:1: error[risk]: `prose` has the risk `inferred`, more than is accepted",
            "nan.json:1:7: error[risk]: `non-finite` has the risk `lossy`, more than is accepted: NaN or Infinity becomes \
             null; --max-risk lossy accepts it",
            "nan.json: not every record could be repaired, so it was left as it is\n",
            "cut.json:1:8: error[",
            "twice.json:3:1: error[extract]: the file would lose a document (`repeated-document`",
            "prose.json:1:1: error[extract]: the file holds more than JSON (`prose`",
        ],
        status: 0,
    },
    Fault {
        id: "a log keeps its lines, their ends and what is between them",
        script: "printf '{\"a\": 1}\\r\n\n {\"a\": 2} \n{\"a\": 3}' > ok.ndjson; cp ok.ndjson old; touch -d 2001-01-01 ok.ndjson
                 jmend repair --in-place ok.ndjson; cmp ok.ndjson old; stat -c %y ok.ndjson | cut -c-4
                 jmend repair --in-place --lines ok.ndjson; cmp ok.ndjson old
                 printf '{\"a\": 1}\\r\n\n{\"a\": 2,}\\r\n {\"a\": 3}' > bad.jsonl; jmend repair -q --in-place bad.jsonl
                 od -An -c bad.jsonl | tr -d ' \n'; echo
                 (yes '{\"a\": 1}' | head -1000; echo sorry; yes '{\"a\": 1}' | head -1000) > log.json; cp log.json old
                 jmend repair --in-place log.json; s=$?; cmp log.json old; exit $s",
        out: "2001\n{\"a\":1}\\r\\n\\n{\"a\":2}\\r\\n{\"a\":3}\n",
        err: &[
            "log.json:1: note[lines]: each line is a document, so each is read on its own",
            "log.json:1001:1: error[no-json]",
        ],
        status: 1,
    },
    Fault {
        id: "a backup is the old file, and replaces no other",
        script: "cp bad.json old; chmod 640 bad.json; jmend repair --in-place --backup bad.json; cmp bad.json~ old
                 stat -c %a bad.json~; cat bad.json; cp old bad.json; jmend repair --in-place --backup bad.json; echo $?
                 echo \"{'b': 1}\" > bad.json; jmend repair --in-place --backup bad.json; echo $?; cat bad.json; cmp bad.json~ old
                 jmend repair --in-place --backup=.orig bad.json a.json; cat bad.json bad.json.orig; ls -A
                 jmend repair --in-place --backup=/x bad.json 2> /dev/null; echo $?; jmend repair --backup bad.json 2> /dev/null",
        out: "640\n{\"a\": 1}\n0\n2\n{'b': 1}\n{\"b\": 1}\n{'b': 1}\n\
              a.json\nb.json\nbad.json\nbad.json.orig\nbad.json~\nmixed.jsonl\nold\nprose.txt\n2\n",
        err: &["bad.json: 2 fixes\n", "bad.json~ is there already, with other content"],
        status: 2,
    },
    Fault {
        id: "a dry run changes nothing, and its status is that of the real run",
        script: "cp bad.json old; echo sorry > no.json
                 jmend repair --in-place --dry-run --backup bad.json a.json; echo $?; cmp bad.json old; ls bad.json~ 2> /dev/null
                 jmend repair --in-place --dry-run -p a.json; jmend repair --in-place --dry-run no.json; echo $?
                 jmend repair -q --in-place --dry-run bad.json; jmend repair --in-place --dry-run prose.txt; s=$?
                 ls -A | grep tmp; exit $s",
        out: "0\n1\n",
        err: &["bad.json: would make 3 fixes\n", "a.json: would be rewritten\n", "no.json:1:1: error[no-json]"],
        status: 2,
    },
];

#[test]
fn hostile_68_to_83_files_are_rewritten_whole_or_not_at_all() {
    faults::all(FAULTS);
}
