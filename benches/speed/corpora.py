#!/usr/bin/env python3
"""Writes the files of the rows beside libraries: usage: corpora.py DIR MEGABYTES

answers.ndjson    answers of the chat completions API (benches/at/chats.py)
bare.ndjson       one call a line: {"name":…,"arguments":{…}}
hermes.strings    messages with reasoning and calls in tags, each as a JSON string
tools.json        the tool `order`, whose arguments the next two hold
fits.ndjson       arguments that fit its schema
coerced.ndjson    the same with three members of another type
real.ndjson       arguments of about a kilobyte; small ones are `args.ndjson` of ../shared/bench/corpora.py
large.ndjson      arguments with more than two kilobytes of code in strings
quoted.ndjson     arguments with code in strings, of which no quote is escaped
map.json          GeoJSON: one document of coordinates with up to seventeen digits

Each comes once more as NAME.shuffled, where each object has its members in an order of its own, and as NAME.mixed, where
each record has one of several shapes, so that nothing is fast only where all records look alike.
"""
import json
import random
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "benches/at")]
import chats

SHARED = ROOT / "../shared/bench/base.jsonl"
RECORDS = 3000
SCHEMA = {
    "type": "object",
    "required": ["product", "quantity", "price"],
    "properties": {
        "product": {"type": "string"},
        "quantity": {"type": "integer"},
        "price": {"type": "number"},
        "express": {"type": "boolean"},
        "note": {"type": "string"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "address": {
            "type": "object",
            "required": ["street", "zip"],
            "properties": {"street": {"type": "string"}, "zip": {"type": "integer"}, "country": {"type": "string"}},
        },
        "lines": {
            "type": "array",
            "items": {"type": "object", "properties": {"sku": {"type": "string"}, "count": {"type": "integer"}}},
        },
    },
}


def dump(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def shuffled(value, rng):
    """The value with the members of each object in another order."""
    if isinstance(value, dict):
        members = [(key, shuffled(inner, rng)) for key, inner in value.items()]
        rng.shuffle(members)
        return dict(members)
    return [shuffled(inner, rng) for inner in value] if isinstance(value, list) else value


def unescaped(value):
    """The value without the backslashes before quotes in its strings."""
    return re.sub(r"\\(.)", lambda escape: '"' if escape[1] == '"' else escape[0], dump(value))


def call(base, at):
    return {"name": base[at % len(base)]["name"], "arguments": base[at % len(base)]["arguments"]}


def answer(rng, at):
    return chats.response(rng, at, 0)


def other_answer(rng, at):
    """An answer of one of the APIs, with a call, several, or text alone."""
    first = [{"name": rng.choice(chats.NAMES), "arguments": chats.arguments(rng)} for _ in range(rng.choice([0, 1, 1, 2, 3]))]
    text = chats.sentence(rng, 5, 80)
    match at % 5:
        case 0:
            items = [{"type": "function_call", "id": f"fc_{at}", "call_id": f"call_{at}", "status": "completed", "name": one["name"], "arguments": dump(one["arguments"])} for one in first]
            said = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text, "annotations": []}]}
            return {"id": f"resp_{at}", "object": "response", "created_at": at, "status": "completed", "model": "m", "output": [said, *items], "usage": {"input_tokens": at, "output_tokens": 7}}
        case 1:
            uses = [{"type": "tool_use", "id": f"toolu_{at}", "name": one["name"], "input": one["arguments"]} for one in first]
            return {"id": f"msg_{at}", "type": "message", "role": "assistant", "model": "m", "content": [{"type": "text", "text": text}, *uses], "stop_reason": "tool_use", "usage": {"input_tokens": at}}
        case 2:
            parts = [{"functionCall": {"name": one["name"], "args": one["arguments"]}} for one in first]
            return {"candidates": [{"content": {"role": "model", "parts": [{"text": text}, *parts]}, "finishReason": "STOP", "index": 0}], "modelVersion": "m"}
        case 3:
            return {"role": "assistant", "content": text, "tool_calls": [{"id": f"c{at}", "type": "function", "function": {"name": one["name"], "arguments": dump(one["arguments"])}} for one in first]}
    return answer(rng, at)


def other_call(rng, base, at):
    one = call(base, at)
    match at % 5:
        case 0:
            return {"id": f"c{at}", **one}
        case 1:
            return {"type": "function", **one}
        case 2:
            return {"name": one["name"], "parameters": one["arguments"]}
        case 3:
            return [one, call(base, at + 1)]
    return one


def said(rng, calls):
    """A message with reasoning and calls in tags."""
    blocks = "\n".join(f"<tool_call>\n{json.dumps(one)}\n</tool_call>" for one in calls)
    return f"<think>\n{chats.sentence(rng, 40, 120)}\n</think>\n\n{chats.sentence(rng, 5, 40)}.\n{blocks}"


