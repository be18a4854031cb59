// The program that the package brings: what `npx jmend` runs.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { PROGRAM, ROOT, WITHOUT_PROGRAM } from "./program.mjs";

const PROJECT = process.env.JMEND_PROJECT;
/** The file that npm links, of the installed package where there is one. */
const BIN = PROJECT ? join(PROJECT, "node_modules", ".bin", "jmend") : join(ROOT, "node", "bin", "jmend.cjs");

const run = (file, args, input) => {
  const { status, stdout, stderr } = spawnSync(file, args, { input, encoding: "utf8" });
  return { status, stdout, stderr };
};

test("it repairs, and its status says how that went", () => {
  assert.deepEqual(run(BIN, [], "{'a': 1,}"), { status: 0, stdout: '{"a": 1}\n', stderr: "" });
  assert.equal(run(BIN, [], "I cannot do that.").status, 1);
  const mistyped = run(BIN, ["--max-rsk", "syntax"], "{}");
  assert.equal(mistyped.status, 2);
  assert.match(mistyped.stderr, /--max-risk/);
});

test("a file is repaired in place, and found in a folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "jmend-"));
  try {
    const file = join(folder, "a.json");
    writeFileSync(file, "{'a': 1}\n");
    assert.equal(run(BIN, ["check", folder]).status, 1);
    assert.equal(run(BIN, ["check", "--fix", folder]).status, 0);
    assert.equal(run(BIN, ["check", folder]).status, 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("what it starts has its input and output", () => {
  assert.deepEqual(run(BIN, ["query", ".a[]"], '{"a": [1, 2]}'), { status: 0, stdout: "1\n2\n", stderr: "" });
  const calls = '{"program": {"op": "call", "tool": "t", "args": {"x": 1}}}';
  const ran = run(BIN, ["eval-json", "--tool-command", "t=cat"], calls);
  assert.equal(ran.status, 0, ran.stderr);
  assert.match(ran.stdout, /"x":\s*1/);
});

test("it ends with its reader and by a signal", async () => {
  const cut = spawnSync("sh", ["-c", `yes "{'a': 1}" | head -100000 | "${BIN}" --lines | head -1`], { encoding: "utf8" });
  assert.deepEqual([cut.stdout, cut.stderr], ['{"a": 1}\n', ""]);
  const waits = spawn(BIN, ["--lines"], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => waits.on("close", (_, signal) => resolve(signal)));
  waits.stdin.write("{'a': 1}\n");
  await new Promise((resolve) => waits.stdout.once("data", resolve));
  waits.kill("SIGTERM");
  assert.equal(await ended, "SIGTERM");
});

test("it says what the program says", { skip: WITHOUT_PROGRAM }, () => {
  const asked = [["--version"], ["--help"], ["help", "calls"], ["calls", "--nosuch"], ["explain", "missing-comma"]];
  for (const args of asked) assert.deepEqual(run(BIN, args, ""), run(PROGRAM, args, ""), args.join(" "));
});
