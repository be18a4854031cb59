// The tabs: changes, calls, causes, and commands.

const tabs = [...document.querySelectorAll('[role=tab]')];

function openTab(id) {
  for (const tab of tabs) {
    const isOpen = tab.id === id;
    tab.setAttribute('aria-selected', String(isOpen));
    tab.tabIndex = isOpen ? 0 : -1;
    at(tab.getAttribute('aria-controls')).hidden = !isOpen;
  }
}

for (const [index, tab] of tabs.entries()) {
  tab.addEventListener('click', () => { state.chosen = tab.id; openTab(tab.id); });
  tab.addEventListener('keydown', event => {
    const step = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs.at(step % tabs.length);
    next.focus();
    next.click();
  });
}

function showChanges() {
  const groups = new Map();
  for (const fix of state.fixes) {
    const key = `${fix.code} ${fix.risk}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(fix);
  }
  at('tab-changes').textContent = state.fixes.length ? `Changes (${state.fixes.length.toLocaleString('en')})` : 'Changes';
  if (groups.size === 0) {
    return fill(at('changes'), element('p', 'soft', state.record?.ok ? 'Nothing was changed.' : 'There are no changes.'));
  }
  const list = element('ul', 'groups');
  // What may be wrong comes first.
  const order = Object.keys(RISKS);
  const sorted = [...groups.values()].sort(([a], [b]) => order.indexOf(b.risk) - order.indexOf(a.risk));
  for (const fixes of sorted) {
    const line = element('li');
    const [first] = fixes;
    const told = element('div');
    told.append(element('span', '', first.message), element('span', 'soft', ` · ${first.code}${fixes.length > 1 ? ` · ${plural(fixes.length, 'place')}` : ''}`));
    const places = element('div', 'places');
    for (const fix of fixes.slice(0, MOST_PLACES)) {
      const button = element('button', '', `${fix.line}:${fix.column}${fix.path ? ` ${brief(visible(fix.path))}` : ''}`);
      button.type = 'button';
      button.title = 'Show in the text';
      button.addEventListener('click', () => select(fix));
      places.append(button);
    }
    if (fixes.length > MOST_PLACES) places.append(element('span', 'soft', `and ${(fixes.length - MOST_PLACES).toLocaleString('en')} more`));
    told.append(places);
    line.append(risk(first.risk), told);
    list.append(line);
  }
  fill(at('changes'), list);
}

// The arguments as the engine wrote them: numbers keep their digits.
const argumentsOf = ({ line }) => {
  const start = line.indexOf('"arguments":') + '"arguments":'.length;
  let depth = 0;
  for (const match of line.slice(start).matchAll(TOKEN)) {
    if (match[0] === '{' || match[0] === '[') depth++;
    if (match[0] === '}' || match[0] === ']') depth--;
    if (depth === 0) return line.slice(start, start + match.index + match[0].length);
  }
  return '';
};

function callOf(call) {
  const box = element('div', 'call');
  const head = element('h3', '', visible(call.name ?? 'A text that should be a call'));
  box.append(head);
  if (!call.ok) {
    box.append(element('p', 'wrong', `Refused: ${call.error.message}`));
    if (call.feedback) box.append(element('p', 'soft', call.feedback));
    return box;
  }
  const told = element('p', 'soft');
  const codes = [...new Set(call.fixes.map(fix => fix.message))];
  if (call.risk) told.append(risk(call.risk), ' ');
  told.append([
    call.risk ? `confidence ${percent(call.confidence)}` : 'Nothing was changed',
    call.format,
    ...codes,
    ...(call.known === false ? ['not in the list of tools'] : []),
  ].join(' · '));
  box.append(told, element('pre', 'code', argumentsOf(call)));
  return box;
}

function showCalls({ list, error }) {
  // A text that is no answer at all is refused as a text; that is in the verdict.
  const calls = list.filter(call => call.ok || call.format);
  const rest = list.find(call => !call.ok && !call.format);
  at('tools-error').textContent = error ? `This list cannot be read: ${error}` : '';
  at('tab-calls').textContent = calls.length ? `Calls (${calls.length.toLocaleString('en')})` : 'Calls';
  const none = rest?.error.code === 'truncated' ? `No call: ${rest.error.message}.` : 'There is no tool call in this text.';
  const shown = calls.length ? calls.slice(0, MOST_CALLS).map(callOf) : [element('p', 'soft', none)];
  if (calls.length > MOST_CALLS) shown.push(element('p', 'soft', `and ${plural(calls.length - MOST_CALLS, 'call')} more`));
  fill(at('call-list'), ...shown);
}

const LABELS = {
  'strict parser': 'A strict parser',
  input: 'What it is',
  cause: 'Why',
  also: 'Also',
  call: 'Call',
  guesses: 'Guesses',
  lost: 'Lost',
  ends: 'Ends',
  'tell the model': 'Tell the model',
  'in the prompt': 'In the prompt',
};

function showWhy({ facts, advice }, feedback) {
  const list = element('dl');
  const add = (label, plain, isMain) => {
    const text = element('dd', isMain ? 'main' : '', plain);
    if (isMain) text.append(' ', copyButton(plain, 'what to tell the model'));
    list.append(element('dt', '', LABELS[label] ?? label), text);
  };
  const causes = facts.filter(([label]) => label === 'cause');
  for (const [label, plain] of causes) add(label, plain.replace(/ \[[a-z-]+\]$/, ''));
  const tells = advice.length || !feedback ? advice : [['tell the model', feedback]];
  for (const [label, plain] of tells) add(label, plain, label === 'tell the model');
  for (const [label, plain] of facts) if (label !== 'cause') add(label, plain);
  fill(at('why'), list);
}

const quotedForShell = name => (/^[\w.][\w.-]*$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`);

function showCommand(command) {
  const isCalls = command?.startsWith('jmend calls');
  const withTools = isCalls && tools.value.trim() !== '';
  const file = quotedForShell(state.name);
  const line = command?.startsWith('jmend') ? command : 'jmend repair';
  const rows = [
    ['Terminal', `${line}${withTools ? ' --tools tools.json' : ''} ${file}`],
    ['And why', `jmend explain ${file}`],
    ['Python', isCalls
      ? `import jmend\nfor call in jmend.calls(text${withTools ? ', tools=tools' : ''}):\n    print(call.name, call.arguments)`
      : 'import jmend\nfound = jmend.repair(text)\nprint(found.value, found.risk, found.confidence)'],
    ['Node', isCalls
      ? `import { calls } from "jmend";\nfor (const call of calls(text${withTools ? ', { tools }' : ''})) console.log(call.name, call.arguments);`
      : 'import { repair } from "jmend";\nconst found = repair(text);\nconsole.log(found.text, found.risk, found.confidence);'],
  ];
  fill(at('command'), ...rows.map(([label, plain]) => {
    const row = element('div', 'line');
    row.append(element('span', 'soft', label), element('pre', 'code', plain), copyButton(plain, `the lines for ${label}`));
    return row;
  }));
}
