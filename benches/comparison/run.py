#!/usr/bin/env python3
"""A few texts in jmend and its peers: which program gives back what was meant. Prints docs/evidence/comparison.md.

usage: run.py [--jmend PATH] [--peers DIR] [--write]

The peers are those of benches/recovery, installed as that does. A program is right where its value is the one that was
meant, or where it refuses a text that has none; everything else is shown as it came out.
"""
import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benches/recovery"))
import run as recovery  # noqa: E402

# What the text shows, the text, and what was meant (REFUSED: there is nothing to give back).
REFUSED = object()
TEXTS = [
    ("white space in a string is data", "{'path': 'notes.txt', 'content': '  - milk\\n'}",
     {"path": "notes.txt", "content": "  - milk\n"}),
    ("unescaped quotes", '{"code": "env.get("KEY", "x")", "line": 3}', {"code": 'env.get("KEY", "x")', "line": 3}),
    ("an apostrophe", "{'who': 'it's me', 'n': 1}", {"who": "it's me", "n": 1}),
    ("a path", '{"path": "C:\\Users\\new", "n": 1}', {"path": "C:\\Users\\new", "n": 1}),
    ("a fence inside a string", '```json\n{"content": "```py\nprint(1)\n```\n"}\n```', {"content": "```py\nprint(1)\n```\n"}),
    ("a reasoning block", '<think>maybe {"a": 0}?</think>{"a": 1}', {"a": 1}),
    ("Chinese punctuation", "{“名”：“a，b”，“n”：1}", {"名": "a，b", "n": 1}),
    ("a bracket of the wrong kind", '{"a": [1, 2}, "b": 3}', {"a": [1, 2], "b": 3}),
    ("text without quotes", '{"cmd": find . -name "*.ts" | head, "n": 1}', {"cmd": 'find . -name "*.ts" | head', "n": 1}),
    ("plain prose", "I cannot do that.", REFUSED),
    ("nothing", "   ", REFUSED),
]


def answers_of_jmend(jmend, texts):
    """jmend's values, or REFUSED, in order."""
    answers = []
    for text in texts:
        run = subprocess.run([jmend, "repair", "-q", "-c"], input=text.encode(), stdout=subprocess.PIPE)
        answers.append(json.loads(run.stdout) if run.returncode == 0 else REFUSED)
    return answers


def answers_of_peer(command, texts):
    """A peer's values, or REFUSED, in order."""
    lines = "".join(json.dumps({"id": str(n), "input": text}) + "\n" for n, text in enumerate(texts))
    run = subprocess.run(command.split(), input=lines, stdout=subprocess.PIPE, text=True, check=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    return [answer["value"] if answer["ok"] else REFUSED for answer in answers]


def same(a, b):
    """Equal, where true is not 1."""
    return (a is b) if REFUSED in (a, b) else json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


def cell(answer, meant):
    if same(answer, meant):
        return "right"
    shown = "refused" if answer is REFUSED else json.dumps(answer, ensure_ascii=False)
    shown = shown if len(shown) <= 60 else shown[:59] + "…"
    return shown if answer is REFUSED else "`` " + shown.replace("|", "\\|") + " ``"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jmend", default=str(ROOT / "target/release/jmend"))
    parser.add_argument("--peers", type=Path, default=ROOT / "peers-run")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    peers = recovery.installed(args.peers)
    versions = recovery.locked_versions(peers)
    texts = [text for _, text, _ in TEXTS]
    columns = {"jmend": answers_of_jmend(args.jmend, texts)}
    names = []
    for peer, (title, command) in recovery.PEERS.items():
        names.append(title.format(**versions))
        columns[peer] = answers_of_peer(command.format(dir=peers), texts)
    lines = ["# Comparison", "",
             "A few texts, and what each program makes of them. `benches/comparison/run.py --write` writes this page; do not",
             "edit. [Recovery](recovery.md) does the same with thousands of documents that a program damaged.", "",
             ", ".join(names) + ".", "",
             "| text | " + " | ".join(columns) + " |", "|---|" + "---|" * len(columns)]
    for n, (about, _, meant) in enumerate(TEXTS):
        lines.append(f"| {about} | " + " | ".join(cell(answers[n], meant) for answers in columns.values()) + " |")
    right = [sum(same(a, meant) for a, (_, _, meant) in zip(answers, TEXTS)) for answers in columns.values()]
    lines.append("| **right** | " + " | ".join(f"{n} of {len(TEXTS)}" for n in right) + " |")
    lines += ["", "The texts:", ""]
    lines += [f"- {about}: `` {json.dumps(text, ensure_ascii=False)} ``" for about, text, _ in TEXTS]
    lines.append("")
    page = "\n".join(lines)
    if args.write:
        (ROOT / "docs/evidence/comparison.md").write_text(page, encoding="utf-8")
    else:
        print(page)


if __name__ == "__main__":
    main()
