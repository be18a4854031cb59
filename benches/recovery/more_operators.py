#!/usr/bin/env python3
"""Damage that ../shared/bench/corrupt.py does not make, on values whose truth is known.

usage: more_operators.py --seed N --count N BASE.jsonl... > cases.jsonl

Cases have the form that score.py judges: {"id", "base", "ops", "input", "expected", "truncated"}. Every operator loses
nothing: a careful person with the text alone would write down the same value. Where a value has no place for the damage
(no null, no list of rows, no path) the operator first gives it one, and that is part of the truth.
About one case in three is damaged in two or three ways; then every operator is counted.
"""
import argparse
import html
import json
import random
import re

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+|\s+', re.S)
WORD = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*( [A-Za-z][A-Za-z0-9_.-]*){0,3}")
WORDS_OF_JSON = {"true", "false", "null", "none", "undefined", "nan", "infinity"}


class Skip(Exception):
    """The value has no place for this damage."""


class Text:
    """A JSON text as tokens, and which of them are names, string values and separators."""

    def __init__(self, text):
        self.tokens = TOKEN.findall(text)
        self.names, self.strings, self.numbers, self.commas, self.colons = [], [], [], [], []
        for index, token in enumerate(self.tokens):
            if token.startswith('"'):
                (self.names if self.after(index) == ":" else self.strings).append(index)
            elif token == ",":
                self.commas.append(index)
            elif token == ":":
                self.colons.append(index)
            elif re.fullmatch(r"-?[0-9.eE+-]+", token):
                self.numbers.append(index)

    def after(self, index):
        """The next token that is no white space."""
        return next((token for token in self.tokens[index + 1:] if not token.isspace()), "")

    def before(self, index):
        return next((token for token in reversed(self.tokens[:index]) if not token.isspace()), "")

    def with_tokens(self, changes):
        return "".join(changes.get(index, token) for index, token in enumerate(self.tokens))

    def map(self, indexes, change):
        return self.with_tokens({index: change(self.tokens[index]) for index in indexes})

    def plain(self, index):
        """A string token whose text is a few plain words."""
        body = self.tokens[index][1:-1]
        return bool(WORD.fullmatch(body)) and body.lower() not in WORDS_OF_JSON

    def closer_of(self, index):
        depth = 0
        for at in range(index, len(self.tokens)):
            depth += (self.tokens[at] in "{[") - (self.tokens[at] in "}]")
            if depth == 0:
                return at
        raise Skip


def dumps(value, rng):
    style = rng.choice(["compact", "spaced", "indent"])
    if style == "compact":
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return json.dumps(value, ensure_ascii=False, indent=None if style == "spaced" else rng.choice([2, 4]))


def some(rng, places, most=3):
    places = list(places)
    if not places:
        raise Skip
    return rng.sample(places, rng.randint(1, min(most, len(places))))


def one(rng, places):
    return some(rng, places, most=1)


def members_with(value, rng, name, added):
    """The value with one more member somewhere in the middle."""
    members = [(key, member) for key, member in value.items() if key != name]
    members.insert(rng.randint(0, len(members)), (name, added))
    return dict(members)


# ---- what a value needs before it can be damaged so: f(value, rng) -> value

def needs_null(value, rng):
    return value if None in value.values() else members_with(value, rng, rng.choice(["timeout", "cursor", "parent_id"]), None)


def needs_number(value, rng):
    if any(isinstance(member, int) and not isinstance(member, bool) and member > 9 for member in value.values()):
        return value
    return members_with(value, rng, rng.choice(["limit", "timeout_ms", "max_results"]), rng.randint(10, 99_999))


def needs_word(value, rng):
    words = ["asc", "main", "read only", "by name", "src.utils", "high priority", "en-US"]
    return members_with(value, rng, rng.choice(["mode", "sort", "branch", "scope"]), rng.choice(words))


def needs_rows(value, rng):
    names = ["id", *rng.sample(["name", "status", "path", "kind"], 2)]
    words = ["open", "done", "src/main.rs", "Ada Lovelace", "a, b and c", "docs", "file (1)"]
    rows = [{name: index + 1 if name == "id" else rng.choice(words) for name in names} for index in range(rng.randint(2, 4))]
    return members_with(value, rng, rng.choice(["items", "rows", "todos"]), rows)


