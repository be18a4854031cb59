#!/usr/bin/env python3
"""Writes chat responses, one a line: the corpus of benches/at/run.

usage: chats.py MEGABYTES BROKEN_PERCENT > FILE

Every response has one or two tool calls. Of the argument strings, BROKEN_PERCENT in a hundred are no JSON, in the ways
models break them: Python quotes and words, a comma too many or too few, names without quotes, raw line ends, comments,
quotes that nobody escaped. The same arguments give the same bytes.
"""

import json
import random
import sys

WORDS = (
    "the a of retry budget queue worker config schema token stream buffer index patch handler response request session "
    "cache timeout error trace commit branch module field record value result parse check write read open close"
).split()
PATHS = ["src/app.py", "src/core/queue.rs", "docs/usage.md", "/var/log/app/today.log", "C:/work/main.ts", "tests/test_api.py"]
NAMES = ["read_file", "write_file", "search_code", "run_command", "query_table", "send_message"]


def sentence(random, least, most):
    return " ".join(random.choice(WORDS) for _ in range(random.randint(least, most)))


def arguments(random):
    """Arguments as a value: some members, now and then a list or an object inside."""
    value = {"path": random.choice(PATHS), "limit": random.randint(1, 500)}
    if random.random() < 0.7:
        value["query"] = sentence(random, 3, 12)
    if random.random() < 0.4:
        value["recursive"] = random.random() < 0.5
    if random.random() < 0.4:
        value["content"] = "\n".join(sentence(random, 4, 10) for _ in range(random.randint(1, 5)))
    if random.random() < 0.3:
        value["filters"] = [{"field": random.choice(WORDS), "value": random.randint(0, 99)} for _ in range(2)]
    if random.random() < 0.2:
        value["after"] = None
    return value


def without_quotes(value):
    return json.dumps(value).replace('"path":', "path:").replace('"limit":', "limit:")


def with_inner_quotes(value):
    return json.dumps({**value, "note": "MARK"}).replace("MARK", 'say "done" when it is')


BREAKS = [
    repr,
    lambda value: json.dumps(value)[:-1] + ",}",
    lambda value: json.dumps(value).replace(', "limit"', ' "limit"'),
    without_quotes,
    lambda value: json.dumps({**value, "text": "one\ntwo"}).replace("one\\ntwo", "one\ntwo"),
    lambda value: json.dumps(value).replace('"limit"', '/* most */ "limit"'),
    with_inner_quotes,
    lambda value: "```json\n" + json.dumps(value, indent=2) + "\n```",
]


def response(random, number, broken):
    calls = []
    for index in range(1 + (random.random() < 0.3)):
        value = arguments(random)
        text = random.choice(BREAKS)(value) if random.random() * 100 < broken else json.dumps(value)
        call = {"name": random.choice(NAMES), "arguments": text}
        calls.append({"id": f"call_{number:08x}{index}", "type": "function", "function": call})
    message = {"role": "assistant", "content": sentence(random, 10, 60), "refusal": None, "tool_calls": calls}
    usage = {"prompt_tokens": random.randint(100, 9000), "completion_tokens": random.randint(10, 900)}
    return {
        "id": f"chatcmpl-{number:024x}",
        "object": "chat.completion",
        "created": 1_750_000_000 + number,
        "model": "gpt-4.1-mini-2025-04-14",
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": "tool_calls"}],
        "usage": {**usage, "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0}},
        "system_fingerprint": "fp_3f58d112f7",
    }


def main():
    size, broken = int(sys.argv[1]) << 20, float(sys.argv[2])
    # Some thousand distinct responses, over and over: a corpus need not be made of 200 MB of new text.
    numbers = random.Random(5)
    lines = [json.dumps(response(numbers, number, broken)).encode() + b"\n" for number in range(5000)]
    written = 0
    while written < size:
        for line in lines:
            sys.stdout.buffer.write(line)
            written += len(line)
            if written >= size:
                break


if __name__ == "__main__":
    main()
