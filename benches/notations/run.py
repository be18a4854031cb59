#!/usr/bin/env python3
"""Prints generated values with the languages that are here, reads them back with jmend, and compares.

  run.py --jmend PATH [--count N] [--only NAME] [--from-auto] [--install] [--show N]

Each program in print/ reads values in a plain form, a token a line (i5, s<hexadecimal>, [3 and its items, {2 and its
pairs), and writes what its language prints for each. An injective notation must come back equal under the mapping of
docs/reference/notations.md; an ambiguous one equal after `erased`, which makes of every value what the language prints alike, or
refused: the exit status is 1 where a language has another result, and the last line counts them. PowerShell has no printer
here: its texts are written by a generator that follows the form its documentation gives.
"""
import argparse, collections, datetime, importlib.util, json, math, os, random, re, shutil, subprocess, sys, tempfile
HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGES = ["ruby", "php-cli", "perl", "golang-go", "default-jdk-headless", "lua5.4", "elixir", "nodejs"]
MODULES = ["protobuf", "edn_format"]
sys.setrecursionlimit(10000)


class Tagged:
    """A value that JSON does not have: how it is written for the printers, and what it is in JSON."""
    def __init__(self, kind, items): self.kind, self.items = kind, items


WORDS = "alpha beta gamma delta id name tags user count state open x y z total".split()
ODD = ["", " ", "it's", 'say "hi"', "a\\b", "C:\\new", "line\nbreak", "tab\there", "#{x}", "$x @y", "é", "日本", "😀",
       "\u0001", "\x7f", "\u2028", "[1, 2]", "{a: 1}", "a=b", "a: b", "x, y", "null", "true", "1", "-1.5", "nil", "=>",
       "'", '"', "\\", "`tick`", "<b>", "/* c */", "-- d", "100%", "a;b", "\r\n", "%{x}", ":sym", "a.b", "..."]


def text(r, plain): return " ".join(r.choices(WORDS, k=r.randint(1, 2))) if plain or r.random() < .5 else r.choice(ODD) + r.choice(["", r.choice(ODD)])


def key(r, plain): return r.choice(WORDS) + (str(r.randint(0, 99)) if r.random() < .3 else "") if plain or r.random() < .7 else text(r, False)


def generate(r, language, plain, depth=0):
    extra = language.extra
    if depth == 0: kind = r.choice("[{{{" + "".join(k for k in extra if k in "pkme"))
    else: kind = r.choice("ntfiiddssss" + extra + ("[[{{" if depth < 4 else ""))
    sub = lambda: generate(r, language, plain, depth + 1)
    if kind == "n": return None
    if kind in "tf": return kind == "t"
    if kind == "i": return r.choice([0, 1, -1, r.randint(-999, 999), r.randint(-2**53, 2**53)])
    if kind == "d": return r.choice([0.5, -1.25, 1e20, 1.5e-7, 3.0, r.uniform(-1e3, 1e3)])
    if kind == "s": return r.choice(WORDS) if plain else text(r, plain)
    if kind == "[": return [sub() for _ in range(r.choice([0, 1, 2, 3]))]
    if kind == "{": return {key(r, plain): sub() for _ in range(r.choice([0 if language.empty else 1, 1, 2, 3, 4]))}
    if kind == "y": return Tagged("y", {"": "a", "nil": "a", "true": "a"}.get(word := text(r, plain), word))
    if kind == "D": return Tagged("D", f"{r.randint(1970, 2090)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}")
    if kind == "e": return Tagged("e", sorted({key(r, plain) for _ in range(3)}))
    if kind in "mk": return Tagged(kind, [(Tagged("y", k) if kind == "k" else k, sub()) for k in sorted({key(r, plain) or "a" for _ in range(3)})])
    if kind == "p": return Tagged("p", [sub(), sub()])
    if kind == "u": return Tagged("u", [sub() for _ in range(r.randint(2, 3))])
    if kind == "o": return Tagged("o", [r.choice([1, "alpha"])])
    raise ValueError(kind)


