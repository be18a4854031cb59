"use strict";
// What every function does with the answers of the native module.

const native = require("./native.cjs");

/** Why a text was refused, and where in it. */
class JmendError extends Error {
  constructor({ code, message, offset, line, column, violations, feedback, path, suggestion }) {
    super(message);
    this.name = "JmendError";
    this.code = code;
    this.offset = offset;
    this.line = line;
    this.column = column;
    this.violations = violations;
    this.feedback = feedback;
    this.path = path;
    this.suggestion = suggestion;
  }
}

/** Throws what a failure says. */
function fail(json) {
  const failure = JSON.parse(json);
  if (failure.code === "argument") throw new TypeError(failure.message);
  throw new JmendError(failure);
}

const HANDLES = new WeakMap();

/** Reads JSON text as a schema or as tools. */
function read(Kind, text) {
  try {
    return new Kind(text);
  } catch (error) {
    throw new TypeError(error.message);
  }
}

/** What the native module made of a schema or of tools; an object is read once. */
function handle(Kind, value) {
  if (value === undefined) return undefined;
  if (typeof value === "string") return read(Kind, value);
  if (typeof value !== "object" || value === null) {
    throw new TypeError(`${Kind.name.toLowerCase()} must be an object or JSON text`);
  }
  let found = HANDLES.get(value);
  if (!(found instanceof Kind)) {
    found = read(Kind, JSON.stringify(value));
    HANDLES.set(value, found);
  }
  return found;
}

/** Options as JSON, without what is passed by itself. */
function rest(options, own) {
  if (options === undefined) return undefined;
  if (typeof options !== "object" || options === null) throw new TypeError("options must be an object");
  const { [own]: _, ...others } = options;
  return JSON.stringify(others);
}

/** One document as text: the string itself where it is valid. */
function one(text, options) {
  const answer =
    options === undefined
      ? native.one(text)
      : native.oneWith(text, rest(options, "schema"), handle(native.Schema, options.schema));
  if (answer === undefined) return text;
  return typeof answer === "string" ? answer : fail(answer[0]);
}

/** A document as text: what is no text yet becomes some. */
function document(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The string that a function answers with. */
function string(answer) {
  return typeof answer === "string" ? answer : fail(answer[0]);
}

module.exports = { JmendError, document, fail, handle, native, one, rest, string };
