#!/usr/bin/env python3
"""How the cost of a repair grows on patterns that ../shared/bench/linear.py does not have: what stands around documents,
and many documents.

usage: linear_more.py JMEND [--kb 64,256,1024] [--only NAME] [--most 5] [--instructions]

Prints one line a pattern and exits with 1 when four times the input costs more than --most times as much. The cost is
user and system time of the process, best of three, or with --instructions the instructions that valgrind counts, which
are the same in every run however busy the machine is. The cost of an empty document is taken off.
"""
import argparse
import resource
import subprocess
import sys

from measure import instructions


def fill(size, unit, before="", after=""):
    return before + unit * max(1, (size - len(before) - len(after)) // len(unit)) + after


def half(size, unit, pattern):
    """Half of the text is one unit over and over, the other half a pattern."""
    return fill(size // 2, unit) + PATTERNS[pattern](size - size // 2)


PATTERNS = {
    "fake_starts": lambda n: fill(n, "{x} ", "", '{"a": 1,}'),
    "lone_surrogates": lambda n: fill(n, '{"a":"\\ud800"}\n'),
    # What stands before the first sign of a text must be looked at once, not for every bracket after it.
    "spaces_then_braces": lambda n: half(n, " ", "fake_starts"),
    "odd_spaces_then_braces": lambda n: half(n, "\u00a0", "fake_starts"),
    "comment_then_braces": lambda n: "/*" + half(n, "x", "fake_starts").replace("{", "*/{", 1),
    "comments_then_braces": lambda n: half(n, "// c\n", "fake_starts"),
    # JSON in strings that nobody escaped: many, one that is long, and some that are cut off.
    # What follows a quote may be a comment: where that ends does not matter.
    "comments_after_quotes": lambda n: fill(n, '# X;*/`[{"a":'),
    "json_inside": lambda n: fill(n, '"{"a": ["b"]}", ', "[", '"c" 1]'),
    "long_json_inside": lambda n: fill(n, '1, ', '{"k" 1, "a": "["b", ', '2]"}'),
    "cut_json_inside": lambda n: fill(n, '"[{"a": ["b", "c"], ', "[", '"c" 1]'),
    # Reasoning blocks: closed, never closed, and in strings, with the closing tag at the end of the text.
    "think_blocks": lambda n: fill(n, "<think></think>", "", '{"a": 1,}'),
    "think_blocks_with_braces": lambda n: fill(n, "<think>{</think>", "", '{"a": 1,}'),
    "think_of_two_kinds": lambda n: fill(n, "<think>{</think><reasoning>{</reasoning>", "", '{"a": 1,}'),
    "think_never_closed": lambda n: fill(n, "<think>{", "", '{"a": 1,}'),
    "think_in_strings": lambda n: fill(n, '{"a":"<think>"}\n', "", "</think>"),
    "think_in_strings_closed_before": lambda n: fill(n, '{"a":"</think><think>"}\n'),
    # Documents whose names are compared: many names beside few, and many beside many.
    "many_names_then_many_documents": lambda n: names(n // 2) + fill(n // 2, '{"z":1}\n'),
    "many_names_and_a_cut_copy": lambda n: (text := names(n // 2)) + "\n" + text[:-2],
    "many_names_twice": lambda n: (text := names(n // 2)) + "\n" + text[:-1] + ',"last":1}',
    "empty_documents": lambda n: fill(n, "{}\n", "", '{"a": 1,}'),
    # Objects with many names, each twice.
    "duplicate_names": lambda n: names(n // 2)[:-1] + "," + names(n // 2)[1:-1] + ",}",
}


def names(size):
    return "{" + ",".join(f'"k{i}":{i}' for i in range(size // 16)) + "}"


def cpu_seconds(jmend, text):
    best = None
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([jmend, "repair", "--report"], input=text, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       timeout=120, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = spent if best is None else min(best, spent)
    return best


def counted(jmend, text):
    return instructions([jmend, "repair", "--report", "-j1"], text)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("jmend")
    arguments.add_argument("--kb", default="64,256,1024")
    arguments.add_argument("--only", default="")
    arguments.add_argument("--most", type=float, default=5.0)
    arguments.add_argument("--instructions", action="store_true")
    options = arguments.parse_args()
    # Times below this say nothing; every count does.
    cost, unit, least = (counted, 1e-6, 0) if options.instructions else (cpu_seconds, 1e3, 0.004)
    nothing = cost(options.jmend, b"{}")
    chosen = {name: make for name, make in PATTERNS.items() if options.only in name}
    fell = 0
    for name, make in chosen.items():
        costs = [cost(options.jmend, make(int(kb) * 1024).encode()) - nothing for kb in options.kb.split(",")]
        ratios = [long / short for short, long in zip(costs, costs[1:]) if short > least]
        bad = any(ratio > options.most for ratio in ratios)
        fell += bad
        print(f"{name:32} " + " ".join(f"{unit * one:9.1f}" for one in costs) + (" M  x " if options.instructions else " ms x ")
              + " ".join(f"{ratio:.1f}" for ratio in ratios) + ("   <<<" if bad else ""), flush=True)
    print(f"linear: {len(chosen) - fell} of {len(chosen)} patterns hold")
    sys.exit(1 if fell else 0)


if __name__ == "__main__":
    main()