def tokens(v, out):
    hexed = lambda s: s.encode().hex()
    if v is None: out.append("n")
    elif v is True: out.append("t")
    elif v is False: out.append("f")
    elif isinstance(v, int): out.append(f"i{v}")
    elif isinstance(v, float): out.append(f"d{v!r}")
    elif isinstance(v, str): out.append("s" + hexed(v))
    elif isinstance(v, list): out.append(f"[{len(v)}"); [tokens(x, out) for x in v]
    elif isinstance(v, dict):
        out.append("{%d" % len(v))
        for k, x in v.items(): tokens(k, out); tokens(x, out)
    elif v.kind == "y": out.append("y" + hexed(v.items))
    elif v.kind == "D": out.append("D" + v.items)
    elif v.kind in "mk":
        out.append(f"{v.kind}{len(v.items)}")
        for k, x in v.items: tokens(k, out); tokens(x, out)
    elif v.kind in "po": out.append(v.kind); [tokens(x, out) for x in v.items]
    else: out.append(f"{v.kind}{len(v.items)}"); [tokens(x, out) for x in v.items]


def plain(v, language):
    """What the value is in JSON, by the mapping table."""
    if isinstance(v, list): return [plain(x, language) for x in v]
    if isinstance(v, dict): return {plain(k, language): plain(x, language) for k, x in v.items()}
    if not isinstance(v, Tagged): return v
    if v.kind == "y": return v.items
    if v.kind == "D": return v.items + language.midnight
    if v.kind == "o": return plain(v.items[0], language)
    if v.kind == "p" and not language.fields: return [plain(x, language) for x in v.items]
    if v.kind == "p": return {language.fields[i]: plain(x, language) for i, x in enumerate(v.items)} | language.more
    if v.kind in "mk": return {plain(k, language): plain(x, language) for k, x in v.items}
    return [plain(x, language) for x in v.items]


def same(a, b):
    if isinstance(a, bool) or isinstance(b, bool): return a is b
    if isinstance(a, (int, float)) and isinstance(b, (int, float)): return a == b or math.isclose(a, b, rel_tol=1e-15)
    if type(a) is not type(b): return False
    if isinstance(a, list): return len(a) == len(b) and (all(map(same, a, b)))
    if isinstance(a, dict): return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    return a == b


class Language:
    """How to print, what the notation is called, and what its values become."""
    def __init__(self, name, command, notation, extra="", plain=0.0, erased=None, needs=None, empty=True, fields="xy", more={}, midnight="", build=None, compare=same):
        self.name, self.command, self.notation, self.extra, self.plain = name, command, notation, extra, plain
        self.erased, self.needs, self.empty, self.fields, self.more, self.midnight = erased, needs or command[0], empty, fields, more, midnight
        self.build, self.compare, self.odd = build, compare, erased in (printed, blanks)

    def is_here(self):
        """A program, or a module of Python."""
        try: return bool(shutil.which(self.needs) or importlib.util.find_spec(self.needs))
        except ImportError: return False

    def values(self, r, plains): return [generate(r, self, p) for p in plains]

    def print(self, values, tmp):
        out = []
        for v in values: tokens(v, out)
        if self.build: subprocess.run([a.replace("@", tmp) for a in self.build], check=True, cwd=tmp, stderr=subprocess.DEVNULL)
        command = [a.replace("@", tmp) for a in self.command]
        done = subprocess.run(command, input="\n".join(out) + "\n", capture_output=True, text=True, cwd=os.path.join(HERE, "print"))
        if done.returncode: sys.exit(f"{self.name}: {done.stderr[:1000]}")
        return [bytes.fromhex(line).decode("utf8", "replace") for line in done.stdout.split("\n")[:-1]]


