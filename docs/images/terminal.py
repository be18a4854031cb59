#!/usr/bin/env python3
"""Draws what a command prints on a terminal as an SVG that follows the reader's light or dark theme.

    docs/images/terminal.py 'jmend explain call.txt' < fixtures/screens/NAME.explain.color > docs/images/explain.svg

The input has its colors as the fixtures of the screens have them: an escape character stands as `␛`.
"""

import html
import re
import sys

COLUMN, LINE, MARGIN = 8.4, 20, 16
"""Pixels of a character, of a line, and around the text."""

CLASSES = {"1": "bold", "31": "red", "32": "green", "33": "yellow", "34": "blue", "36": "cyan", "4": "under"}

STYLE = """
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #1f2328; white-space: pre }
.page { fill: #f6f8fa; stroke: #d1d9e0 }
.bold { font-weight: 600 } .under { text-decoration: underline }
.red { fill: #b3261e } .green { fill: #116329 } .yellow { fill: #7d4e00 } .blue { fill: #0550ae } .cyan { fill: #0b6b74 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 } .page { fill: #0d1117; stroke: #3d444d }
  .red { fill: #ff8b80 } .green { fill: #6fdd8b } .yellow { fill: #e3b341 } .blue { fill: #79c0ff } .cyan { fill: #76e3ea }
}
"""


def spans(line):
    """The parts of a line, each with its classes."""
    classes = []
    for part in re.split(r"(␛\[[0-9;]*m)", line):
        if part.startswith("␛["):
            codes = part[2:-1].split(";")
            classes = [] if codes == ["0"] else [CLASSES[code] for code in codes if code in CLASSES]
        elif part:
            yield part, classes


def main():
    """Writes the picture."""
    command = sys.argv[1]
    lines = [f"␛[1m$ {command}␛[0m", *sys.stdin.read().rstrip("\n").split("\n")]
    plain = [re.sub(r"␛\[[0-9;]*m", "", line) for line in lines]
    width = max(map(len, plain)) * COLUMN + 2 * MARGIN
    height = len(lines) * LINE + 2 * MARGIN
    title = html.escape(f"What {command} prints")
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" viewBox="0 0 {width:.0f} {height}"', end="")
    print(f' role="img" aria-label="{title}"><title>{title}</title><style>{STYLE}</style>')
    print(f'<rect class="page" x="0.5" y="0.5" width="{width - 1:.0f}" height="{height - 1}" rx="8"/>')
    for number, line in enumerate(lines):
        y = MARGIN + (number + 0.75) * LINE
        parts = "".join(
            f'<tspan class="{" ".join(classes)}">{html.escape(text)}</tspan>' if classes else html.escape(text)
            for text, classes in spans(line)
        )
        print(f'<text x="{MARGIN}" y="{y:g}" xml:space="preserve">{parts}</text>')
    print("</svg>")


if __name__ == "__main__":
    main()
