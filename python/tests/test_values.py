"""Values: what `json.loads` makes of valid JSON, and what it cannot do is an exception."""

import decimal
import json
import math
import random
import string

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