def order(rng, at, broken):
    """Arguments of the tool `order`; three members have another type where they are `broken`."""
    quantity, express, number = rng.randrange(1, 500), rng.random() < 0.5, rng.randrange(10_000, 99_999)
    value = {
        "product": chats.sentence(rng, 2, 5),
        "quantity": str(quantity) if broken else quantity,
        "price": rng.randrange(1, 99_999) / 100,
        "express": str(express).lower() if broken else express,
        "note": chats.sentence(rng, 5, 25),
        "tags": [rng.choice(chats.WORDS) for _ in range(rng.randrange(1, 4))],
        "address": {"street": chats.sentence(rng, 2, 3), "zip": str(number) if broken else number, "country": "DE"},
        "lines": [{"sku": f"A-{rng.randrange(10_000)}", "count": rng.randrange(1, 9)} for _ in range(rng.randrange(1, 4))],
    }
    return value


def some_order(rng, at, broken):
    """The same without some of its members, and with some that the schema does not know."""
    value = order(rng, at, broken)
    for key in rng.sample(["express", "note", "tags", "lines"], at % 4):
        del value[key]
    return {**value, **({"extra": {"a": [1, 2.5, None], "b": "x"}} if at % 3 == 0 else {})}


def outline(rng):
    """The ring of a polygon, with the digits that programs print."""
    longitude, latitude, ring = rng.uniform(-140, 140), rng.uniform(-60, 70), []
    for _ in range(rng.randrange(20, 400)):
        longitude, latitude = longitude + rng.uniform(-0.01, 0.01), latitude + rng.uniform(-0.01, 0.01)
        ring.append([longitude, latitude])
    return ring


def feature(rng, at, digits=None):
    ring = outline(rng)
    if digits:
        ring = [[round(number, digits) for number in point] for point in ring]
    return {"type": "Feature", "properties": {"name": f"area {at}"}, "geometry": {"type": "Polygon", "coordinates": [ring]}}


def corpora():
    """For each file its records, and those of other shapes: functions of a number."""
    with open(SHARED, encoding="utf-8") as lines:
        base = [one for one in map(json.loads, lines) if len(dump(one["arguments"])) < 6000]
    real = [one["arguments"] for one in base if 500 < len(dump(one["arguments"])) < 2000]
    large = [one["arguments"] for one in base if len(dump(one["arguments"])) > 2000]
    code = [one["arguments"] for one in base if '\\"' in dump(one["arguments"])]
    rng = random.Random(11)
    return {
        "answers.ndjson": (lambda at: answer(rng, at), lambda at: other_answer(rng, at)),
        "bare.ndjson": (lambda at: call(base, at), lambda at: other_call(rng, base, at)),
        "hermes.strings": (
            lambda at: said(rng, [call(base, at)]),
            lambda at: said(rng, [call(base, at + step) for step in range(at % 4)]),
        ),
        "fits.ndjson": (lambda at: order(rng, at, False), lambda at: some_order(rng, at, False)),
        "coerced.ndjson": (lambda at: order(rng, at, True), lambda at: some_order(rng, at, True)),
        "real.ndjson": (lambda at: real[at % len(real)], lambda at: base[at % len(base)]["arguments"]),
        "large.ndjson": (lambda at: large[at % len(large)], lambda at: {"content": dump(large[at % len(large)])}),
        "quoted.ndjson": (lambda at: code[at % len(code)], lambda at: {"content": code[at % len(code)]}),
        "map.json": (lambda at: feature(rng, at), lambda at: feature(rng, at, at % 9 + 1)),
    }


def fill(path, records, size):
    """Some thousand records, over and over: a corpus need not be made of 256 MB of new text."""
    is_document = path.name.startswith("map.json")
    separator = ",\n" if is_document else "\n"
    block = separator.join(records)
    with open(path, "w", encoding="utf-8") as out:
        if is_document:
            out.write('{"type":"FeatureCollection","features":[\n')
        for again in range(max(1, -(-size // len(block.encode())))):
            out.write((separator if again else "") + block)
        out.write("]}\n" if is_document else "\n")


def write(folder, megabytes):
    """Writes all files; those that are there already stay."""
    (folder / "tools.json").write_text(json.dumps([{"name": "order", "description": "Orders.", "parameters": SCHEMA}]))
    for name, (record, other) in corpora().items():
        count = RECORDS // 10 if name == "map.json" else RECORDS
        for variant, make in (("", record), (".shuffled", record), (".mixed", other)):
            path = folder / f"{name}{variant}"
            if path.exists():
                continue
            rng = random.Random(13)
            values = [make(at) for at in range(count)]
            if variant == ".shuffled":
                values = [shuffled(value, rng) for value in values]
            spell = unescaped if name == "quoted.ndjson" else dump
            fill(path, [spell(value) for value in values], megabytes * 1_000_000)


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    write(Path(sys.argv[1]), int(sys.argv[2]))
