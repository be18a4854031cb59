#!/usr/bin/env python3
"""Writes calls as servers leak them, with arguments and around them texts at random, and counts what `jmend calls` makes of them.

usage: leaked_calls.py --jmend PROGRAM [--seed 1] [--count 40] [--show 2]

The kinds are the notation of Gemini, a recipient of Harmony alone, Kimi K3 without some of its tokens, a parameter tag without its
bracket, Gemma's object alone, a damaged head before tagged parameters, GLM's pairs with a tag missing or text between two, and
arguments in attributes. Each call stands in places where it is meant, where it is only mentioned, and cut off before its end. Ends
with status 1 if a call is missing or different, if a mention is one, or if half a call is.
"""
import argparse
import collections
import json
import random
import subprocess
import sys

WORDS = ["Zürich", 'a "b" c', "it's", "x, y", "{z}", "[1]", "<b>t</b>", "line\nbreak", "tab\tx", "日本", "a: b", "", "C:\\dir"]
WORDS += ["$HOME", "100%", "(p)", "e = mc^2", "// c", "# h", "`q`"]
KEYS = ["path", "query", "n_rows", "Content", "user-id", "k1", "deep.key"]
TOOLS = ["ls", "run_cmd", "mcp__fs__read", "do.it", "Write"]

MEANT = {
    "alone": "%s",
    "after prose": "I do that now.\n\n%s",
    "before a line end": "%s\n",
    "in a fence": "```\n%s\n```",
    "after reasoning": "<think>I think of it.</think>\n%s",
    "after a label": "**Next**\n\n%s\n",
}
MENTIONED = {
    "code": "Such a text is `%s`, I read.",
    "quotation": "> %s\n\nHe wrote that.",
    "turn of a user": "User: %s\nAssistant: I see.",
    "example": "The form\n\nExample call:\n```\n%s\n```\nis shown above.",
    "quotes": 'A leak may read "%s" in a log.',
}


def value(rng):
    word = rng.choice(WORDS)
    return rng.choice([word, word, rng.randint(-5, 10**6), True, None, [word, 1], {"a": word}])


def arguments(rng, make=value):
    return {key: make(rng) for key in rng.sample(KEYS, rng.randint(1, 3))}


def marked(given, mark):
    """The object of Gemma and Gemini, whose strings stand between marks."""
    if isinstance(given, str):
        return mark + given + mark
    if isinstance(given, list):
        return "[" + ",".join(marked(item, mark) for item in given) + "]"
    if isinstance(given, dict):
        return "{" + ",".join(f"{key}:{marked(item, mark)}" for key, item in given.items()) + "}"
    return json.dumps(given)


def gemini(rng, tool):
    given = arguments(rng)
    return given, f"{rng.choice(['call', 'declaration'])}:default_api:{tool}{marked(given, '<ctrl46>')}"


def gemma(rng, tool):
    given = arguments(rng)
    return given, f"call:{tool}" + marked(given, '<|"|>')


def harmony(rng, tool):
    given = arguments(rng)
    role, rest = rng.choice(["", "assistant "]), rng.choice([" ", " commentary ", " json\n", " commentary json ", " code "])
    return given, f"{role}to=functions.{tool}{rest}{json.dumps(given, ensure_ascii=False)}"


def kimi(rng, tool):
    given = arguments(rng, lambda rng: rng.choice(WORDS))
    tag = '<|open|>argument key="%s" type="string"<|sep|>%s<|close|>argument<|sep|>'
    parts = "".join(tag % member for member in given.items())
    return given, f'<|open|>toolscall tool="{tool}" index="1"<|sep|>{parts}<|close|>call<|sep|>'


def tag(rng, tool):
    word = rng.choice([word for word in WORDS if word and "\n" not in word])
    key = rng.choice([key for key in KEYS if "." not in key])
    head = f"<parameter={key}{rng.choice([chr(10), ': '])}{word}"
    return {key: word}, f"<tool_call>\n<function={tool}>\n{head}\n</parameter>\n</function>\n</tool_call>"


def head(rng, tool):
    given = arguments(rng, lambda rng: rng.choice(WORDS))
    end = rng.choice(["", "\n"])
    parts = "".join(f"<parameter={key}>{end}{value}{end}</parameter>{end}" for key, value in given.items())
    heads = ["<parameter=%s>", "<name>%s", "<name>%s</parameter>", "<tool_name>%s</tool_name>", '{"name": "%s",', '{"function="%s">']
    heads += ["<function=name>\n%s\n</parameter>", '<function name="%s>', "<name>\n%s\n</parameter>"]
    call = f"{rng.choice(heads) % tool}{end}{parts}</function>"
    return given, rng.choice([call, f"<tool_call>{end}{call}{end}</tool_call>"])


def pairs(rng, tool):
    given = arguments(rng, lambda rng: rng.choice([word for word in WORDS if word not in ("", "[1]")]))
    between = rng.choice([":", ":\n", " = ", ""])
    parts = "".join(f"<arg_key>{key}</arg_key>{between}<arg_value>{value}</arg_value>" for key, value in given.items())
    if not between:
        parts = parts.replace("<arg_key>", " ", 1)
    return given, f"<tool_call>{tool}{parts}</tool_call>"


def attributes(rng, tool):
    words = [word for word in WORDS if word and "\n" not in word and '"' not in word]
    given = arguments(rng, lambda rng: rng.choice(words))
    word = rng.choice(["function_call", "tool_call", "tool_use", "tool", "invoke", "function"])
    given_as = [f'{key}="{value}"' for key, value in given.items()]
    if rng.random() < 0.5:
        quoted = json.dumps(given, ensure_ascii=False).replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")
        given_as = [f'{rng.choice(["arguments", "args", "input"])}="{quoted}"']
    given_as.insert(0, f'name="{tool}"')
    if word in ("function_call", "tool_call", "tool_use", "tool"):
        rng.shuffle(given_as)
    blank = rng.choice([" ", "\n  "]) if word not in ("invoke", "function") else " "
    return given, f'<{word}{blank}{blank.join(given_as)}{rng.choice(["/>", f"></{word}>", " />"])}'


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--jmend", required=True)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--count", type=int, default=40, help="calls of each kind")
    options.add_argument("--show", type=int, default=2, help="texts of each kind of failure")
    options = options.parse_args()
    rng, texts, failed = random.Random(options.seed), 0, collections.defaultdict(list)

    def found(text):
        run = [options.jmend, "calls", "--no-config", "-q"]
        lines = subprocess.run(run, input=text, capture_output=True, text=True).stdout.splitlines()
        return [(call["name"], call["arguments"]) for call in map(json.loads, lines)]

    for kind in (gemini, gemma, harmony, kimi, tag, head, pairs, attributes):
        for _ in range(options.count):
            tool = rng.choice(TOOLS)
            given, call = kind(rng, tool)
            due = {("meant", place): (form % call, [(tool, given)]) for place, form in MEANT.items()}
            if "\n" not in call and "`" not in call:
                due |= {("mentioned", place): (form % call, []) for place, form in MENTIONED.items()}
            # The tag that ends a call of Kimi K3 may be the last thing that arrives.
            due["cut", "off"] = (call[: rng.randrange(4, len(call) * 2 // 3)], [])
            for place, (text, calls) in due.items():
                texts += 1
                if found(text) != calls:
                    failed[kind.__name__, *place].append(text)
    for place, examples in failed.items():
        print(*place, len(examples))
        for text in examples[: options.show]:
            print("   ", json.dumps(text, ensure_ascii=False))
    print(f"leaked_calls: {sum(map(len, failed.values()))} of {texts} texts are read wrongly")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
