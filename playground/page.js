// What the worker answers, what the reader gives, and links.

let timer;

function send() {
  clearTimeout(timer);
  const plain = text.value;
  state.number++;
  state.sent = plain;
  if (plain.trim() === '') return showNothing();
  if (plain.length > LIMIT) return refuseLong(plain.length);
  worker.postMessage({ number: state.number, text: plain, tools: tools.value });
}

function showNothing() {
  Object.assign(state, { record: undefined, fixes: [], value: '' });
  say('', 'Paste a broken answer, drop a file, or take an example.');
  forget();
}

function forget() {
  tell();
  drawMarks(isMarked() ? text.value : '', []);
  showValue();
  showChanges();
  showCalls({ list: [] });
  fill(at('why'), element('p', 'soft', 'There is no text yet.'));
  showCommand();
}

function refuseLong(length, name = state.name) {
  state.number++;
  state.name = name;
  Object.assign(state, { record: undefined, fixes: [], value: '' });
  forget();
  say('refused', 'Too long for this page', `${(length / 1e6).toFixed(1)} MB; it takes up to ${LIMIT / 1e6} MB`,
    `On your machine, any length: jmend repair ${quotedForShell(name)}`);
  openTab('tab-command');
}

function repaired({ record, value: shown, places, took }) {
  state.record = record;
  state.value = shown;
  state.shown = text.value;
  state.fixes = (record.fixes ?? []).map((fix, index) =>
    ({ ...fix, index, from: places[2 * index], to: places[2 * index + 1] }));
  document.body.dataset.took = took.toFixed(1);
  paper.classList.toggle('plain', !isMarked());
  if (isMarked()) drawMarks(state.shown, state.fixes);
  if (!isMarked()) note.textContent = 'Too long for marks; the list has every change.';
  judge(record);
  showValue();
  showChanges();
  tell(document.activeElement === text ? fixAtCursor() : undefined);
}

function explained({ calls, explanation }) {
  showCalls(calls);
  showWhy(explanation, state.record.feedback);
  showCommand(explanation.command);
  const cause = explanation.facts.find(([label]) => label === 'cause')?.[1].replace(/ \[[a-z-]+\]$/, '');
  at('cause').textContent = cause ?? '';
  const isCalls = explanation.command === 'jmend calls';
  if (explanation.title) judgeCalls(explanation.title, calls.list, cause);
  const byItself = !state.record.ok ? 'tab-why' : 'tab-changes';
  if (!state.chosen) openTab(isCalls ? 'tab-calls' : byItself);
  document.body.dataset.done = state.number;
}

worker.addEventListener('message', ({ data }) => {
  // What was typed since is sent in a moment.
  if (data.number !== state.number || text.value !== state.sent) return;
  if (data.fault) say('refused', 'This page failed', 'a fault of jmend; please report the text', data.fault);
  else if (data.record) repaired(data);
  else explained(data);
});

worker.addEventListener('error', () => say('refused', 'This browser cannot run the page', 'it needs WebAssembly and workers'));

function set(plain, name = 'answer.txt', list = '') {
  state.name = name;
  state.chosen = undefined;
  note.textContent = '';
  if (plain.length > LIMIT) return refuseLong(plain.length, name);
  text.value = plain;
  tools.value = list;
  state.fixes = [];
  state.shown = plain;
  paper.classList.toggle('plain', !isMarked());
  paper.scrollTop = 0;
  send();
}

text.addEventListener('input', () => {
  const plain = text.value;
  const isShort = isMarked();
  note.textContent = '';
  paper.classList.toggle('plain', !isShort);
  if (isShort) {
    moveMarks(plain);
    drawMarks(plain, state.fixes);
  }
  clearTimeout(timer);
  timer = setTimeout(send, plain.length > LONG ? LONG_PAUSE : PAUSE);
});

tools.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(send, PAUSE);
});

async function read(file) {
  if (file.size > LIMIT) return refuseLong(file.size, file.name);
  const bytes = await file.arrayBuffer();
  const mark = new Uint8Array(bytes.slice(0, 2)).join();
  const encoding = { '255,254': 'utf-16le', '254,255': 'utf-16be' }[mark] ?? 'utf-8';
  try {
    set(new TextDecoder(encoding, { fatal: true }).decode(bytes), file.name);
  } catch {
    set(new TextDecoder(encoding).decode(bytes), file.name);
    note.textContent = 'Not all of the file is text; � stands for the rest.';
  }
}

at('open').addEventListener('click', () => at('file').click());
at('file').addEventListener('change', event => {
  const [file] = event.target.files;
  if (file) read(file);
  event.target.value = '';
});
at('clear').addEventListener('click', () => {
  history.replaceState(null, '', location.pathname);
  set('');
  text.focus();
});

for (const [type, isOver] of [['dragover', true], ['dragleave', false], ['drop', false]]) {
  document.addEventListener(type, event => {
    event.preventDefault();
    paper.classList.toggle('over', isOver);
    const [file] = type === 'drop' ? event.dataTransfer.files : [];
    if (file) read(file);
    else if (type === 'drop') set(event.dataTransfer.getData('text/plain'));
  });
}

for (const [index, { name }] of EXAMPLES.entries()) {
  const option = element('option', '', name);
  option.value = index;
  at('example').append(option);
}
at('example').addEventListener('change', event => {
  const example = EXAMPLES[event.target.value];
  if (example) set(example.text, 'answer.txt', example.tools);
  event.target.value = '';
});

// A link holds the text in its fragment, which no request has.

const LINK = '#z=';

async function through(stream, bytes) {
  const parts = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    length += next.value.length;
    // A short link may hold a text without end.
    if (length > LIMIT) throw new Error('too long');
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function fragmentOf(plain) {
  const packed = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(plain));
  const signs = Array.from(packed, byte => String.fromCharCode(byte)).join('');
  return LINK + btoa(signs).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

async function readLink() {
  if (!location.hash.startsWith(LINK)) return false;
  try {
    const signs = atob(location.hash.slice(LINK.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = await through(new DecompressionStream('deflate-raw'), Uint8Array.from(signs, sign => sign.charCodeAt(0)));
    set(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    set('');
    note.textContent = 'This link is damaged.';
  }
  return true;
}

at('share').addEventListener('click', async event => {
  const button = event.currentTarget;
  const fragment = await fragmentOf(text.value);
  if (fragment.length > MOST_LINK) {
    note.textContent = 'Too long for a link.';
    return;
  }
  history.replaceState(null, '', fragment);
  await copy(location.href, button);
  note.textContent = 'The link is in the address bar, too. It holds the text.';
});

window.addEventListener('hashchange', readLink);

openTab('tab-changes');
showNothing();
readLink();
document.body.dataset.ready = '1';
