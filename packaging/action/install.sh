#!/usr/bin/env bash
# Installs a release of jmend for the steps that follow: fetches the archive of this platform and its checksum, compares
# them, and puts the program into the path. For action.yml; needs curl, tar and sha256sum or shasum.
# environment: VERSION, REPOSITORY, RUNNER_TEMP, GITHUB_PATH; JMEND_RELEASES in place of the address of the releases.
set -euo pipefail

fail() {
    echo "::error::jmend: $1"
    exit 1
}

[[ $VERSION =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$ ]] || fail "'$VERSION' is not a version such as 1.2.3"
case "$(uname -s)-$(uname -m)" in
    # The static programs run on every Linux.
    Linux-x86_64) target=x86_64-unknown-linux-musl ;;
    Linux-aarch64 | Linux-arm64) target=aarch64-unknown-linux-musl ;;
    Darwin-arm64) target=aarch64-apple-darwin ;;
    Darwin-x86_64) target=x86_64-apple-darwin ;;
    MINGW*-x86_64 | MSYS*-x86_64) target=x86_64-pc-windows-msvc ;;
    *) fail "there is no release for $(uname -s) on $(uname -m)" ;;
esac

name=jmend-$target-v$VERSION
releases=${JMEND_RELEASES:-${GITHUB_SERVER_URL:-https://github.com}/$REPOSITORY/releases/download}
cd "$RUNNER_TEMP"
for file in "$name.tgz" "$name.tgz.sha256"; do
    curl --fail --silent --show-error --location --retry 3 --output "$file" "$releases/v$VERSION/$file" \
        || fail "$releases/v$VERSION/$file cannot be fetched"
done
# The checksum stands in the first word of its file, whatever the file says its name is.
read -r expected _ < "$name.tgz.sha256"
sum() {
    if command -v sha256sum > /dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi
}
read -r found _ < <(sum "$name.tgz")
[ "$found" = "$expected" ] || fail "$name.tgz has the checksum $found, and $expected was promised"
tar -xzf "$name.tgz"
echo "$RUNNER_TEMP/$name" >> "$GITHUB_PATH"
"$RUNNER_TEMP/$name/jmend" --version
