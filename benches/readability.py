#!/usr/bin/env python3
"""How easy the pages of the guide are to read: Flesch reading ease, of prose alone.

usage: readability.py [--least 55] [PAGE...]

Prints one line for each page (docs/guide/*.md and README.md by default): its score, its words in a sentence, its syllables in
a word, and its words of prose. Code, tables, headings and link targets do not count. The status is 1 where a page is below
--least: a guard, and no goal. Higher is easier; 60 to 70 is plain English.

Flesch reading ease: 206.835 - 1.015 * words / sentences - 84.6 * syllables / words.
"""
import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# A shorter page has too few sentences for a score.
FEWEST_WORDS = 60


def prose(text):
    """The sentences of a page: paragraphs and items of lists, without code and markup."""
    text = re.sub(r"(?ms)^```.*?^```$", "\n", text)
    text = re.sub(r"(?s)<!--.*?-->", "", text)
    lines = [line for line in text.split("\n") if not re.match(r"\s*(\||#|!\[|    )", line)]
    # An item of a list is a sentence of its own.
    joined = "\n".join(re.sub(r"^\s*([-*]|\d+\.) ", "\n\n", line) for line in lines)
    joined = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", joined)
    # A code span stands for one word of two syllables.
    joined = re.sub(r"`[^`]*`", "value", joined)
    for block in re.split(r"\n\s*\n", joined):
        for sentence in re.split(r"(?<=[.!?])\s+", " ".join(block.split())):
            words = re.findall(r"[A-Za-z][A-Za-z'’]*", sentence)
            if len(words) > 1:
                yield words


def syllables(word):
    """How many vowels in a row there are, without a silent e at the end."""
    word = re.sub(r"[^a-z]", "", word.lower())
    if len(word) <= 3:
        return 1
    word = re.sub(r"(?<![aeiouyl])e(s|d)?$|(?<=[aeiouy]l)e(s|d)?$", "", word) if not re.search(r"[td]ed$", word) else word
    return max(1, len(re.findall(r"[aeiouy]+", word)))


def score(text):
    sentences = list(prose(text))
    words = [word for sentence in sentences for word in sentence]
    if len(words) < FEWEST_WORDS:
        return None
    in_sentence, in_word = len(words) / len(sentences), sum(map(syllables, words)) / len(words)
    return 206.835 - 1.015 * in_sentence - 84.6 * in_word, in_sentence, in_word, len(words)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--least", type=float, default=55)
    arguments.add_argument("pages", nargs="*", type=Path)
    options = arguments.parse_args()
    pages = options.pages or [ROOT / "README.md", *sorted((ROOT / "docs/guide").glob("*.md"))]
    hard = []
    for page in pages:
        found = score(page.read_text(encoding="utf-8"))
        if not found:
            print(f"   -  {page.name}: too short to tell")
            continue
        ease, in_sentence, in_word, words = found
        print(f"{ease:4.0f}  {page.name}: {in_sentence:.1f} words a sentence, {in_word:.2f} syllables a word, {words} words")
        if ease < options.least:
            hard.append(page.name)
    if hard:
        sys.exit(f"below {options.least:.0f}: {', '.join(hard)}")


if __name__ == "__main__":
    main()
