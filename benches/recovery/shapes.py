#!/usr/bin/env python3
"""Values of shapes that ../shared/bench/base.jsonl has few of, as a base for corrupt.py.

usage: shapes.py [--seed 1] [--count 1500] > BASE.jsonl

Trees whose objects hold objects of the same names, rows of mixed literals, JSON inside strings, dotted names, sentences
with their punctuation, queries with their parameters: what stands in configuration, in schemas and in results. The same
arguments give the same bytes.
"""
import argparse
import json
import random

WORDS = (
    "account agent branch buffer build cache cluster commit config cursor deploy device endpoint event field filter folder "
    "gateway handler index invoice label ledger message metric module network order packet policy proxy queue record region "
    "request resource result route schema score service session signal snapshot source status stream table target tenant "
    "thread ticket token topic trace upload user value vendor version volume window worker zone"
).split()
STARTS = ["The", "A", "Each", "No", "Every other", "Our", "That", "Only one"]
ENDS = [".", ".", ".", "!", "?", " (see below).", "; it's optional.", ": don't ask.", " - as before.", ", e.g. at night."]
TYPES = ["string", "integer", "boolean", "array"]


def word(rng):
    return rng.choice(WORDS)


def sentence(rng):
    middle = " ".join(word(rng) for _ in range(rng.randint(2, 8)))
    return f"{rng.choice(STARTS)} {middle}{rng.choice(ENDS)}"


def literal(rng):
    return rng.choice([rng.randint(0, 9999), round(rng.random() * 100, 3), True, False, None])


def conditions(rng):
    argument = {"ref": word(rng).title()}
    return [{"fn": rng.choice(["isSet", "booleanEquals"]), "argv": [argument, True] if rng.random() < 0.5 else [argument]}
            for _ in range(rng.randint(0, 2))]


def rules(rng, depth=2):
    """Every object begins with the name that the document begins with."""
    if depth == 0 or rng.random() < 0.3:
        return {"conditions": conditions(rng), "error": sentence(rng), "type": "error"}
    inner = [rules(rng, depth - 1) for _ in range(rng.randint(1, 3))]
    return {"conditions": conditions(rng), "rules": inner, "type": "tree"}


def schema(rng, depth=2):
    if depth == 0 or rng.random() < 0.3:
        return {"type": rng.choice(TYPES), "description": sentence(rng)}
    names = rng.sample(WORDS, rng.randint(1, 3))
    inner = {name: schema(rng, depth - 1) for name in names}
    return {"additionalProperties": False, "properties": inner, "required": names[:1], "type": "object"}


def rows(rng):
    columns = rng.sample(WORDS, rng.randint(2, 4))
    kinds = [rng.random() < 0.4 for _ in columns]
    table = [[word(rng) if is_word else literal(rng) for is_word in kinds] for _ in range(rng.randint(1, 6))]
    return {"columns": columns, "rows": table, "total": rng.randint(1, 999)}


def lock(rng):
    features = json.dumps(rng.sample(WORDS, rng.randint(0, 3)))
    dependencies = [[rng.randint(1, 2**50), word(rng), False, rng.randint(1, 2**50)] for _ in range(rng.randint(0, 4))]
    paths = [f"src/{word(rng)}.rs" for _ in range(rng.randint(0, 3))]
    changed = {"RerunIfChanged": {"output": f"build/{word(rng)}/output", "paths": paths}}
    return {"rustc": rng.randint(1, 2**50), "features": features, "target": 0, "deps": dependencies, "local": [changed]}


def pages(rng):
    def one():
        return {"input_token": "Marker", "output_token": f"{word(rng).title()}List.NextMarker", "limit_key": "MaxItems",
                "result_key": f"{word(rng).title()}List.Items"}
    return {"pagination": {f"List{word(rng).title()}s": one() for _ in range(rng.randint(1, 3))}}


def query(rng):
    text = f"SELECT {word(rng)}, \"{word(rng)}\" FROM {word(rng)} WHERE name = '{word(rng)}' AND x > {rng.randint(1, 99)};"
    return {"sql": text, "params": [word(rng), *(literal(rng) for _ in range(rng.randint(1, 4)))], "limit": rng.randint(1, 500)}


def notes(rng):
    items = [{"id": at, "note": sentence(rng), "done": rng.random() < 0.5} for at in range(rng.randint(1, 4))]
    questions = [sentence(rng) for _ in range(rng.randint(1, 4))]
    return {"thought": " ".join(sentence(rng) for _ in range(rng.randint(1, 3))), "items": items, "questions": questions}


SHAPES = [rules, schema, rows, lock, pages, query, notes]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--count", type=int, default=1500)
    options = arguments.parse_args()
    rng = random.Random(options.seed)
    for number in range(options.count):
        make = SHAPES[number % len(SHAPES)]
        print(json.dumps({"id": f"{make.__name__}-{number}", "arguments": make(rng)}))


if __name__ == "__main__":
    main()