def needs_nesting(value, rng):
    inner = {"recursive": rng.choice([True, False]), "tags": ["a", "b"][: rng.randint(1, 2)], "depth": rng.randint(1, 9)}
    return members_with(value, rng, rng.choice(["options", "filter"]), inner)


def needs_path(value, rng):
    folders = rng.sample(["Users", "ada", "Documents", "new", "tests", "Windows", "bin", "temp", "projects"], rng.randint(2, 5))
    # A folder that begins with a letter of no escape, so that the text cannot mean anything else.
    path = "C:\\" + "\\".join(["Users", *folders]) + rng.choice(["\\notes.txt", "\\report.csv", ""])
    return members_with(value, rng, rng.choice(["file_path", "cwd"]), path)


def needs_folder(value, rng):
    folders = rng.sample(["data", "users", "New Folder", "backup", "reports", "temp"], rng.randint(1, 3))
    return members_with(value, rng, rng.choice(["folder", "target_dir"]), rng.choice("CDE") + ":\\" + "".join(f + "\\" for f in folders))


def needs_apostrophe(value, rng):
    said = ["it's fine", "the user's choice, not ours", "Jack O'Sullivan", "don't ask: it's 5 o'clock", "rock 'n' roll"]
    return members_with(value, rng, rng.choice(["description", "note"]), rng.choice(said))


def needs_contents(value, rng):
    """Two members that hold lines of something with quotes of its own."""
    words = ["asc", "read only", "src/main.rs", "1.0", "it is late", "a, b and c"]
    names = ["name", "version", "mode", "path"]

    def line(kind):
        a, b, name, other = rng.choice(words), rng.choice(words), *rng.sample(names, 2)
        return {
            "settings": f'{name} = "{a}"', "list": f'{name} = ["{a}", "{b}"]', "json": json.dumps({name: a, other: 7, "last": b}),
            "call": f'open("{a}", {name}).{other}("{b}")', "tag": f'<a class="{name}" href="{a}">{b}</a>',
            "rows": f'{rng.randint(1, 99)},"{a}","{b}"', "shell": f'grep -r "{a}" . && echo "{b}"',
            "prose": f'He said "{a}", then "{b}", and left.', "test": f'if {name} == "{a}" and {other} != "{b}":',
        }[kind]

    kind = rng.choice(["settings", "list", "json", "call", "tag", "rows", "shell", "prose", "test"])
    for name in rng.choice([["content"], ["old_text", "new_text"]]):
        value = members_with(value, rng, name, "\n".join(line(kind) for _ in range(rng.randint(1, 4))))
    return value


# ---- damage inside the document: f(text, rng) -> text

def doubled_braces(text, rng):
    """as a template that was never rendered has them"""
    if rng.random() < 0.5 or any(token in "{}" for token in Text(text).tokens[1:-1]):
        return "{" + text + "}" if text.startswith("{") else Text(text).map([], str)
    tokens = Text(text)
    return tokens.map([i for i, token in enumerate(tokens.tokens) if token in ("{", "}")], lambda token: token * 2)


def wide_punctuation(text, rng):
    tokens = Text(text)
    wide = {":": "：", ",": "，"}
    if rng.random() < 0.4:
        wide |= {"{": "｛", "}": "｝", "[": "［", "]": "］"}
    return tokens.map([i for i, token in enumerate(tokens.tokens) if token in wide], wide.get)


def key_separators(text, rng):
    tokens, sign = Text(text), rng.choice(["=", " = ", "=>", " => ", ":=", " := "])
    return tokens.map(tokens.colons, lambda _: sign)


def semicolons(text, rng):
    tokens = Text(text)
    return tokens.map(tokens.commas if rng.random() < 0.5 else some(rng, tokens.commas), lambda _: ";")


def missing_value(text, rng):
    tokens = Text(text)
    nulls = [i for i, token in enumerate(tokens.tokens) if token == "null" and tokens.before(i) == ":"]
    return tokens.map(one(rng, nulls), lambda _: "")


