// The page to paste into, in headless Chromium, from a file and without a network.
// environment: PAGE is the file that `.ci/page` builds; CHROMIUM is the browser; JMEND_WRITE=1 takes the pictures anew.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compare, launch, open, serious } from './browser.mjs';
import { HOSTILE } from './logs.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PICTURES = join(ROOT, 'fixtures/page');
const PAGE = process.env.PAGE ?? join(ROOT, 'playground/dist/jmend.html');
const MOST_BYTES = 2_500_000;
const LIMIT = 10_000_000;

// Milliseconds; the fastest of so many runs counts, because other work of the machine is no property of the page.
const MOST_TO_OPEN = 300;
const MOST_TO_REPAIR = 30;
const RUNS = 5;

let browser, folder;

before(async () => {
  browser = await launch();
  folder = mkdtempSync(join(tmpdir(), 'jmend-paste-'));
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const start = (options, fragment) => open(browser, PAGE, options, fragment);

// Waits until all is shown that belongs to what was given last.
async function settled(page, act) {
  await page.evaluate(() => delete document.body.dataset.done);
  await act();
  await page.waitForFunction(() => document.body.dataset.done !== undefined);
}

const paste = (page, text) => settled(page, () => page.fill('#text', text));
const example = (page, index) => settled(page, () => page.selectOption('#example', String(index)));
const shown = (page, id) => page.locator(`#${id}`).innerText();
const value = async page => JSON.parse(await page.locator('#value').textContent());

// Of each example: its verdict, the tab that opens, and something that stands in its value.
const EXAMPLES = [
  [/^Repaired · 20 changes · risk inferred .* · confidence 99\s%/, 'Changes', '"coupon": null'],
  [/^Repaired · 5 changes · risk inferred/, 'Changes', String.raw`"The \"quiet\" keyboard"`],
  [/^Cut off: what was open is closed · .* risk lossy/, 'Changes', '"Hav & Co"'],
  [/^Repaired · .* risk inferred/, 'Changes', '"port": 8080'],
  [/^Repaired · .* risk inferred/, 'Calls', '"search_trains"'],
  [/^1 of 1 calls broken, in an answer that is strict JSON · risk inferred .* · confidence \d+/, 'Calls', '"chatcmpl-7"'],
  [/^Repaired · .* risk inferred/, 'Changes', '"Oslo"'],
  [/^Refused: There is no JSON in this text/, 'Why', 'There is no value'],
];

test('eight examples: verdict, tab, and value', async () => {
  const { page, faults, close } = await start();
  assert.equal(await page.locator('#example option').count(), EXAMPLES.length + 1);
  for (const [index, [verdict, tab, due]] of EXAMPLES.entries()) {
    await example(page, index);
    assert.match(await shown(page, 'headline'), verdict, `example ${index}`);
    assert.match(await page.locator('[role=tab][aria-selected=true]').textContent(), new RegExp(`^${tab}`), `example ${index}`);
    assert.ok((await page.locator('#value').textContent()).includes(due), `example ${index}`);
    assert.notEqual(await shown(page, 'cause'), '', `example ${index}`);
  }
  assert.deepEqual(faults, []);
  await close();
});

test('a mark says why: by mouse, by cursor, and from the list', async () => {
  const { page, faults, close } = await start({ hasTouch: true });
  await example(page, 1);
  const mark = page.locator('#marks mark').first();
  assert.equal(await mark.getAttribute('class'), 'inferred');
  const box = await mark.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const due = /^inferred\s*a quote inside a string is not escaped\s*" becomes \\"$/;
  assert.match(await shown(page, 'reason'), due);
  await page.mouse.move(5, 5);
  assert.match(await shown(page, 'reason'), /Point at a mark/);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  assert.match(await shown(page, 'reason'), due);
  await page.locator('#changes button').last().click();
  assert.match(await shown(page, 'reason'), /a comma is missing\s*put in ,/);
  // The marks lie under the text that they are about.
  const lines = await page.$eval('#marks', marks => [marks.scrollHeight, document.getElementById('text').scrollHeight]);
  assert.equal(lines[0], lines[1]);
  assert.deepEqual(faults, []);
  await close();
});

test('typing keeps the marks in place, and the value follows', async () => {
  const { page, faults, close } = await start();
  await paste(page, "{'a': 1, 'ü😀': 2}");
  assert.deepEqual(await value(page), { a: 1, 'ü😀': 2 });
  assert.deepEqual(await page.locator('#marks mark').allTextContents(), ["'", "'", "'", "'"]);
  await page.locator('#text').press('Control+Home');
  await page.keyboard.type('Yes: ');
  assert.equal((await page.locator('#marks').textContent()).indexOf("'a'"), 'Yes: {'.length);
  await page.waitForFunction(() => document.querySelectorAll('#marks mark').length === 5);
  assert.equal(await page.locator('#marks mark').first().textContent(), 'Yes: ');
  assert.deepEqual(await value(page), { a: 1, 'ü😀': 2 });
  assert.deepEqual(faults, []);
  await close();
});

test('text and tree keep the digits, and members that stand there twice', async () => {
  const { page, faults, close } = await start();
  await paste(page, "[{'n': 12345678901234567890.10, 'e': [], 's': '\\u00e9'}, 1e999]");
  const text = await page.locator('#value').textContent();
  assert.ok(text.includes('12345678901234567890.10') && text.includes('1e999'), text);
  await page.click('#as-tree');
  const tree = await page.locator('#tree').innerText();
  for (const part of ['12345678901234567890.10', '1e999', '"n"', '[ ] 0 items', '[ ] 2 items']) assert.ok(tree.includes(part), `${part} in ${tree}`);
  assert.deepEqual(faults, []);
  await close();
});

test('calls, with a list of tools', async () => {
  const { page, faults, close } = await start();
  await paste(page, "<tool_call>{'name': 'serch', 'arguments': {'q': 'a', 'n': 9007199254740993}}</tool_call>");
  assert.match(await shown(page, 'call-list'), /serch[^]*\{"q":"a","n":9007199254740993\}/);
  await page.click('details summary');
  const list = '[{"name": "find", "parameters": {"type": "object", "properties": {"q": {"type": "string"}}}}]';
  await settled(page, () => page.fill('#tools', list));
  assert.match(await shown(page, 'call-list'), /not in the list of tools/);
  await settled(page, () => page.fill('#tools', '[{'));
  assert.match(await shown(page, 'tools-error'), /^This list cannot be read/);
  assert.deepEqual(faults, []);
  await close();
});

test('tabs by keyboard, and the commands', async () => {
  const { page, faults, close } = await start();
  await example(page, 4);
  await page.focus('[role=tab][aria-selected=true]');
  await page.keyboard.press('End');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-command');
  const command = await shown(page, 'command');
  for (const part of ['jmend calls --tools tools.json answer.txt', 'jmend.calls(text, tools=tools)', 'calls(text, { tools })']) {
    assert.ok(command.includes(part), `${part} in ${command}`);
  }
  await page.keyboard.press('ArrowLeft');
  assert.match(await shown(page, 'why'), /Tell the model[^]*In the prompt/);
  assert.deepEqual(faults, []);
  await close();
});

test('hostile text stays text, and runs nothing', async () => {
  const { page, faults, close } = await start();
  const calls = text => `<tool_call>{"name": ${JSON.stringify(text)}, "arguments": {"a": ${JSON.stringify(text)}}}</tool_call>`;
  const keys = text => `{${JSON.stringify(text)}: [1 2]}`;
  for (const text of HOSTILE.flatMap(text => [text, calls(text.slice(0, 200)), keys(text.slice(0, 200)), `I say: ${text.slice(1, 200)}`])) {
    await paste(page, text);
    for (const tab of ['changes', 'calls', 'why', 'command']) await page.click(`#tab-${tab}`);
    await page.click('#as-tree');
    await page.click('#as-text');
  }
  assert.equal(await page.evaluate(() => window.pwned), undefined);
  assert.equal(await page.locator('img, iframe, object, form, link, main script, main style, main a').count(), 0);
  // What got into the page all the same would not run, and would reach nothing.
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.pwned = 3';
    document.body.append(script);
    document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.pwned = 4">');
  });
  const fetched = await page.evaluate(() => fetch('https://example.com').then(() => 'done', () => 'refused'));
  assert.equal(fetched, 'refused');
  assert.equal(await page.evaluate(() => window.pwned), undefined);
  assert.ok(faults.length > 0 && faults.every(fault => /Content Security Policy/.test(fault)), faults.join('\n'));
  await close();
});

