#!/usr/bin/env python3
"""Comments the fixes of `jmend check --diff` on a pull request, each as a change that its author can take with one click.

usage: jmend check --diff --unsafe-fixes … | suggest.py
environment: GITHUB_API_URL, GITHUB_EVENT_PATH, GITHUB_REPOSITORY, GITHUB_TOKEN

GitHub takes comments on lines that the pull request changes, so one on another line is passed over. At most MOST are made: the
log of the step names all problems. The last line says how many there are."""
import json
import os
import re
import sys
import urllib.error
import urllib.request

MOST = 20  # comments that a person reads


def hunks(diff):
    """Yields the file, the first line in it, and the lines of each hunk of a unified diff."""
    path = start = None
    lines = []
    for line in diff.splitlines():
        header = re.match(r"@@ -(\d+)", line)
        if line.startswith("--- ") or header:
            if lines:
                yield path, start, lines
            lines = []
            path, start = (path, int(header[1])) if header else (line[4:], None)
        elif start is not None and line[:1] in ("-", "+", " "):
            lines.append(line)
    if lines:
        yield path, start, lines


def suggestions(diff):
    """Yields a comment for each run of changed lines: its file, the lines that it replaces, and what replaces them."""
    for path, number, lines in hunks(diff):
        before = None  # the unchanged line before a run, as its number and text
        at = 0
        while at < len(lines):
            if lines[at][0] == " ":
                before = number, lines[at][1:]
                number, at = number + 1, at + 1
                continue
            old, new, first = 0, [], number
            while at < len(lines) and lines[at][0] != " ":
                if lines[at][0] == "-":
                    old += 1
                else:
                    new.append(lines[at][1:])
                at += 1
            number += old
            if not old and before:  # lines can only be put after one that is replaced by itself
                first, old, new = before[0], 1, [before[1], *new]
            if old:
                yield path, first, first + old - 1, "\n".join(new)


def comment(path, first, last, text, commit):
    """Returns the body of a request that makes a comment."""
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    body = f"jmend: a fix for this\n\n{fence}suggestion\n{text}\n{fence}"
    place = {"path": path, "line": last, "side": "RIGHT", "commit_id": commit, "body": body}
    return place | ({"start_line": first, "start_side": "RIGHT"} if first < last else {})


def main():
    with open(os.environ["GITHUB_EVENT_PATH"], encoding="utf-8") as file:
        pull = json.load(file).get("pull_request")
    if not pull:
        print("no pull request, so nothing is suggested")
        return
    url = f"{os.environ['GITHUB_API_URL']}/repos/{os.environ['GITHUB_REPOSITORY']}/pulls/{pull['number']}/comments"
    headers = {"Authorization": f"Bearer {os.environ['GITHUB_TOKEN']}", "Accept": "application/vnd.github+json"}
    made = elsewhere = 0
    for path, first, last, text in suggestions(sys.stdin.read()):
        if made == MOST:
            break
        data = json.dumps(comment(path, first, last, text, pull["head"]["sha"])).encode()
        try:
            urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=30).close()
            made += 1
        except urllib.error.HTTPError as error:
            if error.code != 422:  # the line is not in the diff of the pull request
                sys.exit(f"::error::{url}: {error}")
            elsewhere += 1
    print(f"{made} changes suggested, {elsewhere} on lines that the pull request does not change")


main()
