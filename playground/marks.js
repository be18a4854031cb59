// The text, and under it the marks of its fixes with their reasons.

const isMarked = () => text.value.length <= MOST_MARKED_TEXT;

function drawMarks(plain, fixes) {
  const parts = [];
  let end = 0;
  for (const fix of fixes.slice(0, MOST_MARKS)) {
    // What a larger fix holds is in the list alone.
    if (fix.from < end || fix.to > plain.length) continue;
    parts.push(plain.slice(end, fix.from));
    const marked = plain.slice(fix.from, fix.to);
    // Nothing is to be seen of what is put in, and of the end of a line.
    const mark = element('mark', marked.trim() === '' && marked !== ' ' ? `point ${fix.risk}` : fix.risk, marked);
    mark.dataset.fix = fix.index;
    parts.push(mark);
    end = fix.to;
  }
  // A line break at the end takes a line in the text, too.
  fill(marks, ...parts, `${plain.slice(end)}\n`);
}

// Marks keep their places while a text is typed: those before and behind what is new.
function moveMarks(plain) {
  const old = state.shown;
  const most = Math.min(old.length, plain.length);
  let same = 0;
  while (same < most && old[same] === plain[same]) same++;
  let after = 0;
  while (after < most - same && old[old.length - 1 - after] === plain[plain.length - 1 - after]) after++;
  const shift = plain.length - old.length;
  state.fixes = state.fixes
    .filter(fix => fix.to <= same || fix.from >= old.length - after)
    .map(fix => (fix.to <= same ? fix : { ...fix, from: fix.from + shift, to: fix.to + shift }));
  state.shown = plain;
}

function tell(fix) {
  for (const mark of marks.querySelectorAll('.now')) mark.classList.remove('now');
  if (fix) {
    marks.querySelector(`[data-fix="${fix.index}"]`)?.classList.add('now');
    const parts = [risk(fix.risk), element('span', '', fix.message)];
    const old = visible(state.shown.slice(fix.from, fix.to));
    if (fix.replacement !== null) {
      const change = element('span');
      const shown = plain => element('code', '', brief(plain));
      if (!old) change.append('put in ', shown(visible(fix.replacement)));
      else if (!fix.replacement) change.append('left out ', shown(old));
      else change.append(shown(old), ' becomes ', shown(visible(fix.replacement)));
      parts.push(change);
    }
    fill(reason, ...parts);
  } else if (state.fixes.length > 0 && isMarked()) {
    fill(reason, ...Object.keys(RISKS).filter(name => state.fixes.some(fix => fix.risk === name)).map(risk),
      element('span', 'soft', 'Point at a mark, or move the cursor there, to see why.'));
  } else {
    fill(reason);
  }
}

const fixAtCursor = () => {
  const cursor = text.selectionStart;
  return state.fixes.find(fix => fix.from <= cursor && cursor <= fix.to && fix.to >= text.selectionEnd)
    ?? state.fixes.find(fix => fix.from === cursor && fix.to === text.selectionEnd);
};

function fixUnder(event) {
  const mark = document.elementsFromPoint(event.clientX, event.clientY).find(one => one.dataset?.fix !== undefined);
  return mark && state.fixes.find(fix => String(fix.index) === mark.dataset.fix);
}

text.addEventListener('mousemove', event => tell(fixUnder(event) ?? (document.activeElement === text ? fixAtCursor() : undefined)));
text.addEventListener('mouseleave', () => tell());
text.addEventListener('click', event => tell(fixUnder(event) ?? fixAtCursor()));
document.addEventListener('selectionchange', () => document.activeElement === text && tell(fixAtCursor()));

// Selects the place of a fix in the text.
function select(fix) {
  text.focus({ preventScroll: true });
  text.setSelectionRange(fix.from, fix.to);
  const mark = marks.querySelector(`[data-fix="${fix.index}"]`);
  if (mark) paper.scrollTop = mark.offsetTop - paper.clientHeight / 2;
  paper.scrollIntoView({ block: 'nearest' });
  tell(fix);
}