def js_undefined(text, rng):
    tokens = Text(text)
    return tokens.map([i for i, token in enumerate(tokens.tokens) if token == "null"] or one(rng, []), lambda _: "undefined")


def non_finite(text, rng):
    tokens = Text(text)
    nulls = [i for i, token in enumerate(tokens.tokens) if token == "null"]
    word = rng.choice(["NaN", "Infinity", "-Infinity", "nan"])
    return tokens.map(some(rng, nulls), lambda _: word)


def wrong_closer(text, rng):
    """a closer in the middle of the wrong kind"""
    tokens = Text(text)
    inner = [tokens.closer_of(i) for i, token in enumerate(tokens.tokens) if token in ("{", "[") and i > 0]
    return tokens.map(one(rng, inner), lambda token: "]" if token == "}" else "}")


def missing_inner_closer(text, rng):
    """the closer of a container inside an object that goes on with a further member"""
    tokens = Text(text)
    inner = [tokens.closer_of(i) for i, token in enumerate(tokens.tokens) if token == "[" and i > 0]
    return tokens.map(one(rng, [i for i in inner if tokens.after(i) == "," and tokens.before(i) != "["]), lambda _: "")


def rows_of(tokens):
    """The openings of objects that follow another one in an array."""
    places = [i for i, token in enumerate(tokens.tokens) if token == "{" and tokens.before(i) == ","]
    return [i for i in places if tokens.after(i).startswith('"')]


def missing_opener(text, rng):
    tokens = Text(text)
    return tokens.map(one(rng, rows_of(tokens)), lambda _: "")


def rows_without_braces(text, rng):
    """`[{"id": 1, … "id": 2, …}]`: the braces between rows are gone, and the comma (with it the text would be valid)"""
    tokens, gone = Text(text), {}
    for opening in rows_of(tokens):
        closing = max(i for i in range(opening) if tokens.tokens[i] == "}")
        comma = max(i for i in range(opening) if tokens.tokens[i] == ",")
        gone |= {opening: "", closing: "", comma: " "}
    if not gone:
        raise Skip
    return tokens.with_tokens(gone)


def early_closer(text, rng):
    """the document is closed, and then goes on with a further member"""
    tokens, depth, places = Text(text), 0, []
    for index, token in enumerate(tokens.tokens):
        depth += (token in "{[") - (token in "}]")
        if token == "," and depth == 1:
            places.append(index)
    return tokens.map(one(rng, places), lambda _: "},")


def key_lost_open_quote(text, rng):
    tokens = Text(text)
    names = [i for i in tokens.names if re.fullmatch(r'"[A-Za-z_]\w*"', tokens.tokens[i])]
    return tokens.map(one(rng, names), lambda token: token[1:])


def value_lost_open_quote(text, rng):
    tokens = Text(text)
    return tokens.map(one(rng, filter(tokens.plain, tokens.strings)), lambda token: token[1:])


def unquoted_words(text, rng):
    tokens = Text(text)
    places = [i for i in tokens.strings if tokens.plain(i) and tokens.before(i) == ":"]
    return tokens.map(some(rng, places), lambda token: token[1:-1])


def doubled_quotes(text, rng):
    tokens = Text(text)
    strings = tokens.names + tokens.strings
    if any(tokens.tokens[i] == '""' or '"' in tokens.tokens[i][1:-1] for i in strings):
        raise Skip
    return tokens.map(strings, lambda token: '"' + token + '"')


def quotes_in_contents(text, rng):
    """no quote inside a string was escaped"""
    tokens = Text(text)
    strings = [i for i in tokens.strings if '"' in tokens.tokens[i][1:-1]]
    return tokens.map(strings or one(rng, []), lambda token: '"' + token[1:-1].replace('\\"', '"') + '"')


def other_quotes(text, rng):
    left, right = rng.choice(["«»", "「」", "‘’", "„“"])
    tokens = Text(text)
    strings = [i for i in tokens.names + tokens.strings if not set(tokens.tokens[i][1:-1]) & set("«»「」‘’„“”'\\\"")]
    return tokens.map(strings or one(rng, []), lambda token: left + token[1:-1] + right)


