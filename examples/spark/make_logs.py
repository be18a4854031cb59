"""Writes chat logs to try the job on: make_logs.py DIR MEGABYTES [FILES]. The same numbers give the same bytes."""
import json
import os
import random
import sys


def call(chance):
    """The arguments of a call, with what makes trouble: quotes, code, other scripts, numbers that must stay."""
    words = ["naïve", "日本語", "it's", "C:\\new", 'say "hi"', "line\nbreak", "a\u2028b", "x" * chance.randrange(200)]
    return {
        "query": " ".join(chance.choice(words) for _ in range(chance.randrange(1, 8))),
        "limit": chance.randrange(1 << chance.randrange(1, 63)),
        "since": chance.random() * 10.0 ** chance.randrange(-9, 9),
        "filters": [{"host": f"h{n}", "is-new": chance.random() < 0.5, "note": None} for n in range(chance.randrange(6))],
    }


def output(chance):
    """What a model may have written."""
    value = call(chance)
    text = json.dumps(value, ensure_ascii=chance.random() < 0.5, indent=chance.choice([None, None, 2]))
    kind = chance.randrange(12)
    if kind == 0:
        return repr(value)
    if kind == 1:
        return f"Here is the call:\n```json\n{text}\n```\nTell me if it helps."
    if kind == 2:
        return text[: chance.randrange(len(text))]
    if kind == 3:
        return text.replace('": ', "': ").replace('"', "'")
    if kind == 4:
        return text[:-1] + ",}"
    if kind == 5:
        return f"{text}\n{text}"
    if kind == 6:
        return chance.choice(["I cannot do that.", "", "  \n", "?", "\ud800"])
    return text


def main():
    folder, size = sys.argv[1], int(float(sys.argv[2]) * 1e6)
    files = int(sys.argv[3]) if len(sys.argv) > 3 else 16
    os.makedirs(folder, exist_ok=True)
    for number in range(files):
        chance, written, row = random.Random(number), 0, 0
        with open(os.path.join(folder, f"logs-{number:02}.jsonl"), "w", encoding="utf-8") as file:
            while written < size // files:
                line = json.dumps({"id": f"{number}-{row}", "output": output(chance)}) + "\n"
                row += 1
                written += file.write(line)


main()
