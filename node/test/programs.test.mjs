// Programs in process: functions as tools, memory, limits, and errors.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Evaluated, JmendError, checkProgram, evalJson } from "../lib/index.mjs";

const program = (node) => JSON.stringify({ program: node });
const call = (tool, args = {}) => program({ op: "call", tool, args });

/** The error of a program. */
function failed(...args) {
  try {
    evalJson(...args);
  } catch (error) {
    return error;
  }
  return assert.fail("it ran");
}

test("functions get their arguments, and their result is a value", () => {
  const seen = [];
  const search = (args) => (seen.push(args), [{ name: "é" }, { name: "b" }]);
  const done = evalJson(call("search", { q: "x", "log-level": [1.5] }), { functions: { search } });
  assert.ok(done instanceof Evaluated);
  assert.deepEqual([done.value, seen], [[{ name: "é" }, { name: "b" }], [{ q: "x", "log-level": [1.5] }]]);
  assert.equal(evalJson(call("t"), { functions: { t: () => "12" } }).value, "12");
  assert.equal(evalJson(call("t"), { functions: { t: () => undefined } }).value, null);
  assert.equal(evalJson(call("t"), { functions: { t: "12" } }).text, '"12"');
});

test("what a function throws is the cause", () => {
  const cause = new RangeError("no such day");
  const error = failed(call("day"), {
    functions: {
      day() {
        throw cause;
      },
    },
  });
  assert.ok(error instanceof JmendError);
  assert.deepEqual([error.code, error.path, error.cause], ["execution_error", "/program", cause]);
  assert.match(error.message, /^Tool 'day' raised: RangeError: no such day/);
  assert.match(failed(call("day"), { functions: { day: async () => 1 } }).message, /promise/);
  assert.match(failed(call("day"), { functions: { day: () => ({ error: "closed" }) } }).message, /Tool 'day' error: "closed"/);
  assert.equal(failed(call("order"), { functions: { orders: () => 1 } }).suggestion, "orders");
});

test("memory goes from program to program", () => {
  const first = evalJson({ program: { result: { op: "literal", value: "ok" }, n: 1 } }, { memory: { old: true } });
  assert.deepEqual([first.value, first.memoryDelta, first.memory], ["ok", { n: 1 }, { old: true, n: 1 }]);
  assert.equal(evalJson(program({ op: "var", name: "n" }), { memory: first.memory }).value, 1);
  assert.equal(evalJson(program({ op: "var", name: "n" }), { memory: '{"n": 12345678901234567890}' }).text, "12345678901234567890");
});

test("limits hold", () => {
  const slow = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
  const twice = program({ op: "pipe", steps: [{ op: "call", tool: "slow" }, { op: "call", tool: "slow" }] });
  const many = { n: Array.from({ length: 5000 }, (_, id) => ({ id })) };
  const sorted = program({ op: "pipe", steps: [{ op: "call", tool: "slow" }, { op: "load", name: "n" }, { op: "sort_by", field: "id" }] });
  assert.equal(failed(sorted, { functions: { slow }, context: many, timeout: 10 }).code, "timeout");
  assert.equal(evalJson(twice, { functions: { slow }, timeout: 0 }).value, null);
  assert.equal(failed(call("t"), { functions: { t: () => "x".repeat(2000) }, maxMemory: 1000 }).code, "memory_exceeded");
  assert.equal(failed(program({ op: "literal", value: [[[1]]] }), { maxDepth: 3 }).code, "depth_exceeded");
  const cut = evalJson(program({ op: "load", name: "n" }), { context: many, maxResult: 300 });
  assert.equal(cut.value.kept_as, "last_result");
  assert.equal(cut.memory.last_result.length, 5000);
});

test("data of a wrong kind, and options, are told", () => {
  assert.equal(failed(program({ op: "count" }), { context: "[1]" }).code, "context");
  assert.equal(failed(program({ op: "count" }), { memory: "{" }).code, "memory");
  assert.equal(failed(program({ op: "count" }), { tools: "[" }).code, "tools");
  assert.throws(() => evalJson("{}", { contxt: {} }), /there is no option 'contxt'/);
  assert.throws(() => evalJson("{}", { timeout: "1" }), TypeError);
});

test("a program is checked without being run", () => {
  const steps = [{ op: "load", name: "n" }, { op: "filter", where: { op: "eq", field: "ide", value: 1 } }];
  const [lint] = checkProgram(program({ op: "pipe", steps }), { context: { n: [{ id: 1 }] } });
  assert.deepEqual([lint.code, lint.path], ["missing-field", "/program/steps/1/where"]);
  assert.deepEqual(checkProgram(call("t"), { functions: { t: () => assert.fail("it ran") } }), []);
  assert.throws(() => checkProgram("{}"), { code: "parse_error" });
});