test('the file has no inline handler and no address', () => {
  const html = readFileSync(PAGE, 'utf8');
  assert.ok(!/<[^>]* on[a-z]+=/.test(html.slice(0, html.indexOf('<script'))));
  assert.ok(!/https?:\/\//.test(html));
  assert.match(html, /default-src 'none'; script-src 'sha256-[^']+' 'wasm-unsafe-eval'; style-src 'sha256-[^']+'; worker-src blob:/);
});

test('a link comes back with its text, and a damaged one says so', async () => {
  const text = "{'größe': [1 2], \"say\": \"😀 \"hi\"\"}";
  const first = await start({ permissions: ['clipboard-read', 'clipboard-write'] });
  await paste(first.page, text);
  await first.page.click('#share');
  await first.page.waitForFunction(() => location.hash.length > 3);
  const fragment = await first.page.evaluate(() => location.hash);
  const stored = await first.page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]);
  assert.deepEqual(stored, [0, 0, '']);
  assert.deepEqual(first.faults, []);
  await first.close();
  const second = await start({}, fragment);
  await second.page.waitForFunction(() => document.body.dataset.done !== undefined);
  assert.equal(await second.page.inputValue('#text'), text);
  assert.deepEqual((await value(second.page))['größe'], [1, 2]);
  await second.page.click('#clear');
  assert.deepEqual([await second.page.evaluate(() => location.hash), await second.page.inputValue('#text')], ['', '']);
  assert.match(await shown(second.page, 'headline'), /^Paste a broken answer/);
  assert.deepEqual(second.faults, []);
  await second.close();
  const damaged = await start({}, '#z=%%');
  await damaged.page.waitForFunction(() => document.getElementById('note').textContent !== '');
  assert.equal(await shown(damaged.page, 'note'), 'This link is damaged.');
  assert.deepEqual(damaged.faults, []);
  await damaged.close();
});

