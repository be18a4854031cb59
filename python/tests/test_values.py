"""Values: what `json.loads` makes of valid JSON, and what it cannot do is an exception."""

import decimal
import json
import math
import random
import string
import sys

import jmend
import pytest

DOCUMENTS = [
    "null",
    "true",
    " [ ] ",
    "{}",
    '{"a": {"b": [1, -2, 3.5, 1e3, -0, 0.1, 1E-7]}}',
    '{"a": 1, "b": 2, "a": 3}',
    "[18446744073709551615, -9223372036854775808, 123456789012345678901234567890]",
    '"\\u00e9\\ud83d\\ude00\\n\\"\\\\\\/\\b\\f\\r\\t é 😀"',
    '"\\ud800"',
    '"\\ud800\\u0041 \\udc00\\ud800"',
    '{"": [[[]], {"": ""}]}',
    "[1.7976931348623157e308, 5e-324, 1e-400, 0.30000000000000004]",
    '{"' + "k" * 40 + '": "' + "v" * 1000 + '"}',
]


@pytest.mark.parametrize("text", DOCUMENTS)
def test_valid_json_is_what_json_makes_of_it(text):
    value = jmend.loads(text)
    assert value == json.loads(text)
    assert repr(value) == repr(json.loads(text))
    assert jmend.loads(text.encode()) == value
    assert jmend.loads(bytearray(text.encode())) == value


def test_random_documents_are_what_json_makes_of_them():
    rng = random.Random(5)
    alphabet = string.printable + "éß漢😀\u2028\x7f"

    def text():
        return "".join(rng.choice(alphabet) for _ in range(rng.randrange(40)))

    def value(depth):
        kind = rng.randrange(9 if depth else 7)
        if kind < 2:
            return text()
        if kind == 2:
            return rng.randrange(-(10**rng.randrange(1, 30)), 10 ** rng.randrange(1, 30))
        if kind == 3:
            return rng.uniform(-1, 1) * 10.0 ** rng.randrange(-300, 300)
        if kind < 7:
            return [None, True, False][kind - 4]
        count = rng.randrange(6)
        if kind == 7:
            return [value(depth - 1) for _ in range(count)]
        return {text(): value(depth - 1) for _ in range(count)}

    for _ in range(2000):
        document = value(5)
        for ascii in (True, False):
            written = json.dumps(document, ensure_ascii=ascii, indent=rng.choice([None, 1]))
            assert jmend.loads(written) == document, written


def test_characters_of_every_width_are_what_json_makes_of_them():
    # The largest and the smallest characters that Python keeps in one, two and four bytes, and those of UTF-8 beside them.
    edges = "\x7f\x80\xff\u0100\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff"
    texts = [*edges, *(first + second for first in edges for second in edges), edges * 9]
    for text in texts:
        for padding in ("", "a", "a" * 15, "a" * 16, "a" * 40):
            document = {padding + text: [text + padding]}
            for ascii in (True, False):
                written = json.dumps(document, ensure_ascii=ascii)
                found = jmend.loads(written)
                assert found == document, written
                # Equal strings are kept in the same way, so that they are found as keys.
                assert document[padding + text] == found[padding + text]
                assert sys.getsizeof(next(iter(found))) <= sys.getsizeof("".join(document)), written


def test_keys_that_look_alike_are_told_apart():
    middles = ["", "x", "y", "xy", "x" * 15, "y" * 15, "x" * 16, "y" * 16, "x" * 17]
    document = {start + middle + end: [start, middle, end] for middle in middles for start in "ab" for end in "ab"}
    document |= {"12345678" + middle + "87654321": middle for middle in middles}
    document |= {"k" * length: length for length in range(45)}
    for _ in range(2):
        assert jmend.loads(json.dumps(document)) == document


STRICT = ["[01]", "[1.]", "[.5]", "[+1]", "[1e]", "[-]", "[1 2]", "[1,]", '{"a" 1}', '{"a": 1,}', '{"a": "\t"}', '["\\x"]', '["\\u12g4"]',
          "[tru]", "[1]]", "[1] [2]", "{1: 2}", '{"a": }', "[,1]", '["a]', "[\x0b1]", "\ufeff[1]"]  # fmt: skip


@pytest.mark.parametrize("text", STRICT)
def test_what_is_no_json_is_a_matter_of_the_engine(text):
    with pytest.raises(ValueError):
        json.loads(text)
    assert_same_as_repaired(text)
    assert_same_as_repaired('{"whole": [1, {"a": "b"}], "part": ' + text + "}")


