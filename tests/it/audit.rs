//! What a security audit found, one row for each way in which it went wrong, in the order of its findings. What is a record alone
//! stands in fixtures/repair and fixtures/hostile, and what needs many runs in `benches/cuts` and `benches/in_place`.

#![cfg(target_os = "linux")]

use crate::common::faults;
use crate::common::faults::Fault;

const FAULTS: &[Fault] = &[
    Fault {
        id: "F3 a comment on one line hides no members, and passes no gate",
        script: "text='{\"cmd\": \"ls\", // list it, \"cwd\": \"/\"}'
                 echo \"$text\" | jmend repair --max-risk syntax; echo $?; echo \"$text\" | jmend repair --max-risk inferred
                 echo $?; echo '{\"delete\": false, // \"delete\": true}' | jmend repair; printf '{\"n\": 1, // default {x}' |
                 jmend repair --truncated refuse",
        out: "1\n1\n{\"delete\": false }\n",
        err: &["<stdin>:1:15: error[risk]: `comment`", "warning[comment]", "error[truncated]"],
        status: 1,
    },
    Fault {
        id: "F5 extended attributes are kept",
        script: "setfattr -n user.x -v y bad.json 2> /dev/null ||
                     python3 -c 'import os; os.setxattr(\"bad.json\", \"user.x\", b\"y\")'
                 jmend repair --in-place bad.json; python3 -c 'import os; print(os.getxattr(\"bad.json\", \"user.x\"))'
                 cat bad.json",
        out: "b'y'\n{\"a\": 1}\n",
        err: &["bad.json: 3 fixes"],
        status: 0,
    },
    Fault {
        id: "F7 a record separator is white space of its line",
        script: "{ printf '\\x1e{bad\\n'; seq 60000 | sed 's/.*/{\"a-b\":&}/'; } > rs.ndjson
                 for command in normalize 'cache-key t' 'preview --tool t'; do for jobs in 1 2 8; do
                     jmend $command --lines -j$jobs rs.ndjson 2> errors | grep -c . ; grep -c error errors; done; done |
                 sort | uniq -c | sed 's/^ *//'; printf '{\"a\":1}\\n{\"b\":\\x1e2}\\n\\x1e{\"c\":3}\\n' | jmend normalize --lines",
        out: "9 1\n9 60000\n{\"a\":1}\n{\"c\":3}\n",
        err: &["<stdin>:2:6: error[syntax]"],
        status: 1,
    },
    Fault {
        id: "F8 a file that a program has open for writing is left alone",
        script: "cp bad.json old; exec 3>> bad.json; jmend repair --in-place bad.json; echo $?; cmp bad.json old; exec 3>&-
                 jmend repair --in-place bad.json; cat bad.json; ls -A | grep tmp",
        out: "2\n{\"a\": 1}\n",
        err: &["another program has this file open for writing; it was left as it is", "bad.json: 3 fixes"],
        status: 1,
    },
    Fault {
        id: "F8 a file that grew meanwhile is left alone",
        script: "yes \"{'a': [1 2], 'b' 3}\" | head -200000 > big
                 jmend repair --lines --in-place --any-file --max-risk inferred -j1 big & pid=$!
                 for i in $(seq 500); do [ -n \"$(find . -name '*.tmp' -size +0)\" ] && break; sleep 0.01; done
                 kill -STOP $pid; echo \"{'n': 1}\" >> big; kill -CONT $pid; wait $pid; s=$?; wc -l < big
                 ls -A | grep '\\.tmp$'; exit $s",
        out: "200001\n",
        err: &["another program wrote to this file meanwhile; it was left as it is"],
        status: 2,
    },
    Fault {
        id: "F12 a check stops at 10,000 findings of a file, and says so",
        script: "{ printf '{\"a\":\"'; head -c 1000000 /dev/zero | tr '\\0' '\\1'; printf '\"}'; } > controls.json
                 ulimit -v 200000; for format in json sarif concise; do
                     jmend check --format $format controls.json | grep -c raw-control; done
                 jmend check --format concise bad.json controls.json | tail -n 1 | cut -c1-80",
        out: "10000\n10001\n1\n\
              controls.json:1:10007: note[findings-limit]: more than 10000 findings in this fi\n",
        err: &["jmend: Found 10004 problems in 2 files (2 checked); 10004 fixable with jmend check --fix\n"],
        status: 0,
    },
    Fault {
        id: "F13 a schema that leads to its parts again and again is refused, and a deep one takes no memory",
        script: "for keyword in allOf anyOf oneOf; do python3 - $keyword > s.json <<'END'
import json, sys
parts = {f'd{i}': {sys.argv[1]: [{'$ref': f'#/$defs/d{i + 1}'}] * 2} for i in range(500)}
print(json.dumps({'$defs': {**parts, 'd500': {}}, '$ref': '#/$defs/d0'}))
END
                     echo '{}' | timeout 10 jmend repair --schema s.json; echo $?; done
                 python3 - > chain.json <<'END'
import json
parts = {f'd{i}': {'oneOf': [{'$ref': f'#/$defs/d{i + 1}'}, {'type': 'string'}]} for i in range(400)}
print(json.dumps({'$defs': {**parts, 'd400': {}}, '$ref': '#/$defs/d0'}))
END
                 ulimit -v 400000; echo '\"x\"' | timeout 10 jmend repair -q --schema chain.json > /dev/null; [ $? -le 1 ] && echo judged",
        out: "2\n2\n2\njudged\n",
        err: &["one value would be held against more than 33554432 parts of this schema"],
        status: 0,
    },
    Fault {
        id: "F13 so is one whose conditions do; one that leads there through the members of a value is judged for a bounded time",
        script: "python3 - > if.json <<'END'
import json
parts = {f'd{i}': dict.fromkeys(['if', 'then', 'else'], {'$ref': f'#/$defs/d{i + 1}'}) for i in range(60)}
print(json.dumps({'$defs': {**parts, 'd60': {}}, '$ref': '#/$defs/d0'}))
END
                 echo 1 | timeout 10 jmend repair --schema if.json; echo $?
                 for part in '{\"not\":{\"$ref\":\"#\"}}' '{\"dependentSchemas\":{\"a\":{\"$ref\":\"#\"}}}'; do
                     echo \"$part\" > loop.json; echo 1 | timeout 10 jmend repair --schema loop.json; echo $?; done
                 python3 - > children.json <<'END'
import json
parts = {}
for i in range(60):
    part = {'properties': {'a': {'$ref': f'#/$defs/d{i + 1}'}}}
    parts[f'd{i}'] = {'oneOf': [part, {**part, 'minProperties': 1}]}
print(json.dumps({'$defs': {**parts, 'd60': {'type': 'string'}}, '$ref': '#/$defs/d0'}))
END
                 python3 -c 'print(\"{\\\"a\\\":\" * 60 + \"1\" + \"}\" * 60)' | (ulimit -t 120; jmend repair --schema children.json)",
        out: "2\n2\n2\n",
        err: &[
            "one value would be held against more than 33554432 parts of this schema",
            "this part refers to itself for the same value, without end",
            "error[schema-work]: the schema leads to more comparisons and changes than one record may take",
        ],
        status: 1,
    },
    Fault {
        id: "F14 commands end with jmend",
        script: "exec 2> /dev/null; for signal in HUP INT TERM; do
                     jmend eval-json --tool-command 't=sleep 61.73' --expr '{\"program\":{\"op\":\"call\",\"tool\":\"t\"}}' 2> /dev/null &
                     for i in $(seq 300); do pgrep -f '^sleep 61.73' > /dev/null && break; sleep 0.01; done
                     pkill -$signal -f '^jmend eval-json --tool-command t=sleep 61.73'
                     for i in $(seq 300); do pgrep -f '^sleep 61.73' > /dev/null || break; sleep 0.01; done
                     pgrep -fc '^sleep 61.73'; done",
        out: "0\n0\n0\n",
        err: &[],
        status: 1,
    },
    Fault {
        id: "F16 a cached result that is a pipe, or longer than is allowed, is an error at once",
        script: "seq -s, 100 | sed 's/.*/[&]/' | jmend preview --tool s --args '{}' --cache-dir c > /dev/null
                 key=$(echo '{}' | jmend cache-key s); f=c/${key:4:2}/${key:4}.json
                 run='{\"program\":{\"op\":\"call\",\"tool\":\"s\"}}'
                 timeout 20 jmend eval-json --cache-dir c --max-bytes 100 --expr \"$run\"; echo $?
                 rm $f; mkfifo $f; timeout 20 jmend eval-json --cache-dir c --expr \"$run\"; echo $?
                 timeout 20 jmend cache get --cache-dir c --tool s < /dev/null; echo $?",
        out: "1\n1\n2\n",
        err: &["is longer than 100 bytes", "cannot be read: this is not a regular file"],
        status: 0,
    },
    Fault {
        id: "F12 the report of a record is written in pieces",
        script: "{ printf '{\"a\":\"'; head -c 1000000 /dev/zero | tr '\\0' '\\1'; printf '\"}\\n'; } > controls.json
                 for input in controls.json \"--lines bad.json controls.json a.json\"; do
                     (ulimit -v 100000; jmend repair --report -j1 $input) > report; tail -c 3 report; grep -o raw-control report | wc -l
                     wc -l < report; grep -o '\"line\":1,\"record\":[0-9]*' report | uniq; done",
        out: "\"}\n1000000\n1\n]}\n1000000\n3\n\"line\":1,\"record\":1\n\"line\":1,\"record\":2\n\"line\":1,\"record\":3\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "F17 every signal that ends the program removes its temporary files",
        script: "for signal in HUP INT QUIT TERM XCPU USR1 USR2 ALRM VTALRM PROF; do
                     (echo '{\"a\":1,}'; sleep 5) | jmend repair --lines -o out.json & sleep 0.2
                     for i in $(seq 1500); do ls -A | grep -q '\\.tmp$' && break; sleep 0.01; done
                     pkill -$signal -f -- '^jmend repair --lines -o out.json'
                     for i in $(seq 1500); do ls -A | grep -q '\\.tmp$' || break; sleep 0.01; done
                     ls -A | grep -c '\\.tmp$'; done 2> /dev/null |
                 sort | uniq -c | sed 's/^ *//'",
        out: "10 0\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "F19 line ends stay, and a check says nothing of them",
        script: "printf '{\"a\":1}\\r\\n\\r\\n {\"b\":2} \\r\\n' > l.ndjson; cp l.ndjson old; jmend check --lines l.ndjson
                 jmend repair --lines --in-place l.ndjson; cmp l.ndjson old",
        out: "",
        err: &["jmend: Found no problem in 1 file\n"],
        status: 0,
    },
    Fault {
        id: "F21 a carriage return ends no line, however the lines arrive",
        script: "for wait in 0 0.3; do (printf '{\"a\":\\r1}\\n'; sleep $wait; printf '{bad\\n') |
                     jmend cache-key t --lines 2>&1 > keys | grep -o 'stdin>:[0-9]*:'; done",
        out: "stdin>:2:\nstdin>:2:\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "F20 neither names nor values begin a command to a build service",
        script: "for name in '::error::x.json' ' ::error::x.json' '##[error]x.json' '##vso[task]x.json'; do cp bad.json \"$name\"
                     jmend check --format concise \"$name\" | head -n 1; done
                 printf '{\"##[error]x\": 1,}' | jmend check - | grep '1 |'
                 printf '{\"::error::\": 1' > '::warning::y.json'; jmend repair ::warning::y.json",
        out: "./::error::x.json:1:2: error[single-quotes]: single quotes around a string become double quotes (2 places, at /a)\n\
              ./ ::error::x.json:1:2: error[single-quotes]: single quotes around a string become double quotes (2 places, at /a)\n\
              ##\\u{5b}error]x.json:1:2: error[single-quotes]: single quotes around a string become double quotes (2 places, at /a)\n\
              ##vso\\u{5b}task]x.json:1:2: error[single-quotes]: single quotes around a string become double quotes (2 places, at /a)\n \
              1 | {\"##\\u{5b}error]x\": 1,}\n{\"::error::\": 1}\n",
        err: &["./::warning::y.json:1:16: warning[truncated]"],
        status: 0,
    },
    Fault {
        id: "F22 characters without width are shown",
        script: "printf '{\"a\u{200b}b\": 1,\u{feff}}' > wide.json; jmend check wide.json | grep '1 |'
                 jmend check --format concise wide.json | cut -d' ' -f2-; jmend check --format github wide.json | grep -o 'at /.*'",
        out: " 1 | {\"a\\u{200b}b\": 1,\\u{feff}}\n 1 | {\"a\\u{200b}b\": 1,\\u{feff}}\n\
              error[trailing-comma]: a comma before a closing bracket is dropped (at /a\\u{200b}b)\n\
              error[odd-space]: white space that JSON does not know becomes a space (at /a\\u{200b}b)\n\
              at /a\\u{200b}b)\nat /a\\u{200b}b)\n",
        err: &["jmend: Found 2 problems in 1 file (1 checked); 2 fixable with jmend check --fix\n"],
        status: 0,
    },
    Fault {
        id: "F23 with --log-format json every line of standard error is JSON",
        script: "(printf '{\"a\":1\\n'; echo sorry) | jmend repair --lines -vv --log-format json 2>&1 > /dev/null |
                     jmend normalize --lines -j1 | grep -vc '\"level\"'
                 jmend repair --log-format json nothing.json 2>&1 | jmend normalize; cp a.json c.json
                 jmend repair --log-format json --in-place -p c.json",
        out: "0\n{\"level\":\"ERROR\",\"fields\":{\"message\":\"nothing.json: No such file or directory (os error 2)\"},\
              \"target\":\"jmend\"}\n",
        err: &["{\"level\":\"INFO\",\"fields\":{\"message\":\"rewritten\",\"source\":\"c.json\"},\"target\":\"jmend\"}\n"],
        status: 0,
    },
];

#[test]
#[cfg_attr(not(has = "python3"), ignore = "needs python3")]
fn what_an_audit_found_is_gone() {
    faults::all(FAULTS);
}

/// Files of other users: root alone can make them. A member of both groups keeps the group.
const OWNERS: &[Fault] = &[
    Fault {
        id: "F10 a configuration of another user is not read, not even in a directory of that user",
        script: "cp \"$(command -v jmend)\" ./own; chmod 755 own .; echo 'max_risk = \"syntax\"' > jmend.toml
                 for owner in 1001 1002 0; do chown $owner . jmend.toml
                     setpriv --reuid 1001 --regid 100 --clear-groups ./own config | grep '^max_risk' | tr -s ' '; done
                 echo '{\"a\" 1}' | setpriv --reuid 1001 --regid 100 --clear-groups ./own
                 chown 1002 . jmend.toml; echo '{\"a\" 1}' | setpriv --reuid 1001 --regid 100 --clear-groups ./own
                 setpriv --reuid 1001 --regid 100 --clear-groups ./own config --config jmend.toml | grep '^max_risk' | tr -s ' '",
        out: "max_risk = \"syntax\" # jmend.toml:1\nmax_risk = \"lossy\" # default\nmax_risk = \"syntax\" # jmend.toml:1\n\
              {\"a\": 1}\nmax_risk = \"syntax\" # jmend.toml:1\n",
        err: &["jmend.toml: warning[config]: this file belongs to another user, so it is not read; --config reads it"],
        status: 0,
    },
    Fault {
        id: "F5 a file whose owner or group cannot be kept is left alone",
        script: "cp \"$(command -v jmend)\" ./own; chmod 755 own; chmod 777 .; cp bad.json old; chmod 660 bad.json
                 chown 1002:2000 bad.json; setpriv --reuid 1001 --regid 100 --groups 2000 ./own repair --in-place bad.json; echo $?
                 stat -c '%u:%g %a' bad.json; cmp bad.json old; chown 1001:2000 bad.json
                 setpriv --reuid 1001 --regid 100 --groups 2000 ./own repair --in-place bad.json; stat -c '%u:%g %a' bad.json
                 cp old bad.json; chown 1002:2000 bad.json; chmod 2660 bad.json; jmend repair --in-place bad.json
                 stat -c '%u:%g %a' bad.json",
        out: "2\n1002:2000 660\n1001:2000 660\n1002:2000 2660\n",
        err: &["its owner or group cannot be kept, so the file was left as it is"],
        status: 0,
    },
];

#[test]
#[cfg_attr(not(has = "owners"), ignore = "needs root and setpriv")]
fn what_root_alone_can_show() {
    faults::all(OWNERS);
}

/// Turns of one memory in many processes at once.
const TURNS: &[Fault] = &[Fault {
    id: "F15 no turn of a shared memory is lost",
    script: "for i in $(seq 20); do
                 jmend eval-json --memory m.json --save-memory --expr \"{\\\"program\\\":{\\\"k$i\\\":1}}\" > /dev/null & done
             wait; tr ',' '\\n' < m.json | grep -c k",
    out: "20\n",
    err: &[],
    status: 0,
}];

#[test]
fn turns_of_many_processes_are_kept() {
    faults::all(TURNS);
}
