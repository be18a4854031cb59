// The types say what the module does: TypeScript accepts right uses of it, as ES and as CommonJS modules, and refuses wrong ones.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import * as jmend from "../lib/index.mjs";
import { missing, peer } from "./peers.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));

const RIGHT = `
import { parse, repair, calls, messages, argumentsOf, Stats, cacheKey, normalize, canonical, preview, Partial, PartialStream, JmendError, repairText, repairToolCall, textRepair, toolCallRepair, evalJson, checkProgram, Cache, programPrompt, programSchema } from "jmend";
import type { Risk, Fix } from "jmend";
import { jsonrepair, JSONRepairError } from "jmend/jsonrepair";
const order = parse<{ id: number }>("{id: 1}", { maxRisk: "inferred", schema: { type: "object" } });
const id: number = order.id;
const { value, fixes, risk, texts } = repair<string[]>(new Uint8Array());
const first: string = value[0] + texts[0];
const fix: Fix | undefined = fixes[0];
const worst: Risk | null = risk;
const name: string = calls("", { tools: [], format: "hermes" }).calls[0].name;
const content: string = messages("")[0].content;
const key: string = cacheKey("t", { a: 1 }, { namespace: "n" }).key;
const text: string = normalize("{}", { onCollision: "last" }) + canonical("{}", { numbers: "double" });
const stats = new Stats({ provider: "p" });
stats.add(repair("{}"), "t"), stats.add(calls("")), stats.add(argumentsOf<{ a: number }>("t", { a: "1" }, { tools: "[]" }), "t");
Stats.from(stats.toJSON()).merge(stats);
const shown: unknown = preview("t", {}, [1], { rows: 2 }).status;
const rows: unknown = preview("t", {}, "[]", { profile: true, at: "/a", sample: "head:2", maxBytes: 0 }).rows;
const done = evalJson<number>({ program: {} }, { context: {}, functions: { t: ({ q }) => q, v: 1 }, timeout: 0, repair: true, maxRisk: "syntax" });
const sum: number = done.value + Number(done.memory.n);
const cache = new Cache("d", { namespace: "n", maxSize: 1, maxAge: 1000 });
const kept: boolean = cache.put("t", {}, [1], { text: false }) && cache.has("t", {}) && cache.remove("t", "{}");
const cached: string | undefined = cache.get("t", {});
const bytes: number = cache.entries()[0].bytes + cache.collect().corrupt;
const stored: unknown = preview("t", {}, [1], { cache }).cache_hint;
const told: string = programPrompt({ size: "card", context: {} }) + programPrompt() + programSchema({ strict: true });
const lint: string = checkProgram("{}", { tools: [] })[0].path;
const partial = new Partial<number[]>({ truncated: "close" });
const grew: boolean = partial.push("[1");
const now: number[] | undefined = partial.value;
const stream: ReadableStream<number[]> = new ReadableStream<string>().pipeThrough(new PartialStream<number[]>());
try { parse("") } catch (error) { if (error instanceof JmendError) { const at: number = error.offset + error.line + error.column; } }
const repaired: string = jsonrepair("{");
const position: number = new JSONRepairError("m", 1).position;
toolCallRepair({ maxRisk: "syntax", onRepair: ({ toolName, repaired }) => { const used: string = toolName + repaired.text; } });
`;

/** Each alone is wrong. */
const WRONG = [
  'import { parse } from "jmend"; parse(1);',
  'import { parse } from "jmend"; parse("", { maxRisk: "none" });',
  'import { parse } from "jmend"; parse("", { maxrisk: "syntax" });',
  'import { repair } from "jmend"; repair("").fixes.push();',
  'import { calls } from "jmend"; calls("", { schema: {} });',
  'import { nothing } from "jmend";',
];

const AI = `
import { generateObject, generateText, type FlexibleSchema, type LanguageModel, type ToolSet } from "ai";
import { repairText, repairToolCall } from "../../../types/index.mjs";
declare const model: LanguageModel;
declare const schema: FlexibleSchema<{ city: string }>;
declare const tools: ToolSet;
generateText({ model, tools, prompt: "?", repairToolCall });
generateObject({ model, schema, prompt: "?", repairText });
`;

test("TypeScript accepts what is right and refuses what is wrong", { skip: missing("typescript") }, async () => {
  const typescript = (await peer("typescript")).default;
  // Within the package its own name leads to it; the SDK is found from the folder of the peers.
  const folder = mkdtempSync(join(HERE, ".types-"));
  const beside = mkdtempSync(join(HERE, "peers", ".types-"));
  const check = (name, source, within = folder) => {
    const file = join(within, name);
    writeFileSync(file, source);
    const { NodeNext: module } = typescript.ModuleKind;
    const options = {
      module,
      noEmit: true,
      skipLibCheck: true,
      strict: true,
      target: typescript.ScriptTarget.ES2022,
      types: [],
    };
    const program = typescript.createProgram([file], options);
    return typescript.getPreEmitDiagnostics(program).map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, "\n"));
  };
  try {
    assert.deepEqual(check("right.mts", RIGHT), []);
    assert.deepEqual(check("right.cts", RIGHT), []);
    if (!missing("ai")) assert.deepEqual(check("ai.mts", AI, beside), []);
    WRONG.forEach((source, index) => assert.notDeepEqual(check(`wrong${index}.mts`, source), [], source));
  } finally {
    for (const each of [folder, beside]) rmSync(each, { recursive: true });
  }
});

test("every export has a type", { skip: missing("typescript") }, async () => {
  const typescript = (await peer("typescript")).default;
  const file = fileURLToPath(new URL("../types/index.d.ts", import.meta.url));
  const program = typescript.createProgram([file], { noEmit: true, types: [], target: typescript.ScriptTarget.ES2022 });
  assert.deepEqual(typescript.getPreEmitDiagnostics(program).map(({ messageText }) => messageText), []);
  const checker = program.getTypeChecker();
  const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)));
  const values = symbols.filter((symbol) => symbol.flags & typescript.SymbolFlags.Value).map((symbol) => symbol.name);
  const exported = Object.keys(jmend).filter((name) => name !== "default");
  assert.deepEqual(values.sort(), exported.sort());
});