def shown(v):
    """The text of a scalar, as languages print it that have no quotes; a number by its value."""
    if v is None: return "null"
    if isinstance(v, bool): return str(v).lower()
    try: return f"{float(v):.12g}"
    except ValueError: return v.strip()


def words(v, scalar=shown, empty="{}"):
    """Scalars become their text."""
    if isinstance(v, list): return [words(x, scalar, empty) for x in v]
    if isinstance(v, dict): return {str(k): words(x, scalar, empty) for k, x in v.items()} if v else []
    return scalar(v)


def printed(v):
    """A list of two texts and a text with a comma look alike: the parts between commas and signs of equality are compared."""
    def spelled(v):
        if isinstance(v, list): return ", ".join(map(spelled, v))
        if isinstance(v, dict): return ", ".join(f"{k}={spelled(x)}" for k, x in v.items())
        return shown(v)
    return sorted(shown(x) for x in re.split(r", |[=\[\]{}]", spelled(v)) if x.strip())


def blanks(v):
    """Where texts end that hold signs, and which key they belong to, cannot be told: the words are compared."""
    if isinstance(v, dict): v = [[k, x] for k, x in v.items()]
    return sorted(sum((blanks(x) for x in v), [])) if isinstance(v, list) else [shown(x) for x in re.split(r"[ :\[\]{}]+", shown(v)) if x]


def php(v):
    """PHP has one kind of array: keys that count up are none, and no key is a number and a text."""
    if isinstance(v, dict):
        v = {k: php(x) for k, x in v.items()}
        return list(v.values()) if list(v) == [str(i) for i in range(len(v))] else v
    return [php(x) for x in v] if isinstance(v, list) else v


def print_r(v): return words(php(v), lambda x: shown(1) if x is True else "" if x is None or x is False else shown({"true": 1, "false": "", "null": ""}.get(x, x)))


def perl(v): return words(v, lambda x: shown(1) if x is True else shown(0) if x is False else shown(x))


def lua(v): return lua_of(v)


def lua_of(v):
    """A table without keys is a list, and nil ends none here."""
    if isinstance(v, dict): return {k: lua_of(x) for k, x in v.items()} if v else []
    return [lua_of(x) for x in v] if isinstance(v, list) else v


class Python(Language):
    def print(self, values, tmp):
        import dataclasses, types
        Point = dataclasses.make_dataclass("Point", ["x", "y"])
        Pair = collections.namedtuple("Pair", "x y")
        def made(v):
            if isinstance(v, list): return [made(x) for x in v]
            if isinstance(v, dict): return {k: made(x) for k, x in v.items()}
            if not isinstance(v, Tagged): return v
            if v.kind == "p": return random.choice([Point, Pair])(*map(made, v.items))
            if v.kind == "D": return datetime.date.fromisoformat(v.items)
            if v.kind == "e": return frozenset(v.items[:1])
            if v.kind == "m": return random.choice([collections.OrderedDict, lambda m: collections.defaultdict(list, m), lambda m: types.SimpleNamespace(**{f"k{i}": x for i, (_, x) in enumerate(m)})])([(k, made(x)) for k, x in v.items])
            return tuple(map(made, v.items))
        return [repr(made(v)) for v in values]


def python_same(a, b):
    """A namespace has keys of its own, and a set one item."""
    if isinstance(a, dict) and isinstance(b, dict) and a.keys() != b.keys() and all(k.startswith("k") for k in b): return all(map(python_same, a.values(), b.values()))
    if isinstance(a, list) and isinstance(b, list):
        return len(a) >= len(b) and all(map(python_same, a, b)) if len(b) == 1 and all(isinstance(x, str) for x in a) else len(a) == len(b) and all(map(python_same, a, b))
    if isinstance(a, dict) and isinstance(b, dict): return a.keys() == b.keys() and all(python_same(a[k], b[k]) for k in a)
    return same(a, b)


