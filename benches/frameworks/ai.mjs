// The AI SDK, alone and with jmend: reads the spellings as JSON from its input, and writes what became of each.
import { readFileSync } from "node:fs";
import { repairToolCall, textRepair } from "../../node/lib/index.mjs";
import { peer } from "../../node/test/peers.mjs";

/** Each version: its package, its mock model, and the names of its two options. */
const VERSIONS = [
  ["ai", "MockLanguageModelV4", "repairToolCall", "repairText"],
  ["ai5", "MockLanguageModelV2", "experimental_repairToolCall", "experimental_repairText"],
];
const JSON_SCHEMA = {
  type: "object",
  properties: { city: { type: "string" }, days: { type: "integer" } },
  required: ["city", "days"],
};

const given = JSON.parse(readFileSync(0, "utf8"));
globalThis.AI_SDK_LOG_WARNINGS = false;
const { z } = await peer("zod");
const schema = z.object({ city: z.string(), days: z.int() });

/** Makes a model that writes this content, whole and as a stream. */
function model(Mock, name, content) {
  const isNew = name === "ai";
  const isCall = content.type === "tool-call";
  const reason = isCall ? "tool-calls" : "stop";
  const finishReason = isNew ? { unified: reason, raw: reason } : reason;
  const usage = isNew
    ? { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
    : { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  const parts = [
    { type: "stream-start", warnings: [] },
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: content.text ?? "" },
    { type: "text-end", id: "1" },
    { type: "finish", finishReason, usage },
  ];
  return new Mock({
    doGenerate: async () => ({ content: [content], finishReason, usage, warnings: [] }),
    doStream: async () => ({ stream: ReadableStream.from(parts) }),
  });
}

const ways = {
  "`repairToolCall`": {
    kind: "arguments",
    async run({ generateText, tool }, make, [, , option], input, isRepaired) {
      let seen = null;
      const execute = async (value) => {
        seen = value;
        return "rain";
      };
      const get_weather = tool({ description: "The weather", inputSchema: schema, execute });
      const call = { type: "tool-call", toolCallId: "1", toolName: "get_weather", input };
      const repair = isRepaired ? { [option]: repairToolCall } : {};
      await generateText({ model: make(call), prompt: "?", tools: { get_weather }, ...repair });
      return seen;
    },
  },
  "`repairText`, `generateObject`": {
    kind: "text",
    async run({ generateObject }, make, [, , , option], text, isRepaired) {
      const repair = isRepaired ? { [option]: textRepair({ schema: JSON_SCHEMA }) } : {};
      return (await generateObject({ model: make({ type: "text", text }), prompt: "?", schema, ...repair })).object;
    },
  },
  "`repairText`, `streamObject`": {
    kind: "text",
    async run({ streamObject }, make, [, , , option], text, isRepaired) {
      const repair = isRepaired ? { [option]: textRepair({ schema: JSON_SCHEMA }) } : {};
      const result = streamObject({ model: make({ type: "text", text }), prompt: "?", schema, onError() {}, ...repair });
      result.object.catch(() => {});
      for await (const _ of result.partialObjectStream);
      return await result.object;
    },
  },
};

const rows = [];
for (const version of VERSIONS) {
  const [name, mock] = version;
  const sdk = await peer(name);
  const { [mock]: Mock } = await peer(`${name}/test`);
  const manifest = new URL(`../../node/test/peers/node_modules/${name}/package.json`, import.meta.url);
  for (const [what, { kind, run }] of Object.entries(ways)) {
    const { version: number } = JSON.parse(readFileSync(manifest, "utf8"));
    const row = { name: "ai", version: number, what, kind, alone: {}, repaired: {} };
    for (const [isRepaired, outcomes] of [[false, row.alone], [true, row.repaired]]) {
      for (const [spelling, text] of Object.entries(given[kind])) {
        const value = run(sdk, (content) => model(Mock, name, content), version, text, isRepaired);
        outcomes[spelling] = await value.catch(() => null);
      }
    }
    rows.push(row);
  }
}
console.log(JSON.stringify(rows));
