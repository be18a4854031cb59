#!/usr/bin/env python3
"""Random Python literals for a differential test: one JSON object a line, {"text": …, "value": …}.

The truth is CPython's own: json.dumps(ast.literal_eval(text)). JSON has no sets and no bytes, so sets become arrays in
the order of the source and bytes become text (UTF-8, U+FFFD for what is none). A text that could as well be broken JSON
(`["a" "b"]`, `["\\alpha"]`) is put beside a None, which only Python writes.
With --answer it makes none and is asked instead: each line of standard input is a JSON string, and each answer a line,
{"value": …} for the value of a literal, {"no": …} with Python's reason, {} where a value has no JSON.
usage: python_literals.py SEED COUNT | --answer
"""
import ast
import io
import json
import random
import sys
import tokenize
import warnings

CHARS = list("abcXYZ 019_-.:,;{}[]()<>/|#=+*&%$@!?~^`") + ["'", '"', "\\", "\n", "\t", "\r", "\0", "\x1b", "\x7f",
    "ä", "ß", "漢", "🙂", "\u00a0", "\u2028", "\u200b", "“", "’", "́", "\ufeff", "it's", '"quoted"', "# no comment",
    "\\n", "\\u0041", "C:\\temp\\new", "```", "{'a': 1}", "True", "None"]


def escape(char, quote, rng, raw_lines):
    """One character of a string as Python may spell it between these quotes."""
    code = ord(char)
    if char == "\\":
        return "\\\\"
    if char == quote[0] and len(quote) == 1:
        return "\\" + char
    if char == quote[0]:
        return rng.choice(["\\" + char, char]) if raw_lines else "\\" + char
    if char == "\n":
        return char if raw_lines and rng.random() < 0.6 else "\\n"
    if char == "\0":
        return rng.choice(["\\x00", "\\000", "\\u0000"])
    if char == "\r":
        return rng.choice(["\\r", "\\x0d"])
    if code < 32 and char != "\t":
        return f"\\x{code:02x}"
    if rng.random() < 0.06:
        choices = [f"\\U{code:08x}", f"\\U{code:08X}"]
        if code < 0x10000:
            choices.append(f"\\u{code:04x}")
        if code < 256:
            choices += [f"\\x{code:02X}", f"\\{code:03o}"]
        return rng.choice(choices)
    if char == "\t":
        return rng.choice(["\t", "\\t"])
    return char


def text(rng, prefix="", joined=True):
    """A str literal with any quotes and escapes; sometimes several that stand side by side."""
    if joined and rng.random() < 0.08:
        return rng.choice([" ", "  ", "\t"]).join(text(rng) for _ in range(2))
    quote = rng.choice(["'", "'", "'", '"', '"', "'''", '"""'])
    body = "".join(rng.choice(CHARS) for _ in range(rng.choice([0, 1, 3, 8, 20])))
    if rng.random() < 0.1:
        prefix = "r"
        body = "".join(c for c in body if c not in "\\\r\0" and c not in quote and (len(quote) == 3 or c != "\n"))
        body += rng.choice(["", "\\d+", "\\n", "\\w\\."])
        return rng.choice("rR") + quote + body + quote
    if rng.random() < 0.05:
        prefix = rng.choice("uU")
    spelled = "".join(escape(c, quote, rng, len(quote) == 3) for c in body)
    if len(quote) == 3:
        spelled = spelled.replace(quote, "\\" + quote)
        if spelled.startswith(quote[0]):
            spelled = "\\" + spelled
        if spelled.endswith(quote[0]):
            spelled = spelled[:-1] + "\\" + quote[0]
    if rng.random() < 0.03:
        spelled += "\\\n" + "next"
    return prefix + quote + spelled + quote


def raw_bytes(rng):
    quote = rng.choice(["'", '"'])
    data = bytes(rng.choice([*range(32, 127), 0, 9, 10, 195, 164, 255, 128]) for _ in range(rng.randint(0, 8)))
    spelled = ""
    for byte in data:
        char = chr(byte)
        if char in ("\\", quote):
            spelled += "\\" + char
        elif 32 <= byte < 127:
            spelled += char
        else:
            spelled += rng.choice([f"\\x{byte:02x}", f"\\{byte:03o}"])
    return rng.choice(["b", "B"]) + quote + spelled + quote


