"use strict";
// The module: text in, values and facts out. types/index.d.ts says what each function promises.

const { JmendError, document, fail, handle, native, one, rest, string } = require("./border.cjs");
const { Cache, nativeOf } = require("./cache.cjs");
const { Partial, PartialStream } = require("./partial.cjs");
const { Evaluated, checkProgram, evalJson, programPrompt, programSchema } = require("./program.cjs");
const { query } = require("./query.cjs");
const { Repaired } = require("./repaired.cjs");
const { Stats } = require("./stats.cjs");
const { repairText, repairToolCall, textRepair, toolCallRepair } = require("./tool_call.cjs");

/** No text of so many characters or bytes is nested deeper than the default limit: each level takes two brackets. */
const SHORT = 2048;

/** A short text as a string; `undefined` for another one. */
function short(text) {
  if (typeof text === "string") return text.length <= SHORT ? text : undefined;
  if (!(text instanceof Uint8Array) || text.byteLength > SHORT) return undefined;
  return Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString();
}

/** The value of a short text that is valid as it stands: `JSON.parse` alone takes less time than a look at the text before it. */
function direct(text) {
  const string = short(text);
  const begins = string !== undefined && (string[0] === "{" || string[0] === "[");
  // Bytes that are no UTF-8 were replaced.
  if (!begins || !string.isWellFormed() || (string !== text && string.includes("\uFFFD"))) return undefined;
  try {
    return JSON.parse(string);
  } catch {
    return undefined;
  }
}

function parse(text, options) {
  const value = options === undefined ? direct(text) : undefined;
  return value === undefined ? JSON.parse(one(text, options)) : value;
}

function repair(text, options) {
  const schema = handle(native.Schema, options?.schema);
  const answer = native.repair(text, rest(options, "schema"), schema);
  return answer.length === 1 ? fail(answer[0]) : new Repaired(answer[0] ?? text, answer[1]);
}

function calls(text, options) {
  return JSON.parse(string(native.calls(text, rest(options, "tools"), handle(native.Tools, options?.tools))));
}

function argumentsOf(tool, value, options) {
  const isText = typeof value === "string" || value instanceof Uint8Array;
  const text = isText ? value : JSON.stringify(value ?? null);
  const answer = native.argumentsOf(tool, text, rest(options, "tools"), handle(native.Tools, options?.tools));
  return answer.length === 1 ? fail(answer[0]) : new Repaired(answer[0] ?? text, answer[1]);
}

function messages(text, options) {
  return JSON.parse(string(native.messages(text, rest(options, "tools"), handle(native.Tools, options?.tools))));
}

function cacheKey(tool, args, options) {
  return JSON.parse(string(native.cacheKey(tool, document(args), rest(options))));
}

function normalize(text, options) {
  return string(native.normalize(text, rest(options)));
}

function canonical(text, options) {
  return string(native.canonical(text, rest(options)));
}

function preview(tool, args, result, options) {
  const cache = options?.cache === undefined ? undefined : nativeOf(options.cache);
  const given = rest(options, "cache");
  return JSON.parse(string(native.preview(tool, document(args), document(result), given, cache)));
}

module.exports = {
  Cache,
  Evaluated,
  JmendError,
  Partial,
  PartialStream,
  Repaired,
  Stats,
  argumentsOf,
  cacheKey,
  calls,
  canonical,
  checkProgram,
  evalJson,
  messages,
  normalize,
  parse,
  preview,
  programPrompt,
  programSchema,
  query,
  repair,
  repairText,
  repairToolCall,
  textRepair,
  toolCallRepair,
};
