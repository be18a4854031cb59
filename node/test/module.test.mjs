// What the module promises, function by function.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import jmend, * as named from "../lib/index.mjs";

const require = createRequire(import.meta.url);
const { Cache, JmendError, Partial, PartialStream, Stats, programPrompt, programSchema } = named;
const { argumentsOf, calls, cacheKey, canonical, messages, normalize, parse, preview, repair } = named;

test("both kinds of modules have the same functions", () => {
  assert.equal(require("../lib/index.cjs"), jmend);
  const { default: _, ...others } = named;
  assert.deepEqual({ ...others }, { ...jmend });
  const esm = import("../lib/jsonrepair.mjs");
  return esm.then((drop) => assert.equal(drop.jsonrepair, require("../lib/jsonrepair.cjs").jsonrepair));
});

test("values are those of JSON.parse, valid or repaired", () => {
  const rows = [
    ['{"a": 1}', { a: 1 }],
    ["{'a': True, 'b': [1, 2,],}", { a: true, b: [1, 2] }],
    ["```json\n{a: 'é'}\n```", { a: "é" }],
    ['{"a": 1}\n{"a": 2}', [{ a: 1 }, { a: 2 }]],
    ['{"__proto__": {"x": 1}, }', JSON.parse('{"__proto__": {"x": 1}}')],
    ['"日本語" ', "日本語"],
    ["{'a': '😀',}", { a: "😀" }],
  ];
  for (const [text, value] of rows) {
    assert.deepEqual(parse(text), value, text);
    assert.deepEqual(parse(Buffer.from(text)), value, text);
    assert.deepEqual(parse(new TextEncoder().encode(text)), value, text);
    assert.deepEqual(repair(text).value, value, text);
    assert.deepEqual(repair(Buffer.from(text)).value, value, text);
  }
  assert.equal({}.x, undefined);
});

test("half a surrogate pair in valid text stays, and is reported where the text is repaired", () => {
  const valid = '{"a": "\ud83d"}';
  assert.deepEqual(parse('{"a": "\\ud83d"}'), { a: "\ud83d" });
  const repaired = repair(valid);
  assert.ok(repaired.fixes.some((fix) => fix.code === "invalid-utf8"), JSON.stringify(repaired));
  assert.equal(repaired.risk, "lossy");
});

test("short valid text is read as any other: what JSON.parse would pass over is told", () => {
  assert.deepEqual(parse('{"a": "\ud83d"}'), { a: "\ufffd" });
  const half = Buffer.concat([Buffer.from('["'), Buffer.from("eda080", "hex"), Buffer.from('"]')]);
  assert.deepEqual(parse(half), ["\ufffd"]);
  assert.deepEqual(parse(Buffer.from('{"a": "\ufffd"}')), { a: "\ufffd" });
  const nested = (levels) => "[".repeat(levels) + "]".repeat(levels);
  assert.deepEqual(parse(nested(1024)), JSON.parse(nested(1024)));
  assert.throws(() => parse(nested(1025)), { code: "depth" });
  assert.throws(() => parse("[[1]]", { maxDepth: 1 }), { code: "depth" });
});

test("text of any length and script comes over whole", () => {
  // The room for a text, the parts in which it is converted, and what lies beside their borders.
  for (const length of [4096, 1 << 18]) {
    for (let more = -4; more <= 4; more += 1) {
      for (const sign of ["é", "日", "😀", "\ud83d"]) {
        const content = "x".repeat(length + more - 2) + sign + sign;
        const [read] = parse(`["${content}",]`);
        assert.ok(read === content.toWellFormed(), `${sign} at ${length + more}`);
      }
    }
  }
  const scripts = "aé日😀".repeat(50_000);
  assert.deepEqual(parse(`["${scripts}",]`), [scripts]);
});