class Edn(Language):
    """The argument maps of a call, and other values, as Clojure writes them."""
    def print(self, values, tmp):
        def spelled(v):
            if v is None: return "nil"
            if isinstance(v, bool): return str(v).lower()
            if isinstance(v, (int, float)): return repr(v)
            if isinstance(v, str): return '"' + v.replace("\\", "\\\\").replace('"', '\\"').replace("\n", random.choice(["\n", "\\n"])).replace("\t", "\\t") + '"'
            gap = random.choice([" ", ", ", "\n  "])
            if isinstance(v, list): return random.choice(["[%s]", "(%s)"]) % gap.join(map(spelled, v))
            if isinstance(v, dict): return "{%s}" % gap.join(f"{':' + k if k.isascii() and k.isidentifier() else spelled(k)} {spelled(x)}" for k, x in v.items())
            if v.kind == "y": return ":" + v.items if v.items.isascii() and v.items.isidentifier() else spelled(v.items)
            if v.kind == "D": return f'#inst "{v.items}T00:00:00.000-00:00"'
            return "#{%s}" % " ".join(map(spelled, v.items))
        return [spelled(v) for v in values]


class EdnFormat(Language):
    """The same, as a library writes them."""
    def print(self, values, tmp):
        import edn_format
        def made(v):
            if isinstance(v, list): return [made(x) for x in v]
            if isinstance(v, dict): return {edn_format.Keyword(k) if k.isascii() and k.isidentifier() else k: made(x) for k, x in v.items()}
            if not isinstance(v, Tagged): return v
            if v.kind == "y": return edn_format.Keyword(v.items) if v.items.isascii() and v.items.isidentifier() else v.items
            return datetime.date.fromisoformat(v.items) if v.kind == "D" else frozenset(v.items[:1])
        return [edn_format.dumps(made(v)) for v in values]


def edn_same(a, b):
    """A set has one item: their order is not that of the list."""
    if isinstance(a, list) and isinstance(b, list): return len(b) == 1 and edn_same(a[0], b[0]) or len(a) == len(b) and all(map(edn_same, a, b))
    if isinstance(a, dict) and isinstance(b, dict): return a.keys() == b.keys() and all(edn_same(a[k], b[k]) for k in a)
    return same(a, b)


class PowerShell(Language):
    """No PowerShell is in Debian: hash tables as about_Hash_Tables and about_Quoting_Rules spell them."""
    def print(self, values, tmp):
        def text(s):
            if random.random() < .5 or "\0" in s: return "'" + s.replace("'", "''") + "'"
            return '"' + re.sub('[`"$]', lambda m: "`" + m[0], s).replace("\n", random.choice(["\n", "`n"])).replace("\t", "`t") + '"'
        def spelled(v):
            if v is None or isinstance(v, bool): return {None: "$null", True: "$true", False: "$false"}[v]
            if isinstance(v, (int, float)): return repr(v)
            if isinstance(v, str): return text(v)
            if isinstance(v, list): return "@(%s)" % ", ".join(map(spelled, v))
            keys = [k if k.isascii() and k.isidentifier() else text(k) for k in v]
            gap = random.choice(["; ", "\n    "])
            return random.choice(["@{%s}", "@{ %s }", "[ordered]@{%s}"]) % gap.join(f"{k} = {spelled(x)}" for k, x in zip(keys, v.values()))
        return [spelled(v) for v in values]


