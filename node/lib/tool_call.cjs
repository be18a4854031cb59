"use strict";
// Repairs what the AI SDK cannot read: tool calls, and the text of structured outputs.

const { fail, handle, native, rest, string } = require("./border.cjs");
const { Repaired } = require("./repaired.cjs");

/** Calls are run, so nothing is dropped or made up, and no call is run by halves. */
const CAREFUL = { maxRisk: "inferred", truncated: "refuse" };

/** The name of the tool that is meant; `undefined` where that is not clear. */
function settled(name, tools) {
  const names = Object.keys(tools);
  if (names.includes(name)) return name;
  const definitions = names.map((each) => ({ name: each, input_schema: { type: "object" } }));
  const call = JSON.stringify({ tool_calls: [{ function: { name, arguments: "{}" } }] });
  const known = handle(native.Tools, definitions);
  const found = JSON.parse(string(native.calls(call, JSON.stringify(CAREFUL), known))).calls;
  return found.length === 1 && names.includes(found[0].name) ? found[0].name : undefined;
}

/** The schema, as far as it can be used: the SDK checks the value in any case. */
function usable(schema) {
  try {
    return handle(native.Schema, schema);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Returns the options as the module takes them, with a schema and without one. A wrong option throws at once. */
function settings({ defaults, lossyCoercions, ...options }, careful) {
  const plain = rest({ ...careful, ...options });
  const how = rest({ ...careful, ...options, defaults, lossyCoercions });
  const tried = native.repair("{}", how);
  if (tried.length === 1) fail(tried[0]);
  return { how, plain };
}

/** Returns what an answer of the module holds; `undefined` where it is no single document. */
function single(text, answer) {
  if (answer.length === 1) return undefined;
  const repaired = new Repaired(answer[0] ?? text, answer[1]);
  return repaired.values.length === 1 ? repaired : undefined;
}

/** Repairs a text by its schema, and without the schema if the value does not fit it. */
function repaired(text, schema, { how, plain }) {
  const answer = schema && native.repair(text, how, schema);
  const isUnfit = answer?.length === 1 && JSON.parse(answer[0]).code === "schema";
  return single(text, answer && !isUnfit ? answer : native.repair(text, plain));
}

/**
 * Repairs what the SDK could not read, or did not accept. It takes a value that does not fit the schema, or says what is wrong
 * with it. A string of JSON that holds JSON is opened once.
 */
function fitted(text, schema, how) {
  const found = repaired(text, schema, how);
  return typeof found?.value === "string" ? (repaired(found.value, schema, how) ?? found) : found;
}

/** Makes a function for `repairToolCall` of the AI SDK, with options for the repair. */
function toolCallRepair({ onRepair, ...options } = {}) {
  const how = settings(options, CAREFUL);
  return async ({ toolCall, tools, inputSchema }) => {
    const toolName = settled(toolCall.toolName, tools ?? {});
    if (toolName === undefined) return null;
    const input = toolCall.input ?? "";
    // The SDK reads no text as no arguments.
    if (input.trim() === "") return toolName === toolCall.toolName ? null : { ...toolCall, toolName };
    const found = fitted(input, usable(await inputSchema({ toolName })), how);
    const isObject = typeof found?.value === "object" && found.value !== null && !Array.isArray(found.value);
    if (!isObject) return null;
    onRepair?.({ toolCall, toolName, repaired: found });
    return { ...toolCall, toolName, input: found.text };
  };
}

/** Makes a function for `repairText` of the AI SDK, with options for the repair. */
function textRepair({ onRepair, schema, ...options } = {}) {
  const how = settings(options, { truncated: "refuse" });
  const known = handle(native.Schema, schema);
  return async ({ text }) => {
    const found = fitted(text, known, how);
    if (found === undefined) return null;
    onRepair?.({ text, repaired: found });
    return found.text;
  };
}

module.exports = { repairText: textRepair(), repairToolCall: toolCallRepair(), textRepair, toolCallRepair };