def number(rng):
    kind = rng.randrange(12)
    digits = rng.choice([1, 2, 5, 17, 19, 20, 40, 300])
    value = rng.randrange(10 ** digits)
    sign = rng.choice(["", "", "-", "+"])
    if kind < 5:
        return sign + str(value)
    if kind == 5:
        return sign + f"{value:_}"
    if kind == 6:
        return sign + rng.choice([hex(value), hex(value).upper(), f"0x{value:_x}"])
    if kind == 7:
        return sign + rng.choice([oct(value), bin(value % 2 ** 70), f"0b{value % 2 ** 20:_b}", oct(value).replace("o", "O")])
    if kind == 8:
        return sign + rng.choice(["0", "00", "0_0", "0.", ".0", "0e0", "0.0"])
    return sign + rng.choice([
        repr(rng.uniform(-1, 1) * 10 ** rng.randint(-20, 20)).lstrip("-"), f"{rng.randrange(1000)}.", f".{rng.randrange(1000)}",
        f"{rng.randrange(100)}e{rng.randint(-30, 30)}", f"{rng.randrange(100)}E+{rng.randint(0, 30)}",
        f"{rng.randrange(10)}.{rng.randrange(100)}e-{rng.randint(0, 30)}", f"0{rng.randrange(1000)}.5",
    ])


def space(rng):
    return rng.choice(["", "", "", " ", "  ", "\n", "\n    ", " # it's a comment, {\n", "\t"])


def literal(rng, depth, scalar_only=False, at_top=False):
    kind = rng.random()
    if scalar_only or depth == 0 or kind < (0.05 if at_top else 0.45):
        pick = rng.randrange(10)
        if pick < 5:
            return text(rng, joined=not scalar_only)
        if pick < 8:
            return number(rng)
        if pick == 8:
            return raw_bytes(rng)
        return rng.choice(["True", "False", "None"])
    count = rng.choice([0, 1, 1, 2, 3, 5])
    if kind > 0.98:
        return "(" + space(rng) + literal(rng, depth - 1) + space(rng) + ")"

    def items(make):
        parts = [space(rng) + make() + space(rng) for _ in range(count)]
        return ",".join(parts) + (rng.choice(["", ","]) + space(rng) if parts else "")

    if kind < 0.72:
        name = lambda: number(rng) if rng.random() < 0.08 else text(rng)
        return "{" + items(lambda: name() + space(rng) + ":" + space(rng) + literal(rng, depth - 1)) + "}"
    if kind < 0.86:
        return "[" + items(lambda: literal(rng, depth - 1)) + "]"
    if kind < 0.94:
        if count == 1:
            return "(" + space(rng) + literal(rng, depth - 1) + space(rng) + "," + space(rng) + ")"
        return "(" + items(lambda: literal(rng, depth - 1)) + ")"
    if count == 0:
        return "set()" if rng.random() < 0.3 else "()"
    return "{" + items(lambda: literal(rng, 0, scalar_only=True)) + "}"


def truth(node):
    """The value of a literal's syntax tree, with sets in source order. Everything else is ast.literal_eval's answer."""
    if isinstance(node, ast.Dict):
        return {ast.literal_eval(key): truth(value) for key, value in zip(node.keys, node.values)}
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        items = [truth(item) for item in node.elts]
        if isinstance(node, ast.Set) and len(ast.literal_eval(node)) != len(items):
            raise ValueError("an item twice in a set: the order of what remains is nobody's promise")
        return items
    if isinstance(node, ast.Call):
        return []
    value = ast.literal_eval(node)
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def is_python(source):
    """Does the text hold a token that only Python has?"""
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    return any(token.string in ("True", "False", "None", "(")
               or token.type == tokenize.STRING and (token.string[0] != '"' or token.string.startswith('"""'))
               for token in tokens)


def keys_are_plain(tree):
    """No dictionary in which Python takes names for equal that JSON spells differently (1, 1.0 and True)."""
    dicts = [node for node in ast.walk(tree) if isinstance(node, ast.Dict)]
    odd = [node for node in dicts if not all(isinstance(key, ast.Constant) and isinstance(key.value, str) for key in node.keys)]
    return all(len(ast.literal_eval(node)) == len(node.keys) for node in odd)


def answer(source):
    """The answer to one question, as JSON text."""
    try:
        tree = ast.parse(source, mode="eval").body
        ast.literal_eval(source)
    except (RecursionError, MemoryError):
        return "{}"
    except Exception as error:
        return json.dumps({"no": f"{type(error).__name__}: {error}"})
    try:
        return json.dumps({"value": truth(tree)}, allow_nan=False) if keys_are_plain(tree) else "{}"
    except Exception:
        return "{}"


def main():
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    warnings.simplefilter("ignore")
    if sys.argv[1] == "--answer":
        for line in sys.stdin:
            print(answer(json.loads(line)), flush=True)
        return
    rng = random.Random(int(sys.argv[1]))
    done = 0
    while done < int(sys.argv[2]):
        source = space(rng).strip(" \t") + literal(rng, rng.choice([1, 2, 3, 4]), at_top=True) + rng.choice(["", "\n"])
        try:
            source = source.strip()
            value = truth(ast.parse(source, mode="eval").body)
            if not is_python(source):
                source, value = f"[{source}\n, None]", [value, None]
            line = json.dumps({"text": source, "value": value}, allow_nan=False)
        except (SyntaxError, ValueError, tokenize.TokenError):
            continue
        sys.stdout.write(line + "\n")
        done += 1


if __name__ == "__main__":
    main()