class Proto(Language):
    """Messages of one type that holds itself, with a field of every kind."""
    FIELDS = {"id": 3, "name": 9, "ratio": 1, "is_open": 8, "raw": 12, "state": 14, "tags": 9, "counts": 3, "child": 11, "rows": 11}
    REPEATED = {"tags", "counts", "rows"}

    def message(self):
        from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
        file = descriptor_pb2.FileDescriptorProto(name="node.proto", package="bench", syntax="proto2")
        node = file.message_type.add(name="Node")
        states = file.enum_type.add(name="State")
        for number, name in enumerate(["OPEN", "HALF_OPEN", "CLOSED"]): states.value.add(name=name, number=number)
        for number, (name, kind) in enumerate(self.FIELDS.items(), 1):
            field = node.field.add(name=name, number=number, type=kind, label=3 if name in self.REPEATED else 1)
            if kind in (11, 14): field.type_name = ".bench.Node" if kind == 11 else ".bench.State"
        pool = descriptor_pool.DescriptorPool()
        pool.Add(file)
        return message_factory.GetMessageClass(pool.FindMessageTypeByName("bench.Node"))

    def values(self, r, plains):
        scalar = {3: lambda: r.randint(-2**53, 2**53), 9: lambda: text(r, False), 1: lambda: r.choice([0.5, -1.25, 1e20, 3.0, r.uniform(-1e3, 1e3)]),
                  8: lambda: r.random() < .5, 12: lambda: text(r, False), 14: lambda: r.choice(["OPEN", "HALF_OPEN", "CLOSED"])}
        def made(depth):
            out = {}
            for name in r.sample(list(self.FIELDS), r.randint(1 if depth == 0 else 0, 6)):
                kind = self.FIELDS[name]
                if kind == 11 and depth > 3: continue
                one = (lambda: made(depth + 1)) if kind == 11 else scalar[kind]
                out[name] = [one() for _ in range(r.randint(1, 3))] if name in self.REPEATED else one()
            return out or made(depth) if depth == 0 else out
        return [made(0) for _ in plains]

    def print(self, values, tmp):
        from google.protobuf import text_format
        Node = self.message()
        states = Node.DESCRIPTOR.fields_by_name["state"].enum_type.values_by_name
        def fill(node, value):
            node.SetInParent()
            for name, x in value.items():
                kind = self.FIELDS[name]
                if name == "rows": [fill(node.rows.add(), item) for item in x]
                elif kind == 11: fill(node.child, x)
                elif name in self.REPEATED: getattr(node, name).extend(x)
                else: setattr(node, name, states[x].number if kind == 14 else x.encode() if kind == 12 else x)
            return node
        return [text_format.MessageToString(fill(Node(), v), as_one_line=random.random() < .5, as_utf8=random.random() < .5) for v in values]


def proto(v):
    """A field that repeats and stands once looks like one that does not."""
    if isinstance(v, list): return proto(v[0]) if len(v) == 1 else [proto(x) for x in v]
    return {k: proto(x) for k, x in v.items()} if isinstance(v, dict) else v


