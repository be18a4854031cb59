// The drop-in for the package `jsonrepair`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { JSONRepairError, jsonrepair } from "../lib/jsonrepair.mjs";

test("text in, text out", () => {
  assert.equal(jsonrepair("{name: 'John'}"), '{"name": "John"}');
  assert.equal(jsonrepair('{"a": 1}'), '{"a": 1}');
  assert.equal(jsonrepair('{"a":1}\n{"a":2}'), '[\n{"a":1},\n{"a":2}\n]');
});

test("an error has the place of its cause", () => {
  assert.throws(
    () => jsonrepair("no JSON"),
    (error) => error instanceof JSONRepairError && error.position === 0 && error.cause.code === "no-json",
  );
});
