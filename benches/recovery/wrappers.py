#!/usr/bin/env python3
"""Documents in several wrappers at once: reasoning, fences, tags, labels, prose, entities, one level of escapes, quotes around
the whole, outer braces that are missing, in any order that a model may produce.

usage: wrappers.py --seed N --count N BASE.jsonl... > cases.jsonl

Cases have the form that score.py judges, like those of more_operators.py. A case has two to four wrappers, each at most once.
"""
import argparse
import html
import json
import random

TAGS = ["answer", "output", "json", "result", "tool_call", "response"]
REASONING = [("<think>", "</think>"), ("<thinking>", "</thinking>"), ("<reasoning>", "</reasoning>"), ("[THINK]", "[/THINK]"), ("<seed:think>", "</seed:think>")]
THOUGHTS = ["The user wants the record.", "I could use {braces} here, or a list [1].", 'Perhaps {"x": 1}? No, the schema says otherwise.', "Let me check: a < b && b > c."]
BEFORE = ["Here is the result:\n\n", "Sure! This is the JSON you asked for:\n", "Final answer:\n"]
AFTER = ["\n\nLet me know if you need anything else.", "\nThis follows the schema.", "\n\nI hope that helps!"]


def reasoning(draw, text):
    opening, closing = draw.choice(REASONING)
    return f"{opening}{draw.choice(['', chr(10)])}{draw.choice(THOUGHTS)}{draw.choice(['', chr(10)])}{closing}{draw.choice(['', chr(10), chr(10) * 2])}{text}"


def fence(draw, text):
    return f"```{draw.choice(['json', '', 'JSON'])}\n{text}\n```"


def tag(draw, text):
    name, line = draw.choice(TAGS), draw.choice(["", "\n"])
    return f"<{name}>{line}{text}{line}</{name}>"


def prose(draw, text):
    return draw.choice(BEFORE) + text + draw.choice(["", *AFTER])


def label(draw, text):
    return draw.choice(["Output: ", "JSON:\n", "Answer: "]) + text


# Those that write the document otherwise, then those that stand around it.
INNER = {
    "entities": lambda draw, text: html.escape(text),
    "escaped": lambda draw, text: json.dumps(text, ensure_ascii=False)[1:-1],
    "quoted": lambda draw, text: f'"{text}"',
    "no_braces": lambda draw, text: text.strip()[1:-1].strip(),
}
OUTER = {"reasoning": reasoning, "fence": fence, "tag": tag, "prose": prose, "label": label}


def wrapped(draw, text):
    inner = draw.sample(sorted(INNER), draw.choice([0, 1, 1, 1, 2]))
    # A document in quotes whose quotes are escaped is a valid JSON string.
    if set(inner) == {"quoted", "escaped"} or set(inner) == {"quoted", "no_braces"}:
        inner.remove("quoted")
    outer = draw.sample(sorted(OUTER), draw.randint(max(1, 2 - len(inner)), 3))
    # Words beside a document without braces are part of nothing; and reasoning comes first.
    bare = "no_braces" in inner
    outer = [name for name in outer if not (bare and name in ("prose", "label"))]
    outer.sort(key=lambda name: name == "reasoning")
    for name in inner:
        text = INNER[name](draw, text)
    for name in outer:
        text = OUTER[name](draw, text)
    return text, inner + outer


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("bases", nargs="+")
    options = parser.parse_args()
    draw = random.Random(f"wrappers {options.seed}")
    values = [json.loads(line) for path in options.bases for line in open(path, encoding="utf-8") if line.strip()]
    written = 0
    while written < options.count:
        base = draw.choice(values)
        value = base.get("value", base)
        if not isinstance(value, dict) or len(value) < 2 or "<" in json.dumps(value):
            continue
        source = json.dumps(value, ensure_ascii=False, indent=draw.choice([None, None, 2]))
        text, names = wrapped(draw, source)
        if len(names) < 2:
            continue
        written += 1
        case = {"id": f"w{options.seed}-{written:05}", "base": base.get("id"), "ops": names, "input": text, "expected": value, "truncated": False}
        print(json.dumps(case, ensure_ascii=False))


if __name__ == "__main__":
    main()
