//! Findings of a second hostile reader, one row for each way in which it went wrong, in the order of that reader's findings.

#![cfg(target_os = "linux")]

use crate::common::faults;
use crate::common::faults::Fault;

const FAULTS: &[Fault] = &[
    Fault {
        id: "N1, N18, F13 small inputs that ask for much end with a status, in little memory",
        script: concat!(
            "python3 ",
            env!("CARGO_MANIFEST_DIR"),
            "/benches/bombs.py \"$(command -v jmend)\" --quick | grep -v '^ok'"
        ),
        out: "",
        err: &[],
        status: 1,
    },
    Fault {
        id: "N1 unions of 3,000 levels, and 3,200 branches over 3,200 objects, are refused or take 200 MB at most",
        script: concat!(
            "python3 ",
            env!("CARGO_MANIFEST_DIR"),
            "/benches/bombs.py \"$(command -v jmend)\" --only nested_unions,wide_unions | cut -d: -f1,2"
        ),
        out: "ok: nested_unions\nok: wide_unions\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "N2 items of a list that lost its opening bracket are lossy, and words stay prose",
        script: r#"for text in '[1],2,[3],4]' '[1],2]' '{"a":1},"b",7]' '{"a":{"b":1}},"c","rm",7]' '[1,2][x, "y"]' '{"a":1},"b"' '[1],2,' \
                       '42, 0.1][1, {}]' '"a", true] {"b": 1}'; do
                       echo "$text" | jmend repair --max-risk inferred --min-confidence 0.99 --truncated refuse -q; echo -n "$? "; done
                   echo; for text in '{"a":1}, which is fine, as said' 'See 1, 2] and {"a":1}' '{"a":1}, 5 of 7'; do
                       echo "$text" | jmend repair --max-risk inferred; done"#,
        out: "1 1 1 1 1 1 1 1 1 \n{\"a\":1}\n{\"a\":1}\n{\"a\":1}\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "N4 what a file says of a tool is a guess if the file was found, and yields to the schema of the tool",
        script: r#"printf '[tools.rm]\naliases = { path = "root" }\n' > jmend.toml; call='{"name":"rm","arguments":{"path":"/tmp/x"}}'
                   echo '[{"name":"rm","parameters":{"properties":{"path":{},"root":{}}}}]' > tools.json
                   echo "$call" | jmend calls -q --max-risk syntax; echo "$call" | jmend calls -q --tools tools.json
                   echo "$call" | jmend calls; echo "$call" | jmend calls --no-config
                   echo '{"path": 1}' | jmend repair -q --tool rm --report | grep -o '"risk":"[a-z]*"' | uniq
                   echo "$call" | jmend calls --max-risk syntax --config jmend.toml"#,
        out: "{\"name\":\"rm\",\"arguments\":{\"path\":\"/tmp/x\"}}\n{\"name\":\"rm\",\"arguments\":{\"path\":\"/tmp/x\"}}\n\
              {\"name\":\"rm\",\"arguments\":{\"root\":\"/tmp/x\"}}\n{\"name\":\"rm\",\"arguments\":{\"path\":\"/tmp/x\"}}\n\
              \"risk\":\"inferred\"\n{\"name\":\"rm\",\"arguments\":{\"root\":\"/tmp/x\"}}\n",
        err: &[
            "jmend.toml:2: warning[config]: this file was found, not named: `aliases` of `rm` counts as `inferred`; \
                --config jmend.toml makes all of it hold\n",
        ],
        status: 0,
    },
    Fault {
        id: "N5, N16 a file that was found turns no failure into success, logs no texts, and opens no file elsewhere",
        script: r#"printf 'fail_on_normalization_failure = false\nlog_normalizations = "texts"\n' > jmend.toml
                   printf '[tools.t]\nschema = "/etc/hostname"\n[tools.u]\nschema = "../x.json"\n' >> jmend.toml
                   echo sorry | jmend repair -q -o out.json; echo $?; ls out.json 2> /dev/null
                   for flags in --lines '--on-error skip' '--on-error null' '--on-error raw' '--select all'; do
                       echo sorry | jmend repair -q $flags > /dev/null; echo -n "$? "; done; echo
                   echo "{'secret': 1}" | jmend repair --tool t 2>&1 > /dev/null | grep -c secret; echo 1 | jmend repair -q --tool u
                   ln -s /etc/hostname s.json; printf '[tools.t]\nschema = "s.json"\n' > jmend.toml; echo 1 | jmend repair --tool t"#,
        out: "1\n1 1 1 1 1 \n0\n1\n1\n",
        err: &["jmend.toml:2: warning[config]: this file was found, not named: the `schema` of `t` is outside of its folder"],
        status: 0,
    },
    Fault {
        id: "N16 no message about a schema shows a character of the file",
        script: "echo 'Xyz' > x; for flags in 'repair --schema x' 'calls --tools x' 'expose --tools x'; do
                     echo '{}' | jmend $flags 2>&1 | grep -c X; done",
        out: "0\n0\n0\n",
        err: &[],
        status: 1,
    },
    Fault {
        id: "N6 keys in typographic quotes lose them before an arrow, too",
        script: "for text in '{“a” => 1, “b” => 2}' '{«a» => 1}' '{„a“ => 1, „b“ => nil}' '{a => 1, \"b\" => nil}'; do
                     echo \"$text\" | jmend; done",
        out: "{\"a\" : 1, \"b\" : 2}\n{\"a\" : 1}\n{\"a\" : 1, \"b\" : null}\n{\"a\" : 1, \"b\" : null}\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "N9 a cut string that looks like a path, and has quotes, is told from a whole one",
        script: r#"for text in '["\\f(\"a\", '"'b')" '["C:\\f(\"a\", '"'b')" '{"argv":["C:\\f(\"rm\", '"'b')}"; do
                       printf %s "$text" | jmend repair -q --truncated refuse; echo -n "$? "; done
                   printf '%s\n' '["C:\data\", "D:\more\"]' | jmend repair -q --truncated refuse"#,
        out: "1 1 1 [\"C:\\\\data\\\\\", \"D:\\\\more\\\\\"]\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "N7 a result that is not JSON is handed out by nothing, and gc removes it",
        script: "seq -s, 100 | sed 's/.*/[&]/' | jmend preview --tool s --args '{}' --cache-dir c > /dev/null
                 key=$(echo '{}' | jmend cache-key s); f=c/${key:4:2}/${key:4}.json; get='--cache-dir c --tool s --args {}'
                 jmend cache get $get | wc -c; echo '[1,2' > $f; jmend cache get $get; echo $?; jmend cache has $get; echo $?
                 head -c 3000000 /dev/zero | tr '\\0' a > $f; jmend cache get $get; echo $?; printf '{\"a\":1}\\n[2]\\n' > $f
                 jmend cache get $get; jmend cache gc --cache-dir c --max-age 7d; echo '[1,2' > $f
                 jmend cache gc --cache-dir c --max-age 7d | grep -o '\"corrupt\":1'; ls $f 2> /dev/null",
        out: "294\n2\n2\n2\n{\"a\":1}\n[2]\n{\"removed\":0,\"bytes\":0,\"abandoned\":0,\"corrupt\":0}\n\"corrupt\":1\n",
        err: &["this is not JSON, so it is no result; jmend cache gc removes it"],
        status: 2,
    },
    Fault {
        id: "N11 temporary files of writers that are gone go at once, those of others stay",
        script: "exec 2> /dev/null; (echo '[1,'; sleep 61.74) | jmend preview --tool s --args '{}' --cache-dir c > /dev/null 2>&1 & 
                 for i in $(seq 300); do ls -A c/* 2> /dev/null | grep -q tmp && break; sleep 0.01; done
                 jmend cache gc --cache-dir c --max-age 7d | grep -o '\"abandoned\":.'; pkill -KILL -f '^jmend preview --tool s'
                 pkill -f '^sleep 61.74'; wait; jmend cache gc --cache-dir c --max-age 7d | grep -o '\"abandoned\":.'",
        out: "\"abandoned\":0\n\"abandoned\":1\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "N15 commands end with jmend, together with what they started, even where SIGKILL ends it",
        script: r#"exec 2> /dev/null; long="sh -c 'sleep 61.75; true'"
                   killed() {
                       "$@" > /dev/null < a.json & pid=$!
                       for i in $(seq 500); do pgrep -f '^sleep 61.75' > /dev/null && break; sleep 0.01; done
                       pgrep -fc '^sleep 61.75'; kill -KILL $pid
                       for i in $(seq 500); do pgrep -f '^sleep 61.75' > /dev/null || break; sleep 0.01; done
                       pgrep -fc '^sleep 61.75'
                   }
                   killed jmend eval-json --tool-command "t=$long" --expr '{"program":{"op":"call","tool":"t"}}'
                   killed jmend preview --tool s --preview-command "$long"
                   killed jmend repair --fallback-command "$long" prose.txt"#,
        out: "1\n0\n1\n0\n1\n0\n",
        err: &[],
        status: 1,
    },
    Fault {
        id: "N19 half of a pair of UTF-16 is one lost character",
        script: "printf '{\"a\": \"\\xed\\xa0\\xbdx\", \"b\": \"\\xed\\xa0y\"}' | jmend -q",
        out: "{\"a\": \"\u{fffd}x\", \"b\": \"\u{fffd}\u{fffd}y\"}\n",
        err: &[],
        status: 0,
    },
    Fault {
        id: "N3, F6 the time of explain and of calls grows with the text and no faster",
        script: r#"python3 - "$(command -v jmend)" << 'END'
import os, subprocess, sys, tempfile
def seconds(arguments, text):
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(text)
        file.flush()
        child = subprocess.Popen([sys.argv[1], *arguments, file.name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return os.wait4(child.pid, 0)[2].ru_utime
call = '<tool_call>{"name": "f", "arguments": {}}</tool_call> '
texts = [("", unit) for unit in ('\\"x</think>$<think>', '"a": 1,&a ', '{"a":,//' + chr(92))]
calls = [("", 'Action: <tool_call>"""'), ("see ", call + "x "), ("```json\n", call.strip() + "\n"), ("", call + "<|close|>x ")]
for arguments, texts in (["explain"], texts), (["explain", "--readings"], texts), (["calls"], calls):
    for before, unit in texts:
        sizes = (20_000, 160_000)
        few, many = (min(seconds(arguments, before + unit * (size // len(unit))) for _ in range(2)) for size in sizes)
        if many > 0.2 and many > 16 * few:
            print(arguments, before, unit, few, many)
END"#,
        out: "",
        err: &[],
        status: 0,
    },
    Fault {
        id: "the time of a stream grows with its events and no faster, also where events are lost",
        script: r#"python3 - "$(command -v jmend)" << 'END'
import os, subprocess, sys, tempfile
def seconds(text):
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(text)
        file.flush()
        child = subprocess.Popen([sys.argv[1], "calls", file.name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return os.wait4(child.pid, 0)[2].ru_utime
part = 'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0%s,"function":{"name":"f","arguments":"%s"}}]}}]}\n'
said = 'data: {"choices":[{"index":%d,"delta":{"content":"x"}}]}\n'
delta = 'data: {"type":"response.output_text.delta","output_index":%d,"delta":"x"}\n'
whole = 'data: {"type":"response.output_item.done","output_index":%d,"item":{"type":"message","content":[]}}\n'
lost, done, id = "data: {x\n", "data: [DONE]\n", ',"id":"c%d"'
def half(size): return '{\\"a\\":\\"' + "x" * (size // 2)
texts = {
    "losses while a call is open": lambda size: part % (id % 1, half(size)) + lost * (size // 18),
    "losses between calls that are open": lambda size: "".join(part % (id % at, "{") + lost for at in range(size // 140)),
    "names with each part": lambda size: part % ("", half(size)) + part % ("", "{}") * (size // 220),
    "ends": lambda size: "".join(part % (id % at, "{}") for at in range(size // 260)) + done * (size // 26),
    "answers": lambda size: "".join(said % at for at in range(size // 65)),
    "items": lambda size: "".join(delta % at for at in range(size // 300)) + "".join(whole % at for at in range(size // 300)),
}
for name, text in texts.items():
    few, many = (min(seconds(text(size)) for _ in range(5)) for size in (200_000, 1_600_000))
    if many > 0.2 and many > 16 * few:
        print(name, few, many)
END"#,
        out: "",
        err: &[],
        status: 0,
    },
    Fault {
        id: "N13 a standard output that is full or closed is an error, and /dev/null is none",
        script: "jmend repair bad.json > /dev/full; echo $?; seq 20000 | jmend repair --lines > /dev/full; echo $?
                 jmend repair bad.json >&-; echo $?; jmend repair bad.json <&- >&-; echo $?; jmend check bad.json >&-; echo $?
                 jmend --version >&-; echo $?; jmend repair --help >&-; echo $?; jmend repair bad.json > /dev/null; echo $?
                 python3 -c 'import subprocess as s
print(s.run([\"jmend\", \"repair\", \"bad.json\"], stdout=s.DEVNULL).returncode)'",
        out: "2\n2\n2\n2\n2\n2\n2\n0\n0\n",
        err: &["No space left on device", "cannot write standard output: Bad file descriptor"],
        status: 0,
    },
    Fault {
        id: "N14 names that are not UTF-8 are those of the files in SARIF",
        script: "cp bad.json $'p\\xff.json'; jmend check --format sarif $'p\\xff.json' | grep -o '\"uri\":\"[^\"]*\"' | uniq",
        out: "\"uri\":\"p%FF.json\"\n",
        err: &["jmend: Found 3 problems in 1 file (1 checked); 3 fixable with jmend check --fix\n"],
        status: 0,
    },
];

#[test]
#[cfg_attr(not(has = "python3"), ignore = "needs python3")]
fn what_a_second_reader_found_is_gone() {
    faults::all(FAULTS);
}

/// Files of other users: root alone can make them.
const OWNERS: &[Fault] = &[Fault {
    id: "N12 a link of another user is not followed to a configuration",
    script: "echo 'max_risk = \"syntax\"' > real.toml; ln -s real.toml jmend.toml; chown -h 1001 jmend.toml; echo '{\"a\" 1}' | jmend
             chown -h 0 jmend.toml; echo '{\"a\" 1}' | jmend -q; echo $?",
    out: "{\"a\": 1}\n1\n",
    err: &["jmend.toml: warning[config]: this file belongs to another user, so it is not read; --config reads it"],
    status: 0,
}];

#[test]
#[cfg_attr(not(has = "owners"), ignore = "needs root and setpriv")]
fn what_a_second_reader_found_as_root_is_gone() {
    faults::all(OWNERS);
}
