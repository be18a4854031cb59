// `repairToolCall` and `repairText` within the AI SDK: its own mock model writes, and its own code runs the tools.
import assert from "node:assert/strict";
import { test } from "node:test";
import { repairText, repairToolCall, textRepair, toolCallRepair } from "../lib/index.mjs";
import { missing, peer } from "./peers.mjs";

/** Each version of the SDK: its package, its mock model, and its two options. */
const VERSIONS = [
  ["ai", "MockLanguageModelV4", "repairToolCall", "repairText"],
  ["ai5", "MockLanguageModelV2", "experimental_repairToolCall", "experimental_repairText"],
];

const SCHEMA = {
  type: "object",
  properties: { city: { type: "string" }, days: { type: "integer" } },
  required: ["city"],
  additionalProperties: false,
};

/** Makes a model that answers with this content. */
async function answering(name, mock, content, reason) {
  const { [mock]: Mock } = await peer(`${name}/test`);
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 }, totalTokens: 2 };
  const finishReason = name === "ai" ? { unified: reason, raw: reason } : reason;
  return new Mock({ doGenerate: async () => ({ content: [content], finishReason, usage, warnings: [] }) });
}

/** Returns what a tool was called with when the model wrote such a call; the step's content where it was not called. */
async function run([name, mock, option], toolName, input, repair) {
  const { generateText, jsonSchema, tool } = await peer(name);
  const call = { type: "tool-call", toolCallType: "function", toolCallId: "1", toolName, input };
  const model = await answering(name, mock, call, "tool-calls");
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
      // The schema forbids the key, and the tool takes it.
      ["get_weather", "{'city': 'Oslo', 'detail': None}", { city: "Oslo", detail: null }],
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
      ["get_weather", ""],
      ["getWeather", " "],
      ["get_weather", "null"],
      ["get_weather", "[1]"],
      ["delete_all", "{}"],
    ]) {
      const content = await run(version, toolName, input, repairToolCall);
      assert.ok(Array.isArray(content) && content.some((part) => part.type === "tool-error"), JSON.stringify(content));
    }
  });
}

for (const version of VERSIONS) {
  const [name, mock, toolOption, textOption] = version;
  test(`the model that ${name} asks hears what is wrong with a value`, { skip: missing(name) }, async () => {
    const content = await run([name, mock, toolOption], "get_weather", '{"city": "Oslo", "days": "many",}', repairToolCall);
    assert.match(JSON.stringify(content), /not as the schema says/);
  });

  test(`texts of structured outputs of ${name} are repaired`, { skip: missing(name) }, async () => {
    const { generateObject } = await peer(name);
    const { z } = await peer("zod");
    const schema = z.object({ city: z.string(), days: z.int() });
    const object = async (text, repair) => {
      const model = await answering(name, mock, { type: "text", text }, "stop");
      return (await generateObject({ model, prompt: "?", schema, [textOption]: repair })).object;
    };
    const oslo = { city: "Oslo", days: 2 };
    const asNumber = { type: "object", properties: { days: { type: "integer" } } };
    for (const [text, repair] of [
      ["Sure:\n```json\n{'city': 'Oslo', 'days': 2,}\n```", repairText],
      [JSON.stringify('{"city": "Oslo", "days": 2,}'), repairText],
      ['{"city": "Oslo", "days": "2"}', textRepair({ schema: asNumber })],
    ]) {
      await assert.rejects(object(text, undefined), text);
      assert.deepEqual(await object(text, repair), oslo, text);
    }
    for (const text of ['{"city": "Oslo", "days": 2', "I cannot", '{"city": "Oslo", "days": "2"}']) {
      await assert.rejects(object(text, repairText), { name: "AI_NoObjectGeneratedError" }, text);
    }
  });
}

test("a repair is told, and goes as far as the options allow", { skip: missing("ai") }, async () => {
  const told = [];
  const repair = toolCallRepair({ truncated: "close", maxRisk: "lossy", onRepair: (each) => told.push(each) });
  assert.deepEqual(await run(VERSIONS[0], "get_weather", '{"city": "Oslo", "da', repair), { city: "Oslo" });
  assert.equal(told[0].repaired.truncated, "key");
  assert.throws(() => toolCallRepair({ maxRisk: "none" }), TypeError);

  const texts = [];
  const close = textRepair({ truncated: "close", onRepair: (each) => texts.push(each) });
  assert.equal(await close({ text: '{"city": "Oslo", "da' }), '{"city": "Oslo"}');
  assert.equal(texts[0].repaired.truncated, "key");
  assert.throws(() => textRepair({ maxRisk: "none" }), TypeError);
});