def assert_same_as_repaired(text):
    """`loads` gives what `repair` gives, or the same error."""
    outcomes = []
    for function in (jmend.loads, lambda text: jmend.repair(text).value):
        try:
            outcomes.append(repr(function(text)))
        except jmend.JmendError as error:
            outcomes.append((error.code, error.offset, str(error)))
    assert outcomes[0] == outcomes[1], text


def test_numbers_are_the_nearest_floats():
    rng = random.Random(7)
    digits = lambda count: "".join(rng.choice(string.digits) for _ in range(count))  # noqa: E731
    for _ in range(20_000):
        whole = rng.choice(["0", str(rng.randrange(1, 10 ** rng.randrange(1, 21)))])
        text = rng.choice(["", "-"]) + whole
        text += rng.choice(["", "." + digits(rng.randrange(1, 20))])
        text += rng.choice(["", "", f"{rng.choice('eE')}{rng.choice(['', '+', '-'])}{rng.randrange(300)}"])
        try:
            expected = json.loads(f"[{text}]")
        except OverflowError:
            continue
        if not math.isinf(expected[0]):
            assert repr(jmend.loads(f"[{text}]")) == repr(expected), text


def test_numbers_stay_exact():
    assert jmend.loads("[12345678901234567890123]") == [12345678901234567890123]
    assert jmend.loads("{'price': 1.10,}", parse_float=decimal.Decimal) == {"price": decimal.Decimal("1.10")}
    assert jmend.loads("1e400", parse_float=decimal.Decimal) == decimal.Decimal("1e400")
    assert jmend.loads("-0.0") == 0 and math.copysign(1, jmend.loads("-0.0")) == -1


@pytest.mark.parametrize(
    ("text", "place"),
    [("[1, 1e400]", (4, 1, 5)), ("é\n{a: 1, b: -1e999}", (12, 2, 11)), ("[" + "9" * 5000 + "]", (1, 1, 2))],
)
def test_a_number_that_python_has_not_is_an_error_with_its_place(text, place):
    with pytest.raises(jmend.JmendError) as caught:
        jmend.loads(text)
    assert caught.value.code == "number-range"
    assert (caught.value.offset, caught.value.line, caught.value.column) == place


def test_what_a_callable_raises_is_raised():
    def refuse(text):
        raise KeyError(text)

    with pytest.raises(KeyError, match="1.5"):
        jmend.loads('{"a": [1.5]}', parse_float=refuse)
    # Another call within this one works, too.
    assert jmend.loads('{"a": 1.5}', parse_float=lambda text: jmend.loads('{"a": ' + text + "}")) == {"a": {"a": 1.5}}


def test_depth_is_an_error_and_never_the_stack():
    for text in ("[" * 100_000, "[" * 100_000 + "]" * 100_000, '{"a":' * 100_000):
        with pytest.raises(jmend.JmendError) as caught:
            jmend.loads(text)
        assert caught.value.code == "depth"
    deep = jmend.loads("[" * 50_000 + "]" * 50_000, max_depth=60_000)
    assert isinstance(deep, list)


@pytest.mark.parametrize(("opener", "middle", "closer"), [("[", "", "]"), ("[", "1", "]"), ('{"a":', "{}", "}"), ('{"a":', "[]", "}")])
def test_depth_has_one_limit(opener, middle, closer):
    def nested(levels):
        levels -= middle in ("{}", "[]")
        return opener * levels + middle + closer * levels

    def levels(value):
        count = 0
        while isinstance(value, list | dict):
            value = next(iter(value.values() if isinstance(value, dict) else value), None)
            count += 1
        return count

    assert levels(jmend.loads(nested(1024))) == 1024
    assert levels(jmend.loads(nested(8), max_depth=8)) == 8
    for text, options in ((nested(1025), {}), (nested(9), {"max_depth": 8})):
        with pytest.raises(jmend.JmendError) as caught:
            jmend.loads(text, **options)
        assert caught.value.code == "depth"


def test_several_documents_are_a_list():
    assert jmend.loads('{"a": 1}\n{"a": 2}') == [{"a": 1}, {"a": 2}]
    found = jmend.repair('{"a": 1}\n{"a": 2}')
    assert (found.documents, found.value, found.text) == (2, [{"a": 1}, {"a": 2}], '{"a": 1}\n{"a": 2}')


def test_halves_of_pairs_in_a_string_are_no_crash():
    assert jmend.loads('["a"]\ud800') == ["a"]
    assert jmend.loads('["\ud800x"]') == ["\ufffdx"]
    with pytest.raises(jmend.JmendError):
        jmend.loads("\ud800")


def test_the_text_is_a_text():
    with pytest.raises(TypeError, match="str, bytes or bytearray, not int"):
        jmend.loads(5)
