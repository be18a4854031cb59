// What the module does to the process it lives in: nothing, whatever the text.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { parse } from "../lib/index.mjs";
import { ROOT, fixtures } from "./program.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const VECTORS = join(ROOT, "..", "shared", "vectors", "hostile", "inputs.jsonl");
const THREADS = 8;
const MEGABYTE = 1 << 20;
/** What a million calls may leave in memory. */
const MOST_GROWTH = 2 * MEGABYTE;

/** Runs a script of this folder in a process of its own, and reads the JSON that it prints. */
function script(args, before = []) {
  const [command, ...rest] = [...before, process.execPath, ...args];
  const { status, signal, stdout, stderr } = spawnSync(command, rest, { cwd: HERE, encoding: "utf8", maxBuffer: 1 << 26 });
  assert.equal(status, 0, `${signal ?? status}: ${stderr}`);
  return JSON.parse(stdout);
}

test("hostile inputs of the project give a value or an exception", () => {
  const folder = join(ROOT, "fixtures", "hostile");
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  const { values, exceptions } = script(["hostile.mjs", ...files.map((name) => join(folder, name))]);
  assert.ok(values > 500 && exceptions > 100, `${values} values, ${exceptions} exceptions`);
});

const skip = existsSync(VECTORS) ? false : "needs ../shared";
test("hostile vectors give a value or an exception", { skip }, () => {
  const { values, exceptions } = script(["hostile.mjs", VECTORS]);
  assert.ok(values > 500 && exceptions > 100, `${values} values, ${exceptions} exceptions`);
});

test(`${THREADS} threads give what one gives`, async () => {
  const texts = ["repair", "regressions", "notations"].flatMap((folder) => fixtures(folder)).map((row) => row.input);
  const attempt = (text) => {
    try {
      return parse(text);
    } catch (error) {
      return `${error.code} at ${error.offset}`;
    }
  };
  const inputs = texts.filter((text) => typeof text === "string");
  const expected = JSON.stringify(inputs.map(attempt));
  const code = `
    const { parentPort, workerData } = require("node:worker_threads");
    const { parse } = require(workerData.module);
    const attempt = ${attempt};
    for (let turn = 0; turn < 5; turn += 1) parentPort.postMessage(JSON.stringify(workerData.inputs.map(attempt)));
  `;
  const workerData = { module: join(HERE, "..", "lib", "index.cjs"), inputs };
  const runs = Array.from({ length: THREADS }, () => {
    const worker = new Worker(code, { eval: true, workerData });
    const found = [];
    worker.on("message", (message) => found.push(message));
    return new Promise((resolve, reject) => worker.on("error", reject).on("exit", () => resolve(found)));
  });
  for (const found of await Promise.all(runs)) assert.deepEqual(new Set(found), new Set([expected]));
});

test("a million calls leave memory as it was", () => {
  const sizes = script(["--expose-gc", "--max-semi-space-size=1", "memory.mjs"]);
  // What lies between goes up and down with the collector.
  const growth = sizes.at(-1) - sizes[0];
  assert.ok(growth <= MOST_GROWTH, `${(growth / MEGABYTE).toFixed(2)} MB: ${sizes.map((size) => size >> 10)} KB`);
});

const strace = spawnSync("strace", ["-f", "-qq", "-e", "trace=execve", "true"]);
const without = strace.status === 0 ? false : "needs strace, and leave to trace";
test("no other program is started", { skip: without }, () => {
  const code = `
    const { parse, repair, calls, Partial } = require("../lib/index.cjs");
    parse("{'a': 1,}"); repair("[1 2]").fixes; calls("<tool_call>{'name': 'ls'}</tool_call>");
    const partial = new Partial(); partial.push("{"); partial.finish();
  `;
  const trace = spawnSync("strace", ["-f", "-qq", "-e", "trace=execve,execveat", process.execPath, "-e", code], {
    cwd: HERE,
    encoding: "utf8",
  });
  const lines = trace.stderr.split("\n").filter((line) => line.includes("exec"));
  assert.equal(trace.status, 0, trace.stderr);
  assert.equal(lines.length, 1, `the first is that of Node itself: ${trace.stderr}`);
});
