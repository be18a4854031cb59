// A million calls of every kind; prints the resident memory before them and after each tenth of them, in bytes. A tenth more
// comes first: V8 compiles what it runs, and the sizes of its heaps settle.
import { Partial, cacheKey, calls, parse, repair } from "../lib/index.mjs";

const CALLS = 1_000_000;
const TENTH = CALLS / 10;
const valid = JSON.stringify({ id: 1, tags: ["a", "b"], text: "é" });
const bytes = Buffer.from(valid);
const tools = [{ name: "ls", input_schema: { type: "object" } }];
const kinds = [
  () => parse(valid),
  () => parse("{'a': [1, 2 3], 'é': 'ü'}"),
  () => parse(bytes),
  () => repair("[1 2]").fixes.length,
  () => parse("no"),
  () => repair('{"a": 1', { truncated: "refuse" }),
  () => cacheKey("t", valid),
  () => calls("<tool_call>{'name': 'ls', 'arguments': {}}</tool_call>", { tools }),
  () => {
    const partial = new Partial();
    partial.push("[1, ");
    return partial.finish().value;
  },
];

/** The least of a few looks: what is there for a moment only does not count. */
async function resident() {
  const sizes = [];
  for (let look = 0; look < 5; look += 1) {
    globalThis.gc();
    // Native objects go in a turn of their own.
    await new Promise((resolve) => setTimeout(resolve, 5));
    sizes.push(process.memoryUsage.rss());
  }
  return Math.min(...sizes);
}

const sizes = [];
Error.stackTraceLimit = 0;
for (let tenth = 0; tenth <= 10; tenth += 1) {
  for (let call = 0; call < TENTH; call += 1) {
    try {
      kinds[call % kinds.length]();
    } catch (error) {
      if (!error.code) throw error;
    }
    // Handles of native objects are let go between turns of the loop, as in a server.
    if (call % 1000 === 0) await new Promise(setImmediate);
  }
  sizes.push(await resident());
}
console.log(JSON.stringify(sizes));
