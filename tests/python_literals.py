"""Writes random Python literals for a differential test: one JSON object a line, {"text": …, "value": …}.

The value is what json.dumps makes of ast.literal_eval(text), with sets as arrays in the order of the text and bytes as
text. A text that could as well be broken JSON (`["a" "b"]`) is put beside a None, which only Python writes.
usage: python_literals.py SEED COUNT
"""
import ast, io, json, random, sys, tokenize

rng = random.Random(int(sys.argv[1]))
ALPHABET = ["a", "b", "é", "'", '"', "\\", "\n", "\t", " ", "{", "}", "[", "]", ":", ",", "#", "😀", "\x00", "\x1b", "\u2028", "0"]
ESCAPES = ["\\n", "\\t", "\\\\", "\\'", '\\"', "\\x41", "\\u00e9", "\\U0001f600", "\\101", "\\0", "\\a", "\\v"]


def text():
    value = "".join(rng.choice(ALPHABET) for _ in range(rng.randrange(8)))
    kind = rng.randrange(6)
    if kind == 0:  # escapes as people write them
        quote = rng.choice(["'", '"', "'''", '"""'])
        return quote + "".join(rng.choice(ESCAPES + ["x", "é"]) for _ in range(rng.randrange(6))) + quote
    if kind == 1:  # raw text has no quotes or backslashes here
        return "r" + repr(value.translate({ord(c): None for c in "'\"\\\n\t\x00\x1b\u2028"}))
    if kind == 2:
        return repr("".join(rng.choice("ab'\"\\\n") for _ in range(rng.randrange(6))).encode())
    if kind == 3:
        return repr(value) + " " + repr(value[::-1])
    return repr(value)


def scalar():
    return rng.choice([
        lambda: str(rng.randrange(-10, 10)), lambda: str(rng.randrange(10**30)), lambda: repr(rng.uniform(-1e9, 1e9)),
        lambda: repr(rng.random() * 10.0 ** rng.randrange(-300, 300)), lambda: rng.choice(["True", "False", "None"]),
        text, text, text])()


def literal(depth):
    if depth == 0 or rng.random() < 0.3:
        return scalar()
    gap = rng.choice(["", "", " ", "\n  "])
    items = [literal(depth - 1) for _ in range(rng.randrange(4))]
    tail = "," if items and rng.random() < 0.2 else ""
    kind = rng.randrange(4)
    if kind == 0:
        return "[" + gap + ("," + gap).join(items) + tail + "]"
    if kind == 1:
        return "(" + ("," + gap).join(items) + ("," if len(items) == 1 else tail) + ")"
    if kind == 2:
        return "{" + ", ".join(str(n) for n in sorted(rng.sample(range(9), 3))) + "}"
    return "{" + gap + ("," + gap).join(f"{repr('k%d' % n)}:{gap}{item}" for n, item in enumerate(items)) + tail + "}"


def plain(value):
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, set):
        return sorted(value)
    if isinstance(value, bytes):
        return value.decode("latin-1")
    return value


def is_python(source):
    """Does the text hold a token that only Python has?"""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return any(t.string in ("True", "False", "None", "(") or t.type == tokenize.STRING and t.string[0] != '"' for t in tokens)


for _ in range(int(sys.argv[2])):
    source = literal(3)
    if not is_python(source):
        source = f"[{source}, None]"
    print(json.dumps({"text": source, "value": plain(ast.literal_eval(source))}))
