// The page of `jmend report` in headless Chromium, from a file and without a network.
// environment: JMEND is the program, CHROMIUM the browser (/usr/bin/chromium); JMEND_WRITE=1 takes the pictures anew.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compare, launch, open, serious } from './browser.mjs';
import { hostile, responses, write } from './logs.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PICTURES = join(ROOT, 'fixtures/report');
const JMEND = process.env.JMEND ?? join(ROOT, 'target/debug/jmend');
const MOST_BYTES = 3_000_000;

let folder, browser, clean, full;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jmend-page-'));
  write(join(folder, 'before.ndjson'), responses(6000, 1));
  write(join(folder, 'app.ndjson'), responses(9000, 7, 17));
  write(join(folder, 'hostile.ndjson'), hostile());
  clean = join(folder, 'clean.html');
  full = join(folder, 'full.html');
  const report = (...args) => execFileSync(JMEND, ['report', ...args], { cwd: folder });
  report('app.ndjson', '--baseline', 'before.ndjson', '-o', clean);
  report('app.ndjson', 'hostile.ndjson', '-o', full);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const column = (page, section, index) =>
  page.$$eval(`section[aria-labelledby="${section}"] > .scroll tbody`, (bodies, index) =>
    bodies.filter(body => !body.hidden).map(body => body.rows[0].cells[index].dataset.v ?? body.rows[0].cells[index].textContent), index);

test('tables sort by mouse and by keyboard', async () => {
  const { page, faults, close } = await open(browser, clean);
  const head = page.locator('section[aria-labelledby="codes"] thead th', { hasText: 'Answers' });
  const isSorted = (values, sign) => values.every((value, at) => at === 0 || sign * (Number(value) - Number(values[at - 1])) >= 0);
  const down = await column(page, 'codes', 1);
  assert.ok(down.length > 8 && isSorted(down, -1), String(down));
  assert.equal(await head.getAttribute('aria-sort'), 'descending');
  await head.getByRole('button').click();
  assert.ok(isSorted(await column(page, 'codes', 1), 1));
  assert.equal(await head.getAttribute('aria-sort'), 'ascending');
  await head.getByRole('button').focus();
  await page.keyboard.press('Enter');
  assert.deepEqual(await column(page, 'codes', 1), down);
  await page.locator('section[aria-labelledby="codes"] thead button').first().click();
  const names = await column(page, 'codes', 0);
  assert.deepEqual(names, [...names].sort((a, b) => a.localeCompare(b)));
  assert.deepEqual(faults, []);
  await close();
});

test('a click opens examples, and they show what was changed', async () => {
  const { page, faults, close } = await open(browser, clean);
  const summary = page.locator('#codes ~ .scroll summary', { hasText: 'of single-quotes' });
  const examples = page.locator('#codes ~ .scroll tbody', { hasText: 'of single-quotes' }).locator('.examples');
  assert.equal(await examples.isVisible(), false);
  await summary.click();
  assert.equal(await examples.isVisible(), true);
  assert.ok(await examples.locator('li').count() >= 2);
  assert.equal(await examples.locator('del').first().textContent(), "'");
  assert.equal(await examples.locator('ins').first().textContent(), '"');
  assert.match(await examples.locator('.from').first().textContent(), /^app\.ndjson:\d+ · (large-2|small-1|local-7b) · /);
  assert.deepEqual(faults, []);
  await close();
});

test('search hides the rows that do not match', async () => {
  const { page, faults, close } = await open(browser, clean);
  const all = (await column(page, 'codes', 0)).length;
  await page.keyboard.press('/');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'search');
  await page.keyboard.type('Fence code');
  const few = await column(page, 'codes', 0);
  assert.ok(few.length > 0 && few.length < all, `${few.length} of ${all}`);
  assert.match(await page.locator('#found').textContent(), /^\d+ of \d+ rows$/);
  await page.locator('#search').fill('');
  assert.equal((await column(page, 'codes', 0)).length, all);
  assert.deepEqual(faults, []);
  await close();
});

test('what got worse is named, and nothing else', async () => {
  const { page, close } = await open(browser, clean);
  const rows = await column(page, 'worse', 0);
  assert.ok(rows.some(row => row.includes('model small-1')), rows.join('\n'));
  assert.ok(!rows.some(row => row.includes('large-2') || row.includes('local-7b')), rows.join('\n'));
  await close();
});

test('hostile text stays text, is cut, and runs nothing', async () => {
  assert.ok(statSync(full).size < MOST_BYTES, `${statSync(full).size} bytes`);
  const { page, faults, close } = await open(browser, full);
  await page.locator('summary').evaluateAll(all => all.forEach(summary => { summary.parentElement.open = true; }));
  const text = await page.locator('body').innerText();
  assert.ok(text.includes('</script><script>window.pwned = 1'), 'the text is shown');
  assert.ok(text.includes('\\u{1b}[2J') && text.includes('\\u{202e}gnp.exe'), 'what steers is shown as an escape');
  assert.ok(!/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/.test(text));
  assert.ok(!/x{400}/.test(text), 'a long text is cut');
  assert.equal(await page.evaluate(() => window.pwned), undefined);
  assert.equal(await page.locator('img, iframe, object, form, link, main script').count(), 0);
  assert.deepEqual(faults, []);
  // What got into the page all the same would not run.
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.pwned = 3';
    document.body.append(script);
  });
  assert.equal(await page.evaluate(() => window.pwned), undefined);
  await close();
});

test('the page shows the same without scripts', async () => {
  const { page, faults, close } = await open(browser, clean, { javaScriptEnabled: false });
  assert.ok(await page.locator('#codes ~ .scroll tbody').count() > 8);
  assert.equal(await page.locator('[role=search]').isVisible(), false);
  assert.deepEqual(faults, []);
  await close();
});

for (const width of [1280, 400]) {
  for (const colorScheme of ['light', 'dark']) {
    test(`${width} px, ${colorScheme}: no overflow, nothing that axe finds serious, and the picture`, async () => {
      const height = width === 400 ? 800 : 1000;
      const options = { viewport: { width, height }, colorScheme, bypassCSP: true };
      const { page, faults, close } = await open(browser, clean, options);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      const picture = await page.screenshot();
      await page.locator('summary').evaluateAll(all => all.forEach(summary => { summary.parentElement.open = true; }));
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, 'with all examples open');
      assert.deepEqual(await serious(page), []);
      assert.deepEqual(faults, []);
      await compare(page, join(PICTURES, `${width}-${colorScheme}.png`), picture);
      await close();
    });
  }
}
