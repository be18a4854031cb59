// Repairs texts beside the page, so that typing stays fluid. The tests import it, too, and run the same module under Node.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// The functions of the module, over bytes. `make` gives a new instance: the one in which a fault ended the module is not used again.
export async function engineOf(make) {
  let exports = (await make()).exports;

  const memory = () => new Uint8Array(exports.memory.buffer);

  const given = bytes => {
    const at = exports.take(bytes.length);
    memory().set(bytes, at);
    return [at, bytes.length];
  };

  const answer = packed => {
    const [at, length] = [Number(packed & 0xffffffffn), Number(packed >> 32n)];
    const text = decoder.decode(memory().subarray(at, at + length));
    exports.give_back(at, length);
    return text;
  };

  const ask = async (name, ...texts) => {
    try {
      return answer(exports[name](...texts.flatMap(given)));
    } catch (error) {
      exports = (await make()).exports;
      throw error;
    }
  };

  return {
    // The line of the record, and the value in lines.
    async repair(bytes) {
      const found = await ask('repair', bytes);
      const end = found.indexOf('\n');
      return { record: found.slice(0, end), value: found.slice(end + 1) };
    },
    // The lines of the calls. A list of tools that cannot be read is an error.
    async calls(bytes, tools) {
      const found = await ask('calls', bytes, encoder.encode(tools));
      return found.startsWith('\n') ? { error: found.slice(1), lines: [] } : { lines: found.split('\n').filter(Boolean) };
    },
    async explain(bytes) {
      return ask('explain', bytes);
    },
  };
}

// The module out of base64 of what gzip made of it.
export async function unpacked(base64) {
  const packed = Uint8Array.from(atob(base64), sign => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

// Browsers compile a function when it first runs, and better when it has run for a while. That time passes while nobody waits.
const WARM_UP = `Sure! [${`{'a': [1 2], "b": "say "hi"", c: True, "d": [{"e": 1.5}]}, `.repeat(100)}]`;

async function warmed(engine) {
  await engine.repair(encoder.encode(WARM_UP));
  return engine;
}

// The page sends the module first, and then texts with a number. The answer comes in two steps: what was repaired, and then what takes
// another look at the text. A text that a newer one replaced is left out.
function serve(scope) {
  let engine;
  let newest = 0;

  const work = async ({ number, text, tools }) => {
    const bytes = encoder.encode(text);
    const { repair, calls, explain } = await engine;
    if (number !== newest) return;
    const start = performance.now();
    const { record, value } = await repair(bytes);
    const took = performance.now() - start;
    scope.postMessage({ number, record: JSON.parse(record), value, took, places: placesOf(bytes, text, record) });
    await new Promise(next => setTimeout(next));
    if (number !== newest) return;
    const found = await calls(bytes, tools);
    await new Promise(next => setTimeout(next));
    if (number !== newest) return;
    scope.postMessage({
      number,
      calls: { error: found.error, list: found.lines.map(line => ({ line, ...JSON.parse(line) })) },
      explanation: JSON.parse(await explain(bytes)),
    });
  };

  scope.onmessage = async ({ data }) => {
    if (data.module) {
      engine = unpacked(data.module).then(module => engineOf(() => WebAssembly.instantiate(module))).then(warmed);
      return;
    }
    newest = data.number;
    try {
      await work(data);
    } catch (error) {
      scope.postMessage({ number: data.number, fault: String(error) });
    }
  };
}

// Where the fixes of a record begin and end in the text as JavaScript counts it, two numbers each: records count bytes.
export function placesOf(bytes, text, record) {
  const { fixes = [] } = JSON.parse(record);
  const isAscii = bytes.length === text.length;
  const due = fixes.flatMap(({ start, end }) => [start, end]);
  if (isAscii) return due;
  const places = new Map();
  let unit = 0;
  let byte = 0;
  for (const place of [...new Set(due)].sort((a, b) => a - b)) {
    while (byte < place) {
      const first = bytes[byte];
      const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
      byte += length;
      unit += length === 4 ? 2 : 1;
    }
    places.set(place, unit);
  }
  return due.map(place => places.get(place));
}

if (typeof WorkerGlobalScope !== 'undefined') serve(self);