test('a file is read, and one that is too long is refused with the command', async () => {
  const { page, faults, close } = await start();
  const small = join(folder, "my answer's.txt");
  writeFileSync(small, "Sure: {'a': 1}");
  await settled(page, () => page.setInputFiles('#file', small));
  assert.deepEqual(await value(page), { a: 1 });
  await page.click('#tab-command');
  assert.ok((await shown(page, 'command')).includes(String.raw`jmend repair 'my answer'\''s.txt'`));
  const large = join(folder, 'large.txt');
  writeFileSync(large, Buffer.alloc(LIMIT + 1, '['));
  await page.setInputFiles('#file', large);
  await page.waitForFunction(() => document.getElementById('headline').textContent.startsWith('Too long'));
  assert.match(await shown(page, 'cause'), /jmend repair large\.txt/);
  assert.deepEqual(faults, []);
  await close();
});

test('it is small, opens fast, and repairs fast', async () => {
  assert.ok(statSync(PAGE).size < MOST_BYTES, `${statSync(PAGE).size} bytes`);
  const opened = [];
  const took = [];
  const rows = [];
  for (let id = 0; rows.join().length < 100_000; id++) rows.push(`{"id": ${id}, "name": "unit ${id}", "tags": ["a", "b"], "note": "nothing of note"}`);
  rows[7] = rows[7].replace('nothing', 'a "good"').replace('"a", "b"', "'a' 'b'");
  const text = `Here it is:\n[${rows.join(', ')},]`;
  const { page, faults, close } = await start();
  for (let run = 0; run < RUNS; run++) {
    await page.reload();
    opened.push(await page.evaluate(() => performance.getEntriesByType('navigation')[0].loadEventEnd));
  }
  for (let run = 0; run < RUNS; run++) {
    await paste(page, `${text} ${run}`);
    took.push(Number(await page.evaluate(() => document.body.dataset.took)));
  }
  console.log(`${statSync(PAGE).size} bytes; opens in ${opened.map(Math.round)} ms; repairs ${text.length} characters in ${took} ms`);
  assert.ok(Math.min(...opened) < MOST_TO_OPEN, String(opened));
  assert.ok(Math.min(...took) < MOST_TO_REPAIR, String(took));
  assert.deepEqual(faults, []);
  await close();
});

for (const width of [1280, 800, 400]) {
  for (const colorScheme of ['light', 'dark']) {
    test(`${width} px, ${colorScheme}: no overflow, nothing that axe finds serious, and the picture`, async () => {
      const options = { viewport: { width, height: width === 400 ? 1200 : 900 }, colorScheme, bypassCSP: true };
      const { page, faults, close } = await start(options);
      for (const [index, tab] of [[7, 'why'], [5, 'calls'], [2, 'command'], [1, 'changes']]) {
        await example(page, index);
        await page.click(`#tab-${tab}`);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, `example ${index}`);
        assert.deepEqual(await serious(page), []);
      }
      await page.mouse.move(1, 1);
      const picture = await page.screenshot();
      assert.deepEqual(faults, []);
      await compare(page, join(PICTURES, `${width}-${colorScheme}.png`), picture);
      await close();
    });
  }
}
