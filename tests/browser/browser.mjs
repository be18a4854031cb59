// What the tests of pages have in common: the browser, a page that counts faults, and pictures.
// environment: CHROMIUM is the browser (/usr/bin/chromium); JMEND_WRITE=1 takes the pictures anew.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { chromium } from 'playwright-core';

// Fonts differ from machine to machine, so a picture is compared in blocks; of 255 steps, a block may differ by so many.
const BLOCK = 40;
const TOLERANCE = 48;
const MOST_DIFFERENT = 0.05;

export const launch = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

// Opens a page; every message of the browser and every request beyond the file and what it holds is a fault.
export async function open(browser, file, options = {}, fragment = '') {
  const context = await browser.newContext({ offline: true, viewport: { width: 1280, height: 900 }, ...options });
  const faults = [];
  context.on('request', request => /^(file|blob):/.test(request.url()) || faults.push(`request: ${request.url()}`));
  const page = await context.newPage();
  page.on('console', message => faults.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', error => faults.push(String(error)));
  await page.goto(pathToFileURL(file).href + fragment);
  return { page, faults, close: () => context.close() };
}

// What axe finds serious in a page that was opened with `bypassCSP`.
export async function serious(page) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run());
  const found = violations.filter(violation => ['serious', 'critical'].includes(violation.impact));
  return found.map(({ id, nodes }) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`);
}

// Compares a picture with the one in a file.
export async function compare(page, file, picture) {
  if (process.env.JMEND_WRITE) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, picture);
  }
  assert.ok(existsSync(file), `${file} is missing: JMEND_WRITE=1 makes it`);
  const share = await page.evaluate(async ([due, is, block, tolerance]) => {
    const pixels = async data => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = Math.ceil(image.width / block);
      canvas.height = Math.ceil(image.height / block);
      const context = canvas.getContext('2d');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      const { data: bytes } = context.getImageData(0, 0, canvas.width, canvas.height);
      return { size: `${image.width}x${image.height}`, bytes };
    };
    const [a, b] = [await pixels(due), await pixels(is)];
    if (a.size !== b.size) return `${a.size} became ${b.size}`;
    const different = a.bytes.filter((byte, at) => Math.abs(byte - b.bytes[at]) > tolerance).length;
    return different / a.bytes.length;
  }, [readFileSync(file).toString('base64'), picture.toString('base64'), BLOCK, TOLERANCE]);
  assert.ok(typeof share === 'number' && share < MOST_DIFFERENT, `${file}: ${share} of it differs`);
}