test("long text beyond ASCII is read as any other", () => {
  // Longer than what JSON.parse is asked about first.
  const long = "é日😀\u007f".repeat(2000);
  assert.deepEqual(parse(`{"é": "${long}", "è": 1, "é": 2}`), { é: 2, è: 1 });
  assert.deepEqual(parse(`\u00a0["${long}",\u00a01]`), [long, 1]);
  assert.deepEqual(parse(`["${long}", é]`), [long, "é"]);
  assert.deepEqual(parse(`["${long}\ud83d"]`), [`${long}\ufffd`]);
  assert.throws(() => parse(`${"[".repeat(1025)}"${long}"${"]".repeat(1025)}`), { code: "depth" });
});

test("a repair says what it did, in the places of JavaScript", () => {
  const text = "😀😀 Sure: {'id': 1, 'tags': ['a' 'b']}";
  const repaired = repair(text);
  assert.equal(repaired.text, '{"id": 1, "tags": ["a", "b"]}');
  assert.equal(repaired.risk, "inferred");
  assert.ok(repaired.confidence > 0 && repaired.confidence < 1);
  const comma = repaired.fixes.find((fix) => fix.code === "missing-comma");
  assert.equal(text.slice(0, comma.start), "😀😀 Sure: {'id': 1, 'tags': ['a'");
  assert.deepEqual([comma.replacement, comma.risk, comma.message], [",", "inferred", "a comma is missing"]);
  const bytes = repair(Buffer.from(text)).fixes.find((fix) => fix.code === "missing-comma");
  assert.equal(bytes.start, comma.start + 4);
  assert.equal(JSON.parse(JSON.stringify(repaired)).fixes.length, repaired.fixes.length);
});

test("valid text comes back as it is", () => {
  const text = ' {"a" : 1.0e2}\n';
  const { text: same, risk, confidence, fixes, strategy, truncated } = repair(text);
  assert.deepEqual([same, risk, confidence, fixes, strategy, truncated], [text, null, 1, [], "direct", null]);
});

test("errors carry code, offset, line and column", () => {
  const refused = (run, expected) =>
    assert.throws(run, (error) => {
      assert.ok(error instanceof JmendError && error instanceof Error);
      const { code, offset, line, column } = error;
      assert.deepEqual({ code, offset, line, column }, expected);
      assert.match(error.message, new RegExp(`\\(line ${line}, column ${column}\\)$`));
      return true;
    });
  refused(() => parse("I cannot do that."), { code: "no-json", offset: 0, line: 1, column: 1 });
  refused(() => repair(""), { code: "no-json", offset: 0, line: 1, column: 1 });
  refused(() => repair("[1,\n 😀 2 3]", { maxRisk: "syntax" }), { code: "risk", offset: 5, line: 2, column: 2 });
  refused(() => parse('{"a": [1', { truncated: "refuse" }), { code: "truncated", offset: 8, line: 1, column: 9 });
  refused(() => parse("[".repeat(1e6)), { code: "depth", offset: 1024, line: 1, column: 1025 });
});

test("a schema guides, converts and refuses", () => {
  const schema = { type: "object", properties: { limit: { type: "integer", maximum: 100, default: 5 } } };
  assert.deepEqual(parse("{'limit': '5'}", { schema }), { limit: 5 });
  assert.deepEqual(parse("{}", { schema: JSON.stringify(schema), defaults: true }), { limit: 5 });
  assert.throws(
    () => parse("{'limit': 500}", { schema }),
    (error) => error.code === "schema" && error.violations[0].path === "/limit" && error.violations[0].keyword === "maximum",
  );
  assert.throws(() => parse("{}", { schema: { type: "no type" } }), TypeError);
});

