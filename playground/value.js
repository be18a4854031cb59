// The verdict in one line, and the value as text and as a tree.

function say(className, headline, more = '', cause = '') {
  at('verdict').className = `verdict ${className}`;
  fill(at('headline'), headline, more && element('span', '', ` · ${more}`));
  at('cause').textContent = cause;
}

function judge(record) {
  if (!record.ok) {
    const { code, message } = record.error;
    const where = code === 'no-json' ? '' : ` at line ${record.error.line}, column ${record.error.column}`;
    return say('refused', `Refused: ${(REFUSALS[code] ?? message)}${where}`, 'risk and confidence: none');
  }
  if (record.risk === null && record.fixes.length === 0) return say('valid', 'Valid JSON', 'nothing was changed · confidence 100\u00a0%');
  const changes = plural(record.fixes.filter(fix => fix.replacement !== null).length, 'change');
  const more = `${changes} · risk ${record.risk ?? 'none'}${record.risk ? ` (${RISKS[record.risk]})` : ''} · confidence ${percent(record.confidence)}`;
  const sure = record.confidence < SURE ? 'Repaired, but check it' : 'Repaired';
  return say(record.risk ?? 'valid', record.truncated ? 'Cut off: what was open is closed' : sure, more);
}

// An answer that is valid, of which the calls in its strings are not.
function judgeCalls(title, calls, cause) {
  const refused = calls.filter(call => !call.ok).length;
  const changed = calls.filter(call => call.ok && call.risk);
  const worst = Object.keys(RISKS).findLast(name => changed.some(call => call.risk === name));
  const confidence = Math.min(1, ...changed.map(call => call.confidence));
  const more = [
    refused > 0 && `${plural(refused, 'call')} refused`,
    worst && `risk ${worst} (${RISKS[worst]}) · confidence ${percent(confidence)}`,
  ].filter(Boolean).join(' · ');
  say(refused ? 'refused' : worst ?? 'valid', title, more, cause);
}

function showValue() {
  const { record, isTree } = state;
  at('copy').disabled = !state.value;
  at('as-text').setAttribute('aria-pressed', String(!isTree));
  at('as-tree').setAttribute('aria-pressed', String(isTree));
  const isLong = state.value.length > MOST_TREE_TEXT;
  const showsTree = isTree && state.value !== '' && !isLong;
  tree.hidden = !showsTree;
  value.hidden = showsTree;
  value.classList.toggle('soft', !state.value);
  if (showsTree) fill(tree, treeOf(state.value));
  else if (state.value.length > MOST_MARKED_TEXT) {
    value.textContent = `${state.value.slice(0, MOST_MARKED_TEXT)}\n… Copy gives all of it.`;
  } else if (state.value) value.textContent = state.value;
  else value.textContent = record && !record.ok ? 'There is no value. The model has to answer again: see Why.' : '';
}

at('as-text').addEventListener('click', () => { state.isTree = false; showValue(); });
at('as-tree').addEventListener('click', () => { state.isTree = true; showValue(); });

async function copy(plain, button) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(plain);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not allowed here';
  }
  setTimeout(() => { button.textContent = label; }, 1500);
}

at('copy').addEventListener('click', event => copy(state.value, event.currentTarget));

function copyButton(plain, what) {
  const button = element('button', '', 'Copy');
  button.type = 'button';
  button.setAttribute('aria-label', `Copy ${what}`);
  button.addEventListener('click', () => copy(plain, button));
  return button;
}
