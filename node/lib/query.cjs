"use strict";
// Filters of jq, each in a process of its own: what runs a filter counts neither time nor memory, and the system does.

const { spawnSync } = require("node:child_process");
const { mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");

const { JmendError, document } = require("./border.cjs");

/** The program, as a file for this Node. */
const PROGRAM = join(__dirname, "..", "bin", "jmend.cjs");

const MEGABYTE = 1 << 20;
const NAME = /^[A-Za-z_][A-Za-z_0-9]*$/;

/** Bytes of what the program says when it fails: one message, which may quote a value. */
const MOST_SAID = MEGABYTE;

/** A limit as the program takes it: 0 is none. */
function limit(name, value) {
  if (!Number.isFinite(value) || value < 0) throw new TypeError(`${name} must be a number that is not negative`);
  return String(Math.ceil(value));
}

/** The error that the program wrote as JSON. */
function refused(status, said) {
  const line = said.split("\n").find((each) => each.startsWith("{")) ?? "{}";
  const isEnded = status === 1 && !said;
  const fields = isEnded ? { message: "the filter ended itself", code: "halt" } : (JSON.parse(line).fields ?? {});
  if (!fields.code) throw new Error(`the process of the filter ended with status ${status}: ${said.trim()}`);
  return new JmendError({
    code: fields.code,
    message: fields.message,
    offset: 0,
    line: fields.line ?? 0,
    column: fields.column ?? 0,
    violations: [],
  });
}

function query(data, filter, options = {}) {
  if (typeof filter !== "string") throw new TypeError("filter must be a string");
  const { variables = {}, slurp = false, timeout = 10_000 } = options;
  const { maxMemory = 1024 * MEGABYTE, maxOutput = 256 * MEGABYTE } = options;
  const args = ["query", "--compact", "--log-format", "json", "--timeout", limit("timeout", timeout)];
  args.push("--max-memory", limit("maxMemory", maxMemory), "--max-output", limit("maxOutput", maxOutput));
  if (slurp) args.push("--slurp");
  const folder = mkdtempSync(join(tmpdir(), "jmend-"));
  try {
    Object.entries(variables).forEach(([name, value], number) => {
      if (!NAME.test(name)) throw new TypeError(`${JSON.stringify(name)} is no name of a variable`);
      const file = join(folder, String(number));
      writeFileSync(file, JSON.stringify(value ?? null));
      args.push("--let", `${name}=@${file}`);
    });
    const maxBuffer = maxOutput === 0 ? Infinity : maxOutput + MOST_SAID;
    const input = data instanceof Uint8Array ? data : document(data ?? null);
    // What it says is its error, and no log. Electron is Node only where it is told to be.
    const env = { ...process.env, JMEND_LOG: "", ELECTRON_RUN_AS_NODE: "1" };
    const done = spawnSync(process.execPath, [PROGRAM, ...args, "--", filter], { input, encoding: "utf8", maxBuffer, env });
    if (done.error) throw new Error(`cannot start a process for the filter: ${done.error.message}`, { cause: done.error });
    if (done.status !== 0) throw refused(done.status, done.stderr);
    return done.stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

module.exports = { query };