def bare_apostrophes(text, rng):
    """single quotes around text that holds apostrophes, which nobody escaped"""
    tokens = Text(text)
    strings = tokens.names + tokens.strings
    if any(set(tokens.tokens[i][1:-1]) & set('"\\') for i in strings):
        raise Skip
    return tokens.map(strings, lambda token: "'" + token[1:-1] + "'")


def backtick_strings(text, rng):
    tokens = Text(text)

    def tick(token):
        value = json.loads(token)
        if any(c < " " and c != "\n" for c in value):
            raise Skip
        return "`" + value.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${") + "`"

    return tokens.map(some(rng, tokens.strings), tick)


def python_triple(text, rng):
    tokens, quote = Text(text), rng.choice(['"""', "'''"])

    def triple(token):
        value = json.loads(token)
        if quote[0] * 2 in value or value.endswith(quote[0]) or any(c < " " and c not in "\n\t" for c in value):
            raise Skip
        return quote + value.replace("\\", "\\\\") + quote

    return tokens.map(one(rng, tokens.strings), triple)


def python_prefixes(text, rng):
    tokens = Text(text)

    def prefixed(token):
        value, quote = json.loads(token), rng.choice("'\"")
        if "\\" in value and quote not in value and not value.endswith("\\") and value.isprintable():
            return "r" + quote + value + quote
        if not value.isascii() or not value.isprintable() or set(value) & set("'\"\\{}"):
            return token
        return rng.choice("bfu") + quote + value + quote

    changed = tokens.map(tokens.strings, prefixed)
    if changed == text:
        raise Skip
    return changed


def call_wrappers(text, rng):
    tokens = Text(text)
    strings = [i for i in tokens.strings if tokens.plain(i)]

    def wrap(token):
        if token.startswith('"'):
            return rng.choice(["ObjectId({})", "UUID({})", "ISODate({})", "new Date({})", "Symbol({})"]).format(token)
        return rng.choice(["Decimal({})", "NumberLong({})", "NumberInt({})", "Number({})"]).format(token)

    return tokens.map(some(rng, strings + tokens.numbers), wrap)


def leaked_tokens(text, rng):
    tokens = Text(text)
    leaked = rng.choice(["<|call|>", "<|im_end|>", "</parameter>", "<|tool_calls_section_end|>", "<|eot_id|>"])
    return tokens.map(one(rng, tokens.commas), lambda token: token + leaked)


def odd_comments(text, rng):
    """comments after an opening bracket, before a closing one, around a colon"""
    tokens = Text(text)
    comment = rng.choice(["/* {\"not\": \"data\"} */", "// it's \"fine\"\n", "/* don't, [ */", "# see: {docs}\n"])
    marks = [i for i, token in enumerate(tokens.tokens) if token in "{[:}]"]
    return tokens.map(some(rng, marks), lambda t: t + " " + comment if t in "{[:" else " " + comment + t)


def odd_spaces(text, rng):
    tokens = Text(text)
    odd = rng.choice(["\u00a0", "\u200b", "\u3000", "\ufeff", "\u2028", "\u2009"])
    signs = [i for i, token in enumerate(tokens.tokens) if token in "{[:,"]
    return tokens.map(some(rng, signs, most=6), lambda token: token + odd)


def escaped_line_ends(text, rng):
    """line ends between tokens written as a backslash and an n"""
    tokens = Text(text)
    if not any("\n" in token for token in tokens.tokens if token.isspace()):
        raise Skip
    spaces = [i for i, token in enumerate(tokens.tokens) if token.isspace()]
    return tokens.map(spaces, lambda token: token.replace("\n", "\\n"))


def path_backslashes(text, rng):
    """a path with the backslashes that belong to it and no more"""
    tokens = Text(text)
    paths = [i for i in tokens.strings if re.match(r'"C:\\\\Users', tokens.tokens[i])]
    return tokens.map(paths, lambda token: token.replace("\\\\", "\\"))


def path_ends_in_backslash(text, rng):
    """a folder whose last backslash stands before the closing quote"""
    tokens = Text(text)
    folders = [i for i in tokens.strings if re.match(r'"[C-E]:\\\\.*\\\\"$', tokens.tokens[i])]
    return tokens.map(folders or one(rng, []), lambda token: token.replace("\\\\", "\\"))


def spelled_numbers(text, rng):
    tokens = Text(text)

    def spell(token):
        number = int(token)
        return rng.choice([hex(number), hex(number).upper().replace("0X", "0x"), f"{number:_}", f"+{number}", f"0o{number:o}"])

    return tokens.map(some(rng, [i for i in tokens.numbers if tokens.tokens[i].isdigit()]), spell)


# ---- damage to the document as a whole

def html_entities(text, rng):
    return html.escape(text, quote=True)


def escaped_document(text, rng):
    return json.dumps(text, ensure_ascii=False)[1:-1]


def think_block(text, rng):
    tag = rng.choice(["think", "thinking", "reasoning"])
    thought = rng.choice([
        "The user wants this. I could pass {\"dry_run\": true} first, but no.",
        "Let me see... {path} must be absolute, and [x] is done.\nIt's \"easy\".",
        "Plan:\n1. {\"a\": 1} is wrong\n2. use the tool",
    ])
    return f"<{tag}>\n{thought}\n</{tag}>\n\n{text}"


def jsonp(text, rng):
    return rng.choice(["callback(", "window.onData(", "/**/cb(", "jQuery_123456("]) + text + rng.choice([")", ");", ");\n"])


def restart(text, rng):
    """the model broke off and began anew"""
    cut = text[: rng.randint(len(text) // 4, len(text) * 3 // 4)]
    if len(cut) < 8:
        raise Skip
    return cut + rng.choice(["\n", "\n\n", "\n```\n", "\n\nSorry, here is the whole call:\n"]) + text


def copies(text, rng):
    # Without words between them they would be records.
    words = ["\n\nAgain:\n\n", "\nAs I said: ", "\n\nHere it is once more:\n", "\n\nOnce more, the same:\n\n"]
    return rng.choice(words).join([text] * rng.randint(2, 3))


def prose_with_braces(text, rng):
    before = rng.choice([
        "I'll fill the {placeholders} and call it [as asked]:\n",
        "For every x in {a, b} the answer [1] is:\n\n",
        "The template uses {{name}} (see [docs]), so:\n",
    ])
    after = rng.choice(["", "\n\nReplace {name} as you like.", "\n[1]: see above", "\nDone {ok}."])
    return before + text + after


def trailing_tag(text, rng):
    tag = rng.choice(["</tool_call>", "\n</tool_call>", "</parameter>\n</invoke>", "<|im_end|>", "\n</function>", "</s>", "<|call|>"])
    return text + tag


def leading_tag(text, rng):
    name = rng.choice(["tool_call", "arguments", "json", "output", "function_call"])
    return f"<{name}>{rng.choice(['', chr(10)])}{text}{rng.choice(['', chr(10)])}</{name}>"


def markdown_around(text, rng):
    bar = rng.choice(["~~~", "````", "```"])
    if bar in text:
        raise Skip
    log = rng.choice(["```\n$ ls\nsrc  {tmp}\n```\n", "> quoted {text}\n\n", "# Result\n\n* one [link](https://a.b)\n\n"])
    return f"{log}{bar}json\n{text}\n{bar}\n"


def semicolon_at_the_end(text, rng):
    return text + rng.choice([";", " ;", ";\n"])


def single_backticks(text, rng):
    if "`" in text or "\n" in text:
        raise Skip
    return rng.choice(["Call it with ", ""]) + "`" + text + "`" + rng.choice(["", ".", " and wait."])


# ---- how operators go together

NEEDS = {
    missing_value: needs_null, js_undefined: needs_null, non_finite: needs_null, spelled_numbers: needs_number,
    unquoted_words: needs_word, value_lost_open_quote: needs_word, call_wrappers: needs_word, missing_opener: needs_rows,
    rows_without_braces: needs_rows, wrong_closer: needs_nesting, missing_inner_closer: needs_nesting,
    path_backslashes: needs_path, path_ends_in_backslash: needs_folder, bare_apostrophes: needs_apostrophe,
    quotes_in_contents: needs_contents,
}
# Applied first: afterwards the text still falls into the same tokens.
TOKENS_STAY = [
    missing_value, js_undefined, non_finite, wrong_closer, missing_inner_closer, missing_opener, rows_without_braces,
    early_closer, spelled_numbers, call_wrappers, leaked_tokens, odd_comments, odd_spaces,
]
# At most one of these in a case.
TOKENS_BREAK = [
    key_lost_open_quote, value_lost_open_quote, unquoted_words, doubled_quotes, other_quotes, bare_apostrophes,
    backtick_strings, python_triple, python_prefixes, wide_punctuation, key_separators, semicolons, escaped_line_ends,
    path_backslashes, path_ends_in_backslash, doubled_braces, quotes_in_contents,
]
# Applied last, at most one: they take the document as it is.
WHOLE = [
    html_entities, escaped_document, think_block, jsonp, restart, copies, prose_with_braces, trailing_tag, leading_tag,
    markdown_around, semicolon_at_the_end, single_backticks,
]
OPERATORS = TOKENS_STAY + TOKENS_BREAK + WHOLE
# What leaves two good readings together, or undoes the other.
APART = [
    {restart, copies, early_closer, wrong_closer, missing_inner_closer, missing_opener, rows_without_braces, doubled_braces},
    {leaked_tokens, odd_comments, odd_spaces, escaped_line_ends, semicolons, early_closer},
    {html_entities, escaped_document, single_backticks, backtick_strings, path_backslashes, path_ends_in_backslash,
     python_prefixes, doubled_quotes, escaped_line_ends, odd_comments, python_triple},
    {html_entities, escaped_document, early_closer, quotes_in_contents},
    {missing_value, js_undefined, non_finite, key_separators, wide_punctuation},
    {call_wrappers, spelled_numbers, jsonp, value_lost_open_quote, unquoted_words, key_lost_open_quote},
]


def goes_with(operator, others):
    return all(not ({operator, other} <= group) for other in others for group in APART)


def damaged(value, operator, rng, mix):
    """One case: the damaged text, what it means, the names of the operators."""
    chosen = [operator]
    if rng.random() < mix:
        for other in rng.sample(OPERATORS, len(OPERATORS)):
            same_kind = any(other in kind and set(chosen) & set(kind) for kind in (TOKENS_BREAK, WHOLE))
            if len(chosen) < rng.choice([2, 3]) and other not in chosen and not same_kind and goes_with(other, chosen):
                chosen.append(other)
    for one_of in chosen:
        value = NEEDS.get(one_of, lambda value, _: value)(value, rng)
    text = dumps(value, rng)
    done = []
    for one_of in sorted(chosen, key=lambda op: (op in TOKENS_BREAK) + 2 * (op in WHOLE)):
        try:
            text = one_of(text, rng)
        except Skip:
            if one_of is operator:
                raise
            continue
        done.append(one_of.__name__)
    return text, value, done


def bases(files, max_chars):
    for name in files:
        with open(name, encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                value = row.get("arguments", row)
                if isinstance(value, dict) and value and len(line) <= max_chars:
                    yield row.get("id", "?"), value


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--count", type=int, default=2000)
    arguments.add_argument("--mix", type=float, default=0.35, help="share of cases with two or three operators")
    arguments.add_argument("--max-chars", type=int, default=6000)
    arguments.add_argument("base", nargs="+")
    options = arguments.parse_args()
    rng = random.Random(options.seed)
    values = list(bases(options.base, options.max_chars))
    number = 0
    while number < options.count:
        operator = OPERATORS[number % len(OPERATORS)]
        for _ in range(200):
            base, value = rng.choice(values)
            try:
                text, truth, names = damaged(value, operator, rng, options.mix)
            except Skip:
                continue
            case = {"id": f"m{options.seed}-{number:05d}", "base": base, "ops": names, "input": text,
                    "expected": truth, "truncated": False}
            print(json.dumps(case, ensure_ascii=False))
            break
        number += 1


if __name__ == "__main__":
    main()
