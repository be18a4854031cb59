"""What a model writes in place of JSON: spellings of the arguments of one call, and of an answer that is JSON."""

MEANT = {"city": "Oslo", "days": 3}
QUOTED = {"city": 'the "old" town', "days": 3}
# Nothing may come of these.
REFUSED = None

GOOD = '{"city": "Oslo", "days": 3}'
FENCE = '```json\n{"city": "Oslo", "days": 3}\n```'
PYTHON = "{'city': 'Oslo', 'days': 3, 'detail': None}"
COMMA = '{"city": "Oslo", "days": 3,}'
QUOTES = '{"city": "the "old" town", "days": 3}'
TEXT_FOR_A_NUMBER = '{"city": "Oslo", "days": "3"}'
CUT = '{"city": "Oslo", "da'
PROSE = "I would have to know the city first."

ARGUMENTS = {
    "strict JSON": (GOOD, MEANT),
    "in a fence": (FENCE, MEANT),
    "Python, with a key too many": (PYTHON, MEANT),
    "a comma too many": (COMMA, MEANT),
    "encoded twice": ('"{\\"city\\": \\"Oslo\\", \\"days\\": 3}"', MEANT),
    'the text "3" for the number': (TEXT_FOR_A_NUMBER, MEANT),
    "quotes that are not escaped": (QUOTES, QUOTED),
    "cut off after a key": (CUT, REFUSED),
    "cut off in a string": ('{"city": "Os', REFUSED),
    "prose": (PROSE, REFUSED),
    "empty": ("", REFUSED),
}

TEXTS = {
    "strict JSON": (GOOD, MEANT),
    "in a fence": (FENCE, MEANT),
    "a sentence and a fence": (f"Sure, here it is:\n{FENCE}\nDo you need more?", MEANT),
    "a sentence": (f"Sure, here it is: {GOOD}", MEANT),
    "Python": (PYTHON, MEANT),
    "a comma too many": (COMMA, MEANT),
    'the text "3" for the number': (TEXT_FOR_A_NUMBER, MEANT),
    "quotes that are not escaped": (QUOTES, QUOTED),
    "cut off after a key": (CUT, REFUSED),
    "prose": (PROSE, REFUSED),
}
