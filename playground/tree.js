// A value as a tree that is built where it is opened. The text is strict JSON of the engine, and keeps its spelling: JavaScript would
// round long numbers and join keys that stand there twice.

const MOST_ITEMS = 200;

const OPEN_LEVELS = 3;

// What builds the inside of each container.
const FILLS = new WeakMap();

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

// The documents of a text: scalars have `text`, containers `items`, and members of objects a `key`.
function documentsOf(text) {
  const root = { items: [] };
  const open = [root];
  let key;
  let word;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === ',') continue;
    if (token === ':') {
      // The string before it is no value.
      key = word.text;
      open.at(-1).items.pop();
      continue;
    }
    if (token === '}' || token === ']') {
      open.pop();
      continue;
    }
    const isContainer = token === '{' || token === '[';
    word = isContainer ? { kind: token, items: [] } : { text: token };
    if (key !== undefined) word.key = key;
    key = undefined;
    open.at(-1).items.push(word);
    if (isContainer) open.push(word);
  }
  return root.items;
}

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function branch(items) {
  const list = element('ul');
  for (const item of items.slice(0, MOST_ITEMS)) list.append(leaf(item));
  if (items.length > MOST_ITEMS) {
    const more = element('li');
    const button = element('button', '', `${items.length - MOST_ITEMS} more`);
    button.type = 'button';
    button.addEventListener('click', () => more.replaceWith(...branch(items.slice(MOST_ITEMS)).children));
    more.append(button);
    list.append(more);
  }
  return list;
}

function leaf(item) {
  const line = element('li');
  const name = item.key === undefined ? [] : [element('span', 'key', item.key), ': '];
  if (!item.items) {
    line.append(...name, element('span', 'text', item.text));
    return line;
  }
  const noun = item.kind === '{' ? 'member' : 'item';
  const details = element('details');
  const summary = element('summary');
  const count = item.items.length;
  summary.append(...name, element('span', 'soft', `${item.kind === '{' ? '{ }' : '[ ]'} ${count} ${noun}${count === 1 ? '' : 's'}`));
  details.append(summary);
  const fill = () => details.children.length === 1 && details.append(branch(item.items));
  details.addEventListener('toggle', fill, { once: true });
  FILLS.set(details, fill);
  line.append(details);
  return line;
}

// The tree of a value, of which the first levels are open.
function treeOf(text) {
  const tree = branch(documentsOf(text));
  for (let level = 0; level < OPEN_LEVELS; level++) {
    for (const details of [...tree.querySelectorAll('details:not([open])')]) {
      FILLS.get(details)();
      details.open = true;
    }
  }
  return tree;
}