test("misuse is a TypeError that says what would be right", () => {
  const rows = [
    [() => parse(1), /string or a Uint8Array/],
    [() => parse("{}", { maxrisk: "syntax" }), /there is no option 'maxrisk'/],
    [() => parse("{}", { maxRisk: "none" }), /maxRisk must be one of 'syntax', 'inferred', 'lossy'/],
    [() => parse("{}", { minConfidence: 2 }), /minConfidence/],
    [() => repair("{}", { maxDepth: -1 }), /maxDepth must be a whole number/],
    [() => parse("{}", 1), /options must be an object/],
    [() => new Partial({ select: "every" }), /select must be one of/],
    [() => calls("", { format: "morse" }), /there is no format 'morse'/],
    [() => calls("", { tools: 1 }), /tools must be an object/],
  ];
  for (const [run, message] of rows) assert.throws(run, (error) => message.test(error.message), String(run));
});

test("calls are found in every format, and what was refused is told", () => {
  const text = "Ü <tool_call>\n{'name': 'search', 'arguments': {'q': 'rust', 'limit': 5}}\n</tool_call>";
  const [call] = calls(text).calls;
  assert.deepEqual([call.name, call.arguments, call.text], ["search", { q: "rust", limit: 5 }, '{"q": "rust", "limit": 5}']);
  assert.equal(text.slice(call.start, call.end), text.slice(2));
  const cut = calls('<tool_call>{"name": "rm", "arguments": {"path": "/"');
  assert.deepEqual([cut.calls, cut.refused[0].code, cut.refused[0].name], [[], "truncated", "rm"]);
  const tools = [{ name: "get_weather", input_schema: { type: "object", properties: { days: { type: "integer" } } } }];
  const settled = calls('<tool_call>{"name": "getWeather", "arguments": {"days": 3}}</tool_call>', { tools });
  assert.equal(settled.calls[0].name, "get_weather");
});

test("messages have their text, reasoning and calls", () => {
  const [message] = messages('<think>The root?</think>I look.\n[TOOL_CALLS]ls[ARGS]{"path": "/"}');
  assert.deepEqual([message.content, message.reasoning, message.calls[0].arguments], ["I look.", "The root?", { path: "/" }]);
});

test("keys, canonical text, normal keys and previews are those of the program", () => {
  const key = cacheKey("search", { limit: 2, "log-level": "warn" });
  assert.equal(key.key, "jk1-4b4a8e614a8f1735971e3078473a304768e35e267786ef6e483841a282a75dcc");
  assert.deepEqual(cacheKey("search", '{ "log_level": "w\\u0061rn", "limit": 2.0 }'), key);
  assert.notEqual(cacheKey("search", "{}", { namespace: "a" }).key, cacheKey("search", "{}").key);
  assert.equal(normalize('{ "max-rows": 1.0 }'), '{ "max_rows": 1.0 }\n');
  assert.throws(() => normalize('{"a-b": 1, "a_b": 2}'), (error) => error.code === "key-collision");
  assert.equal(normalize('{"a-b": 1, "a_b": 2}', { onCollision: "first" }), '{"a_b": 1}\n');
  assert.equal(canonical('{"b": 1.0, "a-b": "\\u0061"}'), '{"a_b":"a","b":1}');
  const shown = preview("search", {}, [{ id: 1 }, { id: 2 }], { rows: 1, hint: "load({tool})" });
  assert.equal(shown.result_count, 2);
});

