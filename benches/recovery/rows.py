#!/usr/bin/env python3
"""Rows that were written in a loop: what is forgotten in one is forgotten in all, or in some.

usage: rows.py --seed N --count N > cases.jsonl

Documents of 3 to 60 rows with the same names, each with one kind of damage at the same place of every row or of a third of
them. Cases are as corrupt.py writes them, and the same arguments give the same bytes.
"""
import argparse
import json
import random
import re

WORDS = (
    "alpha beta gamma delta user note file path error time value total north south red blue small large open closed first "
    "second report draft review order item price city river table window garden letter number signal branch cluster"
).split()
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+|\s+', re.S)


def words(rng, most=4):
    return " ".join(rng.sample(WORDS, rng.randint(1, most)))


MAKERS = {
    "text": words,
    "number": lambda rng: rng.choice([rng.randint(0, 9999), round(rng.random() * 100, 2)]),
    "literal": lambda rng: rng.choice([True, False, None]),
    "list": lambda rng: [words(rng, 1) for _ in range(rng.randint(1, 3))],
    "object": lambda rng: {"kind": words(rng, 1), "size": rng.randint(0, 99)},
    "quotation": lambda rng: f'{words(rng, 2)} "{words(rng, 2)}" {words(rng, 3)}',
}


class Row:
    """The tokens of a row, and where its own members lie: their names, colons, text values, and the commas between."""

    def __init__(self, text):
        self.tokens = TOKEN.findall(text)
        self.names, self.colons, self.values, self.commas, depth, is_value = [], [], [], [], 0, False
        for at, token in enumerate(self.tokens):
            depth += (token in "{[") - (token in "}]")
            if depth != 1:
                continue
            if token == ":":
                self.colons.append(at)
            elif token == ",":
                self.commas.append(at)
            elif token.startswith('"'):
                (self.values if is_value else self.names).append(at)
            is_value = token == ":" or (is_value and token.isspace())

    def with_token(self, at, token):
        return "".join(self.tokens[:at] + [token] + self.tokens[at + 1:])

    def is_before_space(self, at):
        return self.tokens[at + 1].isspace()


def each(places, change):
    """Damage that changes one of a row's tokens; `where` chooses the same one in each row."""
    def damage(text, where):
        row = Row(text)
        at = getattr(row, places)[where % len(getattr(row, places))]
        return row.with_token(at, change(row, at))
    return damage


def gone(row, at):
    return "" if row.is_before_space(at) else " "


DAMAGE = {
    "missing_commas": each("commas", gone),
    "missing_colons": each("colons", gone),
    "values_lost_close_quote": each("values", lambda row, at: row.tokens[at][:-1]),
    "values_lost_open_quote": each("values", lambda row, at: row.tokens[at][1:]),
    "values_without_quotes": each("values", lambda row, at: row.tokens[at][1:-1]),
    "keys_lost_close_quote": each("names", lambda row, at: row.tokens[at][:-1]),
    "keys_lost_open_quote": each("names", lambda row, at: row.tokens[at][1:]),
    "doubled_commas": each("commas", lambda row, at: ",,"),
    "equals_for_colons": each("colons", lambda row, at: "="),
    "semicolons_for_commas": each("commas", lambda row, at: ";"),
    "inner_quotes": lambda text, where: text.replace('\\"', '"'),
    "rows_lost_closer": lambda text, where: text[:-1],
}


def case(rng, number):
    damage = rng.choice(list(DAMAGE))
    kinds = [rng.choice(["text", "text", "number", "literal", "list", "object"]) for _ in range(rng.randint(2, 5))]
    kinds.append("quotation" if damage == "inner_quotes" else "text")
    rng.shuffle(kinds)
    names, where = rng.sample(WORDS, len(kinds)), rng.randrange(6)
    rows = [{name: MAKERS[kind](rng) for name, kind in zip(names, kinds)} for _ in range(rng.choice([3, 5, 10, 20, 60]))]
    how = rng.choice(["every_row", "some_rows"])
    separators = rng.choice([(",", ":"), (", ", ": ")])
    texts = [json.dumps(row, separators=separators) for row in rows]
    hit = range(len(texts)) if how == "every_row" else rng.sample(range(len(texts)), max(1, len(texts) // 3))
    for at in hit:
        texts[at] = DAMAGE[damage](texts[at], where)
    text = "[" + rng.choice([",", ", ", ",\n", ",\n  "]).join(texts) + "]"
    expected = rows
    if rng.random() < 0.5:
        text, expected = f'{{"rows": {text}, "done": true}}', {"rows": rows, "done": True}
    return {"id": f"rows-{number}", "ops": [damage, how], "input": text, "expected": expected, "truncated": False}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    for number in range(options.count):
        print(json.dumps(case(rng, number)))


if __name__ == "__main__":
    main()
