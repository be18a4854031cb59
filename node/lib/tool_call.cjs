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

/** The options as the module takes them: with a schema, and without one. A wrong option throws at once. */
function settings({ defaults, lossyCoercions, ...options }, careful) {
  const plain = rest({ ...careful, ...options });
  const how = rest({ ...careful, ...options, defaults, lossyCoercions });
  const tried = native.repair("{}", how);
  if (tried.length === 1) fail(tried[0]);
  return { how, plain };
}

/** What an answer of the module holds; `undefined` where it is no single document. */
function single(text, answer) {
  if (answer.length === 1) return undefined;
  const repaired = new Repaired(answer[0] ?? text, answer[1]);
  return repaired.values.length === 1 ? repaired : undefined;
}

/**
 * The text, repaired by its schema. Where the value does not fit, it is repaired without the schema: the SDK then takes it, or
 * says what is wrong with the value. `unguided` is what repairs without a schema.
 */
function fitted(text, schema, how, unguided) {
  const answer = schema && native.repair(text, how, schema);
  const refused = answer?.length === 1 && JSON.parse(answer[0]).code;
  if (answer && refused !== "schema") return single(text, answer);
  return single(text, unguided(text));
}

/** A function for `repairToolCall` of the AI SDK, with options for the repair. */
function toolCallRepair({ onRepair, ...options } = {}) {
  const { how, plain } = settings(options, CAREFUL);
  return async ({ toolCall, tools, inputSchema }) => {
    const toolName = settled(toolCall.toolName, tools ?? {});
    if (toolName === undefined) return null;
    const input = toolCall.input;
    // The SDK reads no text as no arguments.
    if (input.trim() === "") return toolName === toolCall.toolName ? null : { ...toolCall, toolName };
    const schema = usable(await inputSchema({ toolName }));
    const repaired = fitted(input, schema, how, (text) => native.argumentsOf(toolName, text, plain));
    if (repaired === undefined) return null;
    onRepair?.({ toolCall, toolName, repaired });
    return { ...toolCall, toolName, input: repaired.text };
  };
}

/** A function for `repairText` of the AI SDK, with options for the repair. */
function textRepair({ onRepair, schema, ...options } = {}) {
  const { how, plain } = settings(options, { truncated: "refuse" });
  const known = handle(native.Schema, schema);
  const unguided = (text) => native.repair(text, plain);
  return async ({ text }) => {
    let repaired = fitted(text, known, how, unguided);
    // A model that is asked for JSON in a string of JSON.
    if (typeof repaired?.value === "string") repaired = fitted(repaired.value, known, how, unguided);
    if (repaired === undefined) return null;
    onRepair?.({ text, repaired });
    return repaired.text;
  };
}

module.exports = { repairText: textRepair(), repairToolCall: toolCallRepair(), textRepair, toolCallRepair };
