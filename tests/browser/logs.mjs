// Logs for the page: chat responses of a few weeks from several models, which break more or less often, and hostile records.
// The same bytes in every run.

import { writeFileSync } from 'node:fs';

const START = Date.UTC(2026, 9, 26) / 1000;
const DAYS = 28;

const MODELS = [
  { name: 'large-2', breaks: 0.015 },
  { name: 'small-1', breaks: 0.09 },
  { name: 'local-7b', breaks: 0.22 },
];
const TOOLS = [
  { name: 'search', weight: 5, harder: 0.7 },
  { name: 'write_file', weight: 3, harder: 2 },
  { name: 'run_command', weight: 2, harder: 1.3 },
  { name: 'send_message', weight: 2, harder: 1 },
];

const BREAKS = [
  [6, value => python(value)],
  [4, value => JSON.stringify(value).replace('"query":', 'query:')],
  [4, value => JSON.stringify(value).slice(0, -1) + ',}'],
  [5, value => JSON.stringify({ ...value, text: 'MARK' }).replace('MARK', 'he said "done" and left')],
  [3, value => '```json\n' + JSON.stringify(value, null, 2) + '\n```'],
  [3, value => 'Here are the arguments: ' + JSON.stringify(value)],
  [3, value => JSON.stringify(value).slice(0, -9)],
  [2, value => JSON.stringify(JSON.stringify(value))],
  [1, () => 'I need to know the path first.'],
  [1, value => JSON.stringify({ ...value, rate: 'MARK' }).replace('"MARK"', 'NaN')],
];

// A small generator of random numbers, so that the log is the same everywhere.
function generator(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function python(value) {
  return JSON.stringify(value).replace(/"/g, "'").replace(/\btrue\b/g, 'True').replace(/\bnull\b/g, 'None');
}

function choose(random, items, weight) {
  let left = random() * items.reduce((sum, item) => sum + weight(item), 0);
  return items.find(item => (left -= weight(item)) < 0) ?? items[0];
}

function response(number, time, model, tool, text) {
  return JSON.stringify({
    id: `chatcmpl-${number}`,
    object: 'chat.completion',
    created: time,
    model,
    choices: [{
      index: 0,
      message: {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: `call_${number}`, type: 'function', function: { name: tool, arguments: text } }],
      },
      finish_reason: 'tool_calls',
    }],
  });
}

// `worse` is the time, in days, from which on one model breaks more often.
export function responses(count, seed, worse = DAYS) {
  const random = generator(seed);
  const lines = [];
  for (let number = 0; number < count; number++) {
    const day = number / count * DAYS;
    const model = choose(random, MODELS, () => 1);
    const tool = choose(random, TOOLS, tool => tool.weight);
    const value = { path: `src/part${Math.floor(random() * 40)}.py`, query: 'retry budget of the queue', all: random() < 0.5, limit: null };
    const factor = model.name === 'small-1' && day > worse ? 2.5 : 1;
    const isBroken = random() < model.breaks * tool.harder * factor;
    const text = isBroken ? choose(random, BREAKS, row => row[0])[1](value) : JSON.stringify(value);
    lines.push(response(number, START + Math.floor(day * 86400), model.name, tool.name, text));
  }
  return lines;
}

export const HOSTILE = [
  `{'a': '</script><script>window.pwned = 1</script>', 'b': None}`,
  `{'a': '<img src=x onerror="window.pwned = 2">'}`,
  `{'a': '\u001b[2J\u001b[31mred\u001b]8;;https://example.com\u0007link'}`,
  `{'a': '\u202egnp.exe\u202c \u2066x\u2069', 'b': '\u200b\u00ad'}`,
  `{'a': "${'x'.repeat(1 << 20)}"}`,
  `{'${'<b>&amp;'.repeat(1 << 12)}': "]]>--></style></textarea>"}`,
];

// Every hostile text as arguments, as the name of a model, and as the name of a tool.
export function hostile() {
  return HOSTILE.flatMap((text, index) => [
    response(`h${index}`, START + index * 3600, 'large-2', 'search', text),
    response(`m${index}`, START + index * 3600, text, 'search', `{'a': 1}`),
    JSON.stringify({ name: 'ls', arguments: text, model: 'large-2', tool: text }),
    text.replaceAll('\n', ' '),
  ]);
}

export function write(file, lines) {
  writeFileSync(file, lines.join('\n') + '\n');
}
