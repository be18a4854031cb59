// The examples of README.md and of docs/guide/node.md print what they say they print. JMEND_PROJECT names a folder where the package is installed: they run
// there, as they would for a user; else within this package.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const PAGES = ["README.md", "../docs/guide/node.md"];
const text = PAGES.map((page) => readFileSync(join(PACKAGE, page), "utf8")).join("\n");
const examples = [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);

/** What an example says it prints: comments after a call of console.log, and comments that are lines of output. */
function promised(code) {
  const lines = code.split("\n").map((line) => /console\.log\(.*\); \/\/ (.*)$/.exec(line)?.[1] ?? /^\/\/ (\{.*)$/.exec(line)?.[1]);
  return lines.filter((line) => line !== undefined);
}

test("there are examples, and each prints something", () => {
  assert.ok(examples.length >= 6);
  for (const code of examples) assert.ok(promised(code).length, code);
});

for (const code of examples) {
  for (const kind of ["mjs", "cjs"]) {
    // What needs `await` at the top is no CommonJS.
    if (kind === "cjs" && code.includes("for await")) continue;
    test(`${kind}: ${/^import .*$/m.exec(code)[0]}`, () => {
      const source = kind === "mjs" ? code : code.replaceAll(/^import (.*) from (.*);$/gm, "const $1 = require($2);");
      const folder = mkdtempSync(join(process.env.JMEND_PROJECT ?? PACKAGE, ".example-"));
      try {
        const file = join(folder, `example.${kind}`);
        writeFileSync(file, source);
        const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
        assert.deepEqual(stdout.trimEnd().split("\n"), promised(code), stderr);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }
}
