// Gives every hostile input to every function, in one process: an abort ends it, and the test that started it fails.
// usage: node hostile.mjs FILE OF JSON LINES…
import { calls, messages, normalize, parse, repair } from "../lib/index.mjs";
import { Partial } from "../lib/index.mjs";
import { rows } from "./program.mjs";

const repeated = (pattern, count) =>
  pattern.includes("%d")
    ? Array.from({ length: count }, (_, index) => pattern.replaceAll("%d", index)).join("")
    : pattern.repeat(count);

/** The bytes of a row: given as they are, or as a pattern. */
function bytes({ input, input_base64, gen }) {
  if (typeof input === "string") return Buffer.from(input);
  if (input_base64 !== undefined) return Buffer.from(input_base64, "base64");
  if (input?.hex) return Buffer.from(input.hex, "hex");
  if (input) return Buffer.from(input.parts.map(([text, count]) => text.repeat(count)).join(""));
  const { prefix = "", pattern, repeat, middle = "", tail = "", suffix = "" } = gen;
  return Buffer.from(prefix + repeated(pattern, repeat) + middle + (tail ? repeated(tail, repeat) : "") + suffix);
}

function grown(text) {
  const partial = new Partial();
  partial.push(text.subarray(0, text.length >> 1));
  partial.push(text.subarray(text.length >> 1));
  return partial.finish().value;
}

/** Larger texts go through one function: what they test is time and memory of the parser, which all share. */
const LARGE = 1 << 18;
const functions = { parse, repair: (text) => repair(text).value, calls, messages, grown };
const counts = { values: 0, exceptions: 0 };
for (const file of process.argv.slice(2)) {
  for (const row of rows(file)) {
    // Rows for the program alone give it no input.
    if (row.input === undefined && row.input_base64 === undefined && row.gen === undefined) continue;
    const given = bytes(row);
    const named = given.length > LARGE ? [["parse", parse]] : Object.entries(functions);
    const runs = named.map(([name, run]) => [name, () => run(given)]);
    if (given.length <= LARGE) {
      runs.push(["parse of a string", () => parse(given.toString())], ["normalize", () => normalize(given.toString())]);
    }
    for (const [name, run] of runs) {
      try {
        run();
        counts.values += 1;
      } catch (error) {
        // The fault of the text, or a value that JSON.parse has no room for; a fault of ours has no code.
        if (!error.code && !(error instanceof RangeError)) throw new Error(`${name}: ${row.id ?? row.about}`, { cause: error });
        counts.exceptions += 1;
      }
    }
  }
}
console.log(JSON.stringify(counts));
