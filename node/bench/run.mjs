// Times the module beside JSON.parse and jsonrepair: npm run bench. Needs `npm ci --prefix test/peers`, and the module as a release
// builds it: JMEND_PROFILE=release node build.mjs.
// Each figure is the median of several rounds, and the two sides of a row take turns, so that what else the machine does
// falls on both. What is wanted and missed stands at the end; with --check that is a failure.
import { parse, repair } from "../lib/index.mjs";
import { jsonrepair } from "../lib/jsonrepair.mjs";
import { missing, peer } from "../test/peers.mjs";

const ROUNDS = 15;
const ROUND_MS = 20;

if (missing("jsonrepair")) {
  console.log(`skipped: the benchmark ${missing("jsonrepair")}`);
  process.exit(0);
}
const theirs = (await peer("jsonrepair")).jsonrepair;

/** A document of about so many characters: what an API answers with. */
function document(size, text) {
  const items = [];
  for (;;) {
    const id = items.length;
    items.push({ id, name: `${text} ${id}`, ok: id % 2 === 0, score: id * 1.5, tags: ["a", "b"], note: null });
    const json = JSON.stringify({ items });
    if (json.length >= size) return json;
  }
}

/** One slip in the middle of a document. */
const once = (json, slip, put) => {
  const at = json.indexOf(slip, json.length / 2);
  return json.slice(0, at) + put + json.slice(at + slip.length);
};

/** The faults that models make most: quotes, words of Python, commas, keys, a fence; all over the document, or once. */
const EVERYWHERE = {
  "trailing commas": (json) => json.replaceAll("}", ",}"),
  "unquoted keys": (json) => json.replaceAll(/"(\w+)":/g, "$1:"),
  "Python": (json) => json.replaceAll('"', "'").replaceAll("true", "True").replaceAll("false", "False").replaceAll("null", "None"),
  "missing commas": (json) => json.replaceAll(',"ok"', ' "ok"'),
};
const ONCE = {
  "a fence around": (json) => `Here it is:\n\`\`\`json\n${json}\n\`\`\`\nAnything else?`,
  "cut off": (json) => json.slice(0, -9),
  "a trailing comma": (json) => once(json, "]", ",]"),
  "a missing comma": (json) => once(json, ',"', ' "'),
  "an unquoted key": (json) => once(json, '"ok"', "ok"),
};

/** Milliseconds of so many calls. */
function spent(run, count) {
  const start = performance.now();
  for (let call = 0; call < count; call += 1) run();
  return performance.now() - start;
}

/** The medians of the times of one call, in microseconds. */
function medians(runs) {
  const counts = runs.map((run) => {
    let count = 1;
    while (spent(run, count) < ROUND_MS) count *= 2;
    return count;
  });
  const times = runs.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    runs.forEach((run, index) => times[index].push((spent(run, counts[index]) / counts[index]) * 1000));
  }
  return times.map((all) => all.sort((a, b) => a - b)[ROUNDS >> 1]);
}

/** How many times as fast as jsonrepair the drop-in should be at 1 KB, and at any size; how many times as long as JSON.parse a
 * parse may take. */
const LEAST = { "1 KB": { once: 8, everywhere: 6 } };
const ANYWHERE = 1;
const MOST = 1.25;
const missed = [];

function row(name, [theirTime, ourTime], limit) {
  const ratio = theirTime / ourTime;
  console.log(`| ${name} | ${theirTime.toFixed(2)} | ${ourTime.toFixed(2)} | ${ratio.toFixed(2)} |`);
  if (limit && ratio < limit) missed.push(`${name}: ${ratio.toFixed(2)}, wanted ${limit}`);
}

const SIZES = { "0.2 KB": 200, "1 KB": 1000, "10 KB": 10_000, "100 KB": 100_000 };
const table = (other, what) => console.log(`\n| ${what} | ${other}, µs | jmend, µs | times as fast |\n|---|--:|--:|--:|`);

console.log(`Node ${process.version}, ${process.platform} ${process.arch}`);
table("JSON.parse", "valid");
for (const [size, length] of Object.entries(SIZES)) {
  for (const [kind, text] of [["ASCII", "Name"], ["Latin-1", "Müller"], ["Chinese", "名前"]]) {
    const json = document(length, text);
    row(`${size}, ${kind}: parse(string)`, medians([() => JSON.parse(json), () => parse(json)]), 1 / MOST);
    const bytes = Buffer.from(json);
    row(`${size}, ${kind}: parse(Buffer)`, medians([() => JSON.parse(bytes.toString()), () => parse(bytes)]), 1 / MOST);
  }
}
table("jsonrepair", "broken, text to text");
for (const [size, length] of Object.entries(SIZES)) {
  for (const [often, damages] of Object.entries({ once: ONCE, everywhere: EVERYWHERE })) {
    for (const [name, damage] of Object.entries(damages)) {
      const broken = damage(document(length, "Name"));
      if (JSON.stringify(parse(broken)) !== JSON.stringify(repair(broken).value)) throw new Error(name);
      const times = medians([() => theirs(broken), () => jsonrepair(broken)]);
      row(`${size}, ${name}`, times, LEAST[size]?.[often] ?? ANYWHERE);
    }
  }
}
for (const each of missed) console.log(`missed: ${each}`);
if (process.argv.includes("--check") && missed.length) process.exitCode = 1;
