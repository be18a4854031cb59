#!/usr/bin/env bash
# Checks the files of a repository: annotates the lines of the change, writes a SARIF log and the summary of the step.
# For action.yml. No jmend.toml of the change under review is read.
# environment: PATHS, ARGS, FIX, SUGGEST, RUNNER_TEMP, GITHUB_OUTPUT, GITHUB_STEP_SUMMARY, and what suggest.py takes
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

run() { # FILE ARGUMENT…: the status of `jmend check` becomes $status; 1 is findings, 2 is trouble
    local file=$1
    shift
    status=0
    jmend check --no-config "$@" "${arguments[@]}" -- "${paths[@]}" > "$file" || status=$?
    [ "$status" -le 1 ] || {
        echo "::error::jmend check could not run; its messages stand above"
        exit 2
    }
}
check() { # FORMAT FILE
    run "$2" --format "$1"
}

case ${FIX:-false} in
true) run /dev/null --fix --format concise ;;
unsafe) run /dev/null --fix --unsafe-fixes --format concise ;;
false) ;;
*)
    echo "::error::the input \`fix\` is \`true\`, \`false\`, or \`unsafe\`, not \`$FIX\`"
    exit 2
    ;;
esac
check sarif "$sarif"
check concise "$concise"
check github "$RUNNER_TEMP/jmend.github"
cat "$RUNNER_TEMP/jmend.github"

findings=$(grep -c '^{"ruleId":' "$sarif" || true)
{
    echo "findings=$findings"
    echo "status=$status"
    echo "sarif=$sarif"
} >> "$GITHUB_OUTPUT"
{
    echo "### jmend: $findings findings"
    if ((findings)); then
        echo
        # Four spaces: a file name or message with Markdown in it stays what it is.
        head -n "$MOST_LINES" "$concise" | sed 's/^/    /'
        (($(wc -l < "$concise") <= MOST_LINES)) || printf '\nand more\n'
    fi
} >> "$GITHUB_STEP_SUMMARY"

if [ "${SUGGEST:-false}" = true ] && [ "$status" = 1 ]; then
    run "$RUNNER_TEMP/jmend.diff" --diff --unsafe-fixes
    "$(dirname "$0")/suggest.py" < "$RUNNER_TEMP/jmend.diff"
fi
