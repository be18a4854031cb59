"use strict";
// Repairs the tool calls that the AI SDK cannot read.

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

/** The schema, as far as it can be used: the SDK checks the input in any case. */
function usable(schema) {
  try {
    return handle(native.Schema, schema);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** A function for `experimental_repairToolCall` of the AI SDK, with options for the repair. */
function toolCallRepair({ onRepair, ...options } = {}) {
  const how = rest({ ...CAREFUL, ...options });
  // A wrong option is told where it is written, and not with the first call that is broken.
  const tried = native.repair("{}", how);
  if (tried.length === 1) fail(tried[0]);
  return async ({ toolCall, tools, inputSchema }) => {
    const toolName = settled(toolCall.toolName, tools ?? {});
    if (toolName === undefined) return null;
    const schema = usable(await inputSchema({ toolName }));
    // A tool without parameters is often called with nothing.
    const input = toolCall.input || "{}";
    const answer = native.repair(input, how, schema);
    if (answer.length === 1) return null;
    const repaired = new Repaired(answer[0] ?? input, answer[1]);
    if (repaired.values.length !== 1) return null;
    onRepair?.({ toolCall, toolName, repaired });
    return { ...toolCall, toolName, input: repaired.text };
  };
}

module.exports = { repairToolCall: toolCallRepair(), toolCallRepair };
