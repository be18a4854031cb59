// `repairToolCall` within the AI SDK: its own mock model writes the calls, and its own code runs the tools.
import assert from "node:assert/strict";
import { test } from "node:test";
import { repairToolCall, toolCallRepair } from "../lib/index.mjs";
import { missing, peer } from "./peers.mjs";

/** Each version of the SDK: its package, its mock model, and the shape of what a model answers. */
const VERSIONS = [
  ["ai", "MockLanguageModelV4", "repairToolCall"],
  ["ai5", "MockLanguageModelV2", "experimental_repairToolCall"],
];

const SCHEMA = {
  type: "object",
  properties: { city: { type: "string" }, days: { type: "integer" } },
  required: ["city"],
  additionalProperties: false,
};

/** What a tool was called with when the model wrote such a call; the step's content where it was not called. */
async function run([name, mock, option], toolName, input, repair) {
  const { generateText, jsonSchema, tool } = await peer(name);
  const { [mock]: Mock } = await peer(`${name}/test`);
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 }, totalTokens: 2 };
  const model = new Mock({
    doGenerate: async () => ({
      content: [{ type: "tool-call", toolCallType: "function", toolCallId: "1", toolName, input }],
      finishReason: name === "ai" ? { unified: "tool-calls", raw: "tool_calls" } : "tool-calls",
      usage,
      warnings: [],
    }),
  });
  let args;
  const get_weather = tool({
    description: "The weather",
    inputSchema: jsonSchema(SCHEMA, {
      validate: (value) =>
        typeof value.city === "string" && (value.days === undefined || Number.isInteger(value.days))
          ? { success: true, value }
          : { success: false, error: new Error("not as the schema says") },
    }),
    execute: async (given) => {
      args = given;
      return "rain";
    },
  });
  const result = await generateText({ model, prompt: "?", tools: { get_weather }, [option]: repair });
  return args ?? result.content;
}

for (const version of VERSIONS) {
  const [name] = version;
  test(`calls of ${name} that cannot be read are repaired`, { skip: missing(name) }, async () => {
    const rows = [
      ["get_weather", "{'city': 'Oslo', 'days': 2,}", { city: "Oslo", days: 2 }],
      ["get_weather", '```json\n{"city": "Oslo"}\n```', { city: "Oslo" }],
      ["get_weather", '{"city": "Oslo", "days": "2"}', { city: "Oslo", days: 2 }],
      ["getWeather", '{"city": "Oslo"}', { city: "Oslo" }],
      ["functions.get_weather", "{city: Oslo}", { city: "Oslo" }],
    ];
    for (const [toolName, input, expected] of rows) {
      assert.deepEqual(await run(version, toolName, input, repairToolCall), expected, `${toolName} ${input}`);
    }
  });

  test(`calls of ${name} that are cut off or unclear stay errors`, { skip: missing(name) }, async () => {
    for (const [toolName, input] of [
      ["get_weather", '{"city": "Os'],
      ["get_weather", '{"days": 2}'],
      ["get_weather", "I cannot"],
      ["delete_all", "{}"],
    ]) {
      const content = await run(version, toolName, input, repairToolCall);
      assert.ok(Array.isArray(content) && content.some((part) => part.type === "tool-error"), JSON.stringify(content));
    }
  });
}

test("a repair is told, and goes as far as the options allow", { skip: missing("ai") }, async () => {
  const told = [];
  const repair = toolCallRepair({ truncated: "close", maxRisk: "lossy", onRepair: (each) => told.push(each) });
  assert.deepEqual(await run(VERSIONS[0], "get_weather", '{"city": "Oslo", "da', repair), { city: "Oslo" });
  assert.equal(told[0].repaired.truncated, "key");
  assert.throws(() => toolCallRepair({ maxRisk: "none" }), TypeError);
});
