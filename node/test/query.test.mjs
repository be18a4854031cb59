// Filters of jq, each in a process of its own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { JmendError, query } from "../lib/index.mjs";

test("all outputs come", () => {
  assert.deepEqual(query({ a: [1, "é\u2028"] }, ".a[]"), [1, "é\u2028"]);
  assert.deepEqual(query('{"a": 1}\n{"a": 2}', ".a"), [1, 2]);
  assert.deepEqual(query(Buffer.from("[1][2]"), "add", { slurp: true }), [[1, 2]]);
  assert.deepEqual(query(undefined, "empty"), []);
  assert.deepEqual(query(2, "-1 + ."), [1]);
});

test("variables are values", () => {
  const variables = { rows: Array.from({ length: 100_000 }, (_, at) => at), id: 7 };
  assert.deepEqual(query(null, "[($rows | length), $id]", { variables }), [[100_000, 7]]);
  assert.deepEqual(query(null, "$name", { variables: { name: "Ada" } }), ["Ada"]);
  assert.throws(() => query(null, ".", { variables: { "a=b": 1 } }), /no name of a variable/);
});

test("limits hold, and errors say where", () => {
  const failed = (data, filter, options) => {
    let caught;
    assert.throws(() => query(data, filter, options), (error) => (caught = error) instanceof JmendError);
    return [caught.code, caught.message];
  };
  assert.deepEqual(failed(null, "def f: f; f", { timeout: 200 }), [
    "stopped",
    "the filter was stopped: it takes more than 200 ms",
  ]);
  assert.equal(failed(null, "[range(1e12)]", { maxMemory: 32 << 20 })[0], "stopped");
  const long = failed(null, "range(1e6)", { maxOutput: 100 });
  assert.deepEqual(long, ["stopped", "the filter was stopped: it gives more than 100 bytes"]);
  // A log would stand beside the error.
  process.env.JMEND_LOG = "debug";
  assert.throws(() => query(null, ".a |\n nosuch"), { code: "filter", line: 2, column: 2 });
  assert.equal(failed('{"a": 1', ".")[0], "syntax");
  assert.deepEqual(failed(null, 'error("a; --b")'), ["filter", '"a; --b"']);
  assert.equal(failed(null, "halt(3)")[0], "halt");
});

test("arguments of a wrong kind are told", () => {
  assert.throws(() => query(1, ".", { timeout: -1 }), TypeError);
  assert.throws(() => query(1, 2), TypeError);
});
