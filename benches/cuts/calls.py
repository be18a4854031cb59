#!/usr/bin/env python3
"""Cuts calls of tools at every byte, whole and damaged, and counts the halves of calls that `jmend calls` hands out as complete.

usage: calls.py --jmend PROGRAM [--seed 1] [--calls 40] [--kinds 4] [--most 60] [--list FILE]

Each call stands in every envelope below. A cut lies before the last bracket of the arguments, or before the last tag of the
parameters, so nothing may come out of it but what was complete before: no call at all, for each text holds one. Ends with
status 1 where one comes out.
"""
import argparse
import json
import random
import subprocess
import sys

import run

# What stands before and after the arguments as JSON.
AROUND_JSON = {
    "hermes": ('<tool_call>\n{"name": "%s", "arguments": ', "}\n</tool_call>"),
    "mistral": ('[TOOL_CALLS][{"name": "%s", "arguments": ', "}]"),
    "mistral-args": ("[TOOL_CALLS]%s[ARGS]", ""),
    "llama3": ('<|python_tag|>{"name": "%s", "parameters": ', "}<|eom_id|>"),
    "granite": ('<|tool_call|>[{"name": "%s", "arguments": ', "}]"),
    "functools": ('functools[{"name": "%s", "arguments": ', "}]"),
    "bare": ('{"name": "%s", "arguments": ', "}"),
    "after-prose": ('I will call it now.\n{"name": "%s", "arguments": ', "}"),
    "fence": ('Calling:\n```json\n{"name": "%s", "arguments": ', "}\n```"),
    "function-tag": ("<function=%s>", "</function>"),
    "kimi": (
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.%s:0<|tool_call_argument_begin|>",
        "<|tool_call_end|><|tool_calls_section_end|>",
    ),
    "deepseek": (
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>%s\n```json\n",
        "\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
    ),
    "harmony": ("<|channel|>commentary to=functions.%s <|constrain|>json<|message|>", "<|call|>"),
    "react": ("Thought: do it\nAction: %s\nAction Input: ", "\nObservation:"),
    "anthropic": ('{"content":[{"type":"tool_use","id":"t1","name":"%s","input":', "}]}"),
    "gemini": ('{"candidates":[{"content":{"parts":[{"functionCall":{"name":"%s","args":', "}}]}}]}"),
    "mcp": ('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":', "}}"),
}
# The same, with the arguments as a JSON string.
AROUND_STRING = {
    "openai": (
        '{"choices":[{"message":{"tool_calls":[{"id":"c1","type":"function","function":{"name":"%s","arguments":"',
        '"}}]}}]}',
    ),
    "openai-stream": (
        'data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"%s","arguments":"',
        '"}}]}}]}\n\ndata: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n\n',
    ),
    "anthropic-stream": (
        'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use",'
        '"id":"t1","name":"%s","input":{}}}\n\nevent: content_block_delta\ndata: {"type":"content_block_delta","index":0,'
        '"delta":{"type":"input_json_delta","partial_json":"',
        '"}}\n\nevent: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n'
        'event: message_stop\ndata: {"type":"message_stop"}\n\n',
    ),
}
# The argument is a text that nothing ends but the next line.
AROUND_TEXT = {
    "react-text": ("Thought: do it\nAction: %s\nAction Input: ", "\nObservation: done"),
}
# Parameters one by one: the head of the call, the form of one of them, the tail.
PARAMETERS = {
    "qwen3-coder": (
        "<tool_call>\n<function={0}>\n", "<parameter={0}>\n{1}\n</parameter>\n", "</function>\n</tool_call>"
    ),
    "glm": ("<tool_call>{0}\n", "<arg_key>{0}</arg_key>\n<arg_value>{1}</arg_value>\n", "</tool_call>"),
    "minimax": (
        '<minimax:tool_call>\n<invoke name="{0}">\n', '<parameter name="{0}">{1}</parameter>\n',
        "</invoke>\n</minimax:tool_call>",
    ),
    "invoke": (
        '<function_calls>\n<invoke name="{0}">\n', '<parameter name="{0}">{1}</parameter>\n',
        "</invoke>\n</function_calls>",
    ),
    "seed": (
        "<seed:tool_call>\n<function={0}>\n", "<parameter={0}>{1}</parameter>\n", "</function>\n</seed:tool_call>"
    ),
}


def calls(count, rng):
    lines = run.BASE.read_text(encoding="utf-8").splitlines()
    rng.shuffle(lines)
    rows = (json.loads(line) for line in lines)
    rows = (row for row in rows if isinstance(row["arguments"], dict) and row["arguments"])
    return [row for row, _ in zip((row for row in rows if len(json.dumps(row)) < 700), range(count))]


def texts(row, kinds, rng):
    """Envelope, damage, text, and how many bytes of it are surely not the whole call."""
    plain = json.dumps(row["arguments"], ensure_ascii=False)
    damages = [("none", plain)]
    for kind in rng.sample(sorted(run.KINDS), kinds):
        broken = run.KINDS[kind](plain, rng)
        if broken != plain and kind not in ("two-records", "doubled-opener", "wrong-opener", "escaped", "entities"):
            damages.append((kind, broken))
    for damage, arguments in damages:
        for name, (head, tail) in AROUND_JSON.items():
            begun = head % row["name"] + arguments
            yield name, damage, begun + tail, len(begun.encode()) - 1
        for name, (head, tail) in AROUND_STRING.items():
            begun = head % row["name"] + json.dumps(arguments, ensure_ascii=False)[1:-1]
            yield name, damage, begun + tail, len(begun.encode()) - 1
    line = " ".join(str(value) for value in row["arguments"].values()).replace("\n", " ")
    for name, (head, tail) in AROUND_TEXT.items():
        begun = head % row["name"] + "rm -rf /tmp/" + line
        yield name, "none", begun + tail, len(begun.encode())
    for name, (head, form, tail) in PARAMETERS.items():
        value = lambda value: value if isinstance(value, str) else json.dumps(value)
        begun = head.format(row["name"]) + "".join(form.format(k, value(v)) for k, v in row["arguments"].items())
        yield name, "none", begun + tail, len(begun.encode())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jmend", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--calls", type=int, default=40)
    parser.add_argument("--kinds", type=int, default=4)
    parser.add_argument("--most", type=int, default=60)
    parser.add_argument("--list", type=argparse.FileType("w"))
    options = parser.parse_args()
    if not run.BASE.exists():
        sys.exit(f"skipped: {run.BASE} is not here")
    rng = random.Random(options.seed)
    counts = {}
    for row in calls(options.calls, rng):
        for envelope, damage, text, most in texts(row, options.kinds, rng):
            data = text.encode("utf-8", "surrogatepass")
            places = sorted(rng.sample(range(1, most + 1), min(options.most, most)) + [most])
            cuts = [cut for cut in (data[:at] for at in places) if b"\0" not in cut]
            command = [options.jmend, "calls", "--no-config", "--framing", "nul", "-q", "-j2", "--report"]
            done = subprocess.run(command, input=b"".join(cut + b"\0" for cut in cuts), capture_output=True)
            total, halves = counts.get(envelope, (0, 0))
            for line in done.stdout.splitlines():
                report = json.loads(line)
                if report.get("ok") and report.get("complete", True):
                    halves += 1
                    if options.list:
                        report["input"] = cuts[report.get("record", 1) - 1].decode("utf-8", "replace")
                        options.list.write(json.dumps({"envelope": envelope, "damage": damage, **report}) + "\n")
            counts[envelope] = (total + len(cuts), halves)
    print("| envelope | cuts | calls that came out |\n|---|--:|--:|")
    for envelope, (total, halves) in counts.items():
        print(f"| {envelope} | {total:,} | {halves} |")
    total, halves = (sum(column) for column in zip(*counts.values()))
    print(f"| all | {total:,} | {halves} |")
    sys.exit(1 if halves else 0)


if __name__ == "__main__":
    main()
