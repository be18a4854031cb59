'use strict';
{
  // A body of a table is one row with what belongs to it, so it moves and hides as a whole.
  const sort = (table, head, column) => {
    const heads = [...table.tHead.rows[0].cells];
    const isText = head.dataset.kind === 'text';
    const isUp = head.hasAttribute('aria-sort') ? head.getAttribute('aria-sort') === 'descending' : isText;
    heads.forEach(other => other.removeAttribute('aria-sort'));
    head.setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
    const key = body => {
      const cell = body.rows[0].cells[column];
      return isText ? cell.textContent : Number(cell.dataset.v);
    };
    const compare = (a, b) => (isText ? a.localeCompare(b) : a - b) * (isUp ? 1 : -1);
    const bodies = [...table.tBodies].map(body => [key(body), body]);
    bodies.sort((a, b) => compare(a[0], b[0]));
    table.append(...bodies.map(([, body]) => body));
  };
  for (const table of document.querySelectorAll('table.sortable')) {
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...head.childNodes);
      button.addEventListener('click', () => sort(table, head, column));
      head.append(button);
    });
  }

  const search = document.getElementById('search');
  const found = document.getElementById('found');
  const rows = [...document.querySelectorAll('.find')].map(row => [row, row.textContent.toLowerCase()]);
  search.addEventListener('input', () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const [row, text] of rows) {
      const isFound = words.every(word => text.includes(word));
      row.hidden = !isFound;
      count += isFound;
    }
    found.textContent = words.length ? `${count} of ${rows.length} rows` : '';
  });
  document.addEventListener('keydown', event => {
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      search.focus();
    }
  });
  document.querySelector('.search').hidden = false;
}