LANGUAGES = [
    Python("Python repr", ["python3"], "python", "pDemmu", compare=python_same),
    Language("Ruby inspect", ["ruby", "print.rb"], "ruby", "yDep", midnight="T00:00:00Z"),
    Language("JavaScript util.inspect", ["node", "print.js"], "js", "eyDpm", midnight="T00:00:00.000Z"),
    Language("PHP var_export", ["php", "print.php", "var_export"], "php", "p", erased=php, more={"z": None}),
    Language("PHP var_dump", ["php", "print.php", "var_dump"], "var_dump", "p", erased=php, more={"z": None}),
    Language("PHP print_r", ["php", "print.php", "print_r"], "print_r", "p", plain=.8, erased=print_r, more={"z": None}),
    Language("Perl Data::Dumper", ["perl", "print.pl", "0"], "perl", "p", erased=perl),
    Language("Perl Data::Dumper, double quotes", ["perl", "print.pl", "1", "1"], "perl", "p", erased=perl),
    Language("Go %v", ["@/go", "%v"], "go", "p", plain=.8, erased=blanks, fields="", needs="go", build=["go", "build", "-o", "@/go", os.path.join(HERE, "print/print.go")]),
    Language("Go %+v", ["@/go", "%+v"], "go", "p", plain=.8, erased=blanks, fields="XY", needs="go", build=["go", "build", "-o", "@/go", os.path.join(HERE, "print/print.go")]),
    Language("Java toString", ["java", "Print.java"], "java", "po", plain=.8, erased=printed),
    Language("Elixir inspect", ["elixir", "print.exs"], "elixir", "yDeupk"),
    Language("Lua tables", ["lua5.4", "print.lua"], "lua", erased=lua),
    Language("Rust {:?}", ["@/rust"], "rust", "puoe", needs="rustc", build=["rustc", "-o", "@/rust", os.path.join(HERE, "print/print.rs")]),
    Language("Rust {:#?}", ["@/rust", "pretty"], "rust", "puoe", needs="rustc", build=["rustc", "-o", "@/rust", os.path.join(HERE, "print/print.rs")]),
    Edn("EDN", ["python3"], "edn", "yDe", midnight="T00:00:00.000-00:00"),
    EdnFormat("EDN, edn_format", ["python3"], "edn", "yDe", needs="edn_format", compare=edn_same),
    PowerShell("PowerShell, by its documentation", ["python3"], "powershell"),
    Proto("Protocol Buffers text_format", ["python3"], "proto", erased=proto, needs="google.protobuf"),
]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--jmend", default="jmend"); p.add_argument("--count", type=int, default=2000); p.add_argument("--only")
    p.add_argument("--install", action="store_true"); p.add_argument("--show", type=int, default=0); p.add_argument("--seed", type=int, default=1)
    p.add_argument("--from-auto", action="store_true", help="let jmend find the notation")
    o = p.parse_args()
    if o.install:
        subprocess.run(["apt-get", "install", "-y", "--no-install-recommends", *PACKAGES], check=False)
        subprocess.run([sys.executable, "-m", "pip", "install", *MODULES], check=False)
    print(f"{'':34} {'equal':>6} {'refused':>8} {'other':>6}"); failed = 0; absent = []
    for language in LANGUAGES:
        if o.only and o.only.lower() not in language.name.lower(): continue
        if not language.is_here(): absent.append(f"{language.name} ({language.needs})"); continue
        random.seed(o.seed); r = random.Random(o.seed)
        plains = [r.random() < language.plain for _ in range(o.count)]; values = language.values(r, plains)
        with tempfile.TemporaryDirectory() as tmp: texts = language.print(values, tmp)
        if len(texts) != len(values): sys.exit(f"{language.name}: {len(values)} values, {len(texts)} texts")
        command = [o.jmend, "repair", "--no-config", "-q", "--framing", "strings", "--report", "--from", "auto" if o.from_auto else language.notation]
        done = subprocess.run(command, input="".join(json.dumps(t) + "\n" for t in texts), capture_output=True, text=True)
        reports = [json.loads(line) for line in done.stdout.split("\n")[:-1]]
        if len(reports) != len(values): sys.exit(f"{len(values)} records, {len(reports)} reports: {done.stderr[:500]}")
        count = collections.Counter(); shown_ = 0
        for p, v, t, got in zip(plains, values, texts, reports):
            want = plain(v, language)
            erased = (words if p and language.odd else language.erased) or (lambda x: x)
            verdict = "refused" if not got["ok"] else "equal" if "value" in got and language.compare(erased(want), erased(got["value"])) else "other"
            count[verdict] += 1
            if verdict != "equal" and shown_ < o.show:
                shown_ += 1; print(f"  {verdict}: {t[:300]!r}\n    want {json.dumps(want, ensure_ascii=False)[:300]}\n    got  {json.dumps(got.get('value', got.get('error')), ensure_ascii=False)[:300]}")
        print(f"{language.name:34} {count['equal']:6} {count['refused']:8} {count['other']:6}")
        failed += count["other"] > 0 or count["refused"] > 0 and not language.plain
    if absent: print(f"skipped: what prints these is not here: {', '.join(absent)}")
    print(f"{len(LANGUAGES) - len(absent)} languages, {failed} with other results, {len(absent)} not here")
    return 1 if failed else 0


if __name__ == "__main__": sys.exit(main())
