#!/usr/bin/env bash
# Checks the files of a repository: annotates the lines of the change, writes a SARIF log and the summary of the step.
# For action.yml. No jmend.toml of the change under review is read.
# environment: PATHS, ARGS, RUNNER_TEMP, GITHUB_OUTPUT, GITHUB_STEP_SUMMARY
set -euo pipefail

# Lines of findings in the summary; the SARIF log has all.
MOST_LINES=50

set -f # patterns such as *.json are for jmend, not for this shell
# shellcheck disable=SC2153,SC2206 # the inputs are lists of words
paths=($PATHS) arguments=($ARGS)
set +f
((${#paths[@]})) || paths=(.)
sarif=$RUNNER_TEMP/jmend.sarif
concise=$RUNNER_TEMP/jmend.txt

check() { # FORMAT FILE: status 1 is findings, 2 is trouble
    jmend check --no-config --format "$1" "${arguments[@]}" -- "${paths[@]}" > "$2" || [ $? = 1 ] || {
        echo "::error::jmend check could not run; its messages stand above"
        exit 2
    }
}

check sarif "$sarif"
check concise "$concise"
check github "$RUNNER_TEMP/jmend.github"
cat "$RUNNER_TEMP/jmend.github"

findings=$(wc -l < "$concise" | tr -d ' ')
{
    echo "findings=$findings"
    echo "sarif=$sarif"
} >> "$GITHUB_OUTPUT"
{
    echo "### jmend: $findings findings"
    if ((findings)); then
        echo
        # Four spaces: a file name or message with Markdown in it stays what it is.
        head -n "$MOST_LINES" "$concise" | sed 's/^/    /'
        ((findings <= MOST_LINES)) || printf '\nand %s more\n' $((findings - MOST_LINES))
    fi
} >> "$GITHUB_STEP_SUMMARY"