test("a cache keeps full results", () => {
  const folder = mkdtempSync(join(tmpdir(), "jmend-"));
  try {
    const cache = new Cache(join(folder, "c"), { namespace: "n", maxSize: 1 << 20 });
    assert.equal(cache.get("search", { "max-rows": 5 }), undefined);
    assert.equal(cache.put("search", { "max-rows": 5 }, [{ id: 1 }]), true);
    assert.equal(cache.get("search", '{ "max_rows": 5.0 }'), '[{"id":1}]');
    const [{ tool, args, rows, namespace }] = cache.entries();
    assert.deepEqual([tool, args, rows, namespace], ["search", { max_rows: 5 }, 1, "n"]);
    const syntax = (error) => error instanceof JmendError && error.code === "syntax" && error.line === 2;
    assert.throws(() => cache.put("search", {}, "[1,\n 2"), syntax);
    assert.throws(() => cache.has("search", { "a-b": 1, a_b: 2 }), (error) => error.code === "key-collision");
    assert.ok(cache.put("log", {}, "no JSON", { text: true }) && cache.get("log", {}) === "no JSON");
    const shown = preview("get", {}, [1, 2, 3], { cache });
    assert.ok(shown.full_result_cached && shown.cache_hint.includes("eval_json"));
    assert.deepEqual([cache.remove("get", {}), cache.remove("get", {})], [true, false]);
    assert.deepEqual(cache.collect(), { entries: 0, bytes: 0, abandoned: 0, corrupt: 0 });
    writeFileSync(join(folder, "file"), "");
    assert.throws(() => new Cache(join(folder, "file")).put("search", {}, []), /cannot/);
    assert.throws(() => new Cache(folder, { maxRows: 1 }), TypeError);
    assert.throws(() => preview("get", {}, [], { cache: {} }), TypeError);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a model is told the language of programs", () => {
  assert.ok(programPrompt().startsWith("# PTC-JSON"));
  const card = programPrompt({ size: "card", context: { orders: [{ total: 5 }] }, functions: { search: () => [] } });
  assert.ok(card.includes("orders") && card.includes("search") && card.length < programPrompt().length);
  assert.equal(programSchema().title, "PTC-JSON program");
  assert.notDeepEqual(programSchema({ strict: true }), programSchema());
  assert.throws(() => programPrompt({ size: "short" }), TypeError);
  assert.throws(() => programPrompt({ context: {} }), TypeError);
  assert.throws(() => programPrompt({ size: "card", context: "[1]" }), (error) => error.code === "context");
});

test("a growing document shows no half of anything", async () => {
  const partial = new Partial();
  assert.equal(partial.value, undefined);
  assert.ok(partial.push('{"city": "Ber'));
  assert.deepEqual(partial.value, { city: "Ber" });
  assert.ok(partial.push('lin", "days": 1'));
  assert.deepEqual(partial.value, { city: "Berlin" });
  partial.push("2}");
  assert.deepEqual(partial.finish().value, { city: "Berlin", days: 12 });
});

/** All values that a stream shows for these pieces. */
async function shown(pieces, options) {
  const values = [];
  for await (const value of ReadableStream.from(pieces).pipeThrough(new PartialStream(options))) values.push(value);
  return values;
}

test("a stream of pieces becomes a stream of values, however the pieces are cut", async () => {
  const text = "Here: {'city': 'Zürich 😀', 'days': [1, 12],}";
  const value = { city: "Zürich 😀", days: [1, 12] };
  const units = await shown(text.split(""));
  assert.deepEqual(units.at(-1), value);
  assert.ok(units.every((each) => !JSON.stringify(each).includes("\ufffd")));
  const bytes = await shown(Array.from(Buffer.from(text), (byte) => Uint8Array.of(byte)));
  assert.deepEqual(bytes.at(-1), value);
  assert.deepEqual(await shown(['{"a": 1', "}"]), [{}, { a: 1 }]);
  await assert.rejects(shown(["I cannot"]), (error) => error.code === "no-json");
  await assert.rejects(shown(['{"a": 1'], { truncated: "refuse" }), (error) => error.code === "truncated");
});

test("arguments fit the schemas of their tools, and unknown tools are refused if that is asked for", () => {
  const properties = { city: { type: "string" }, days: { type: "integer", maximum: 14 } };
  const tools = [{ name: "get_weather", input_schema: { type: "object", properties, required: ["city"] } }];
  const call = (name, given) => `<tool_call>${JSON.stringify({ name, arguments: given })}</tool_call>`;
  const settled = calls(call("get_weather", { city: "Oslo", days: "3" }), { tools });
  assert.deepEqual(settled.calls[0].arguments, { city: "Oslo", days: 3 });

  const { refused } = calls(call("get_weather", { days: 30 }), { tools });
  assert.equal(refused[0].code, "schema");
  assert.deepEqual(refused[0].violations.map(({ path, keyword }) => [path, keyword]), [["", "required"], ["/days", "maximum"]]);
  assert.equal(calls(call("get_weather", { days: 30 }), { tools, check: false }).calls.length, 1);

  const unknown = (unknownTools) => calls(call("get_wetter", { city: "Oslo" }), { tools, unknownTools });
  assert.equal(unknown("keep").calls.length, 1);
  assert.deepEqual(unknown("drop"), { calls: [], refused: [] });
  assert.match(unknown("refuse").refused[0].message, /did you mean `get_weather`\?/);
  assert.throws(() => unknown("maybe"), /unknownTools must be one of 'keep', 'drop', 'refuse'/);
  for (const options of [{ unknownTools: "refuse" }, { check: true }, { check: false }]) {
    assert.throws(() => calls("", options), { name: "TypeError", message: "unknownTools and check need tools" });
  }
});

test("the arguments of one call", () => {
  const properties = { city: { type: "string" }, days: { type: "integer", maximum: 14 } };
  const tools = [{ name: "get_weather", input_schema: { type: "object", properties, required: ["city"] } }];
  const found = argumentsOf("get_weather", "{'city': 'Oslo', 'days': '3',}", { tools });
  assert.deepEqual([found.value, found.strategy], [{ city: "Oslo", days: 3 }, "manual_repair"]);
  assert.deepEqual(argumentsOf("get_weather", { city: "Oslo", days: "3" }, { tools }).value, { city: "Oslo", days: 3 });
  assert.deepEqual(argumentsOf("ls", '"{\\"path\\": \\"/\\"}"').value, { path: "/" });
  for (const nothing of ["", " ", "null", null, undefined, Buffer.from("")]) {
    const { value, text, fixes, strategy } = argumentsOf("ls", nothing);
    assert.deepEqual([value, text, strategy], [{}, "{}", "structural"]);
    assert.deepEqual(fixes.map((fix) => [fix.code, fix.replacement]), [["empty-input", "{}"]]);
  }
  for (const nothing of [{}, "{}"]) {
    const { value, text, fixes } = argumentsOf("ls", nothing);
    assert.deepEqual([value, text, fixes], [{}, "{}", []]);
  }
  const refused = (tool, given, code) =>
    assert.throws(() => argumentsOf(tool, given, { tools }), (error) => error.code === code && error.feedback.length > 0);
  refused("get_weather", { days: 3 }, "schema");
  refused("ls", "[1]", "schema");
  refused("ls", '{"path": "/us', "truncated");
  assert.throws(() => argumentsOf("ls", "{}", { check: false }), { name: "TypeError", message: "there is no option 'check'" });
});

test("statistics", () => {
  const stats = new Stats({ provider: "openai" });
  stats.add(repair("{'a': True}"), "f");
  stats.add(repair('{"a": 1'));
  stats.add(calls('<tool_call>{"name": "ls", "arguments": {\'a\': 1}}</tool_call><tool_call>{"name": "rm", "arguments": {"p'));
  try {
    parse("[1", { truncated: "refuse" });
  } catch (error) {
    stats.add(error);
  }
  const counts = stats.toJSON().argument_normalization;
  assert.deepEqual([counts.provider, counts.total_calls, counts.failures, counts.truncated], ["openai", 5, 2, 3]);
  assert.deepEqual(Object.keys(counts.by_tool), ["f", "ls", "rm"]);
  const copy = Stats.from(JSON.stringify(stats));
  assert.deepEqual(copy.toJSON(), stats.toJSON());
  copy.merge(stats);
  assert.equal(copy.toJSON().argument_normalization.total_calls, 10);
  assert.throws(() => stats.add(1), TypeError);
  assert.throws(() => Stats.from({}), TypeError);
});
