// Runs the test suite of the package `jsonrepair` against the drop-in, and holds the differences against their reasons: the
// rows of docs/evidence/jsonrepair.md, whose ids are the first digits of the SHA-256 of the text that is repaired. Fails on a difference
// without a reason, and on a reason without a difference.
//
// usage: node jsonrepair_suite.mjs PATH OF A CHECKOUT OF JSONREPAIR [--list]
//
// The suite compares texts, and calls one function for two implementations; here it runs for the first. What it says of the
// second one, and of buffers and streams inside that package, is no part of the drop-in.
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { missing, peer } from "./peers.mjs";
import { ROOT } from "./program.mjs";

const [checkout, flag] = process.argv.slice(2);
const suite = join(checkout ?? "", "src", "index.test.ts");
if (!checkout || !existsSync(suite)) {
  console.log("skipped: the suite of jsonrepair is no part of its package; give the path of a checkout");
  process.exit(0);
}
if (missing("typescript")) {
  console.log(`skipped: the suite of jsonrepair ${missing("typescript")}`);
  process.exit(0);
}

/** Enough to tell some hundred texts apart. */
const ID_DIGITS = 8;

/** What was called, in order, and how it differs: by id. */
const calls = [];
const differences = new Map();
let test = "";
let mayThrow = false;

const drop = await import("../lib/jsonrepair.mjs");

/** The drop-in, watched. A refusal is thrown only where the suite wants one: else the rest of a test would not be run. */
function jsonrepair(text) {
  const call = { id: createHash("sha256").update(text).digest("hex").slice(0, ID_DIGITS), text };
  calls.push(call);
  try {
    call.output = drop.jsonrepair(text);
  } catch (error) {
    if (!(error instanceof drop.JSONRepairError)) throw error;
    // Some tests read what comes back: a string of JSON is none that they expect.
    call.output = JSON.stringify(error.message);
    call.isRefused = true;
    if (mayThrow) throw error;
  }
  return call.output;
}

function value(text) {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Notes that the last call should have given something else. */
function differs(expected, isError = false) {
  const call = calls.at(-1);
  const isSame = isError ? call.isRefused : !call.isRefused && isDeepStrictEqual(value(call.output), value(expected));
  differences.set(call.id, { test, expected, ...call, kind: isSame ? "spelling" : "meaning" });
}

/** The functions of vitest that the suite uses. A difference is noted, and the test goes on. */
globalThis.jsonrepairSuite = {
  describe: Object.assign((_, run) => run(), { each: (rows) => (_, run) => run(rows[0]) }),
  test(name, run) {
    test = name;
    run();
  },
  expect(actual) {
    const is = (expected) => {
      if (actual !== expected || calls.at(-1).isRefused) differs(expected);
    };
    const toThrow = (expected) => {
      mayThrow = true;
      let message = "no error";
      try {
        actual();
      } catch (error) {
        message = error.message;
      }
      mayThrow = false;
      if (message !== expected.message) differs(expected.message, true);
    };
    return { toBe: is, toEqual: is, toThrow };
  },
  jsonrepair,
  jsonrepairCore: () => ({}),
  JSONRepairError: drop.JSONRepairError,
};

/** The suite as a module that takes all it imports from here. */
async function compiled() {
  const typescript = (await peer("typescript")).default;
  const { ES2022: target } = typescript.ScriptTarget;
  const { ESNext: module } = typescript.ModuleKind;
  const source = readFileSync(suite, "utf8").replaceAll(/^import .*$/gm, "");
  const { outputText } = typescript.transpileModule(source, { compilerOptions: { target, module } });
  const names = "describe, expect, test, jsonrepair: jsonRepairRegular, jsonrepairCore, JSONRepairError";
  // What it prints of the calls that should fail is nothing to see here.
  return `const { ${names} } = globalThis.jsonrepairSuite;\nconst console = { log() {} };\n${outputText}`;
}

const folder = mkdtempSync(join(tmpdir(), "jmend-"));
try {
  const file = join(folder, "suite.mjs");
  writeFileSync(file, await compiled());
  await import(pathToFileURL(file).href);
} finally {
  rmSync(folder, { recursive: true });
}

/** The ids that the page explains. */
const reasons = new Map();
const page = readFileSync(join(ROOT, "docs", "evidence", "jsonrepair.md"), "utf8");
for (const [, ids, reason] of page.matchAll(/^\| (`[0-9a-f]+`(?:, `[0-9a-f]+`)*) \| (.+?) \|$/gm)) {
  for (const [, id] of ids.matchAll(/`([0-9a-f]+)`/g)) {
    if (reasons.has(id)) throw new Error(`${id} is explained twice`);
    reasons.set(id, reason);
  }
}
const unexplained = [...differences.values()].filter(({ id }) => !reasons.has(id));
const stale = [...reasons.keys()].filter((id) => !differences.has(id));
if (flag === "--list") {
  for (const each of differences.values()) console.log(JSON.stringify({ ...each, reason: reasons.get(each.id) }));
}
for (const { id, kind, text, expected, output } of unexplained) {
  console.log(`${id} (${kind}) has no reason: ${JSON.stringify({ text, expected, output })}`);
}
for (const id of stale) console.log(`${id} has a reason and is no difference`);
const others = calls.filter(({ id }) => differences.has(id)).length;
const summary = `${calls.length} calls, ${calls.length - others} as the suite says, ${others} otherwise`;
console.log(`jsonrepair: ${summary}; ${unexplained.length} without a reason`);
if (!page.includes(summary)) {
  console.log(`the numbers in docs/evidence/jsonrepair.md are due: ${summary}`);
  process.exitCode = 1;
}
if (!calls.length || unexplained.length || stale.length) process.exitCode = 1;
