// What all parts of the page share: its limits, its words, its state, and the worker. Whatever comes from a text is set as text and never
// as markup. `build.mjs` makes one script of the parts.

const LIMIT = 10_000_000; // characters that are repaired here
const MOST_MARKED_TEXT = 500_000; // characters of a text in which fixes are marked, and of a value that is shown
const MOST_TREE_TEXT = 1_000_000;
const MOST_MARKS = 3000;
const MOST_PLACES = 24; // places of one code that are listed
const MOST_LINK = 200_000; // characters of a fragment
const MOST_CALLS = 100;
const PAUSE = 60; // milliseconds without a key before a text is repaired
const LONG_PAUSE = 250;
const LONG = 200_000;

// Below this confidence a person should look; docs/guide/risk.md says so, too.
const SURE = 0.9;

const RISKS = {
  syntax: 'the meaning is certain',
  inferred: 'a guess',
  lossy: 'something is gone or in doubt',
};

const REFUSALS = {
  'no-json': 'There is no JSON in this text',
  depth: 'Nested too deep',
};

const at = id => document.getElementById(id);
const [text, marks, paper, reason, note, value, tree, tools] =
  ['text', 'marks', 'paper', 'reason', 'note', 'value', 'tree', 'tools'].map(at);

const worker = new Worker(
  URL.createObjectURL(new Blob([at('worker-source').textContent], { type: 'text/javascript' })));
worker.postMessage({ module: at('module').textContent.trim() });

const state = {
  number: 0, // of the newest text that was sent
  sent: '',
  name: 'answer.txt', // of the file, for the command
  shown: '', // the text that `fixes` are about
  fixes: [], // with `from` and `to` in the text
  record: undefined,
  value: '',
  isTree: false,
  chosen: undefined, // the tab that the reader chose
};

function fill(parent, ...children) {
  parent.replaceChildren(...children);
  return parent;
}

const plural = (count, noun) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

// A confidence is rounded down, as the program does, and its sign stays on its line.
const percent = confidence => `${Math.floor(confidence * 100 + 1e-9)}\u00a0%`;

function risk(name) {
  return element('span', `risk ${name}`, name);
}

// A text as a part of a line: what cannot be seen, or steers what is seen, gets a sign.
const visible = plain => plain.replaceAll('\n', '⏎').replaceAll('\t', '⇥')
  .replace(/[\p{Cc}\p{Cf}]/gu, sign => `\\u{${sign.codePointAt(0).toString(16)}}`);

const brief = plain => (plain.length > 60 ? `${plain.slice(0, 60)}…` : plain);
