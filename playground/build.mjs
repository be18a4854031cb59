// Puts the page together: one file with its style, its script, the worker, and the module, and a policy that names them by hash.
// usage: node build.mjs MODULE PAGE

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';

const MOST_BYTES = 2_500_000;

const [module, page] = process.argv.slice(2);
const source = name => readFileSync(new URL(name, import.meta.url), 'utf8');
const hash = text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const script = ['state.js', 'tree.js', 'examples.js', 'marks.js', 'value.js', 'facts.js', 'page.js'].map(source).join('\n');
// The report's page begins with the same rules.
const style = source('../src/report/insight/page/base.css') + source('page.css');
// A page from a file may start no worker that is a module.
const worker = source('worker.js').replace(/^export /gm, '');
for (const text of [script, worker]) {
  if (/<\/?script|<!--/i.test(text)) throw new Error('a script that would end its element');
}

const parts = {
  policy: [
    "default-src 'none'", `script-src ${hash(script)} 'wasm-unsafe-eval'`, `style-src ${hash(style)}`, 'worker-src blob:',
    "base-uri 'none'", "form-action 'none'",
  ].join('; '),
  style,
  script,
  worker,
  module: gzipSync(readFileSync(module), { level: 9 }).toString('base64'),
  version: /^version = "(.*)"$/m.exec(source('../Cargo.toml'))[1],
};
const html = source('index.html').replace(/\{([a-z]+)\}/g, (_, name) => parts[name]);
if (html.length > MOST_BYTES) throw new Error(`${html.length} bytes are more than ${MOST_BYTES}`);
mkdirSync(dirname(page), { recursive: true });
writeFileSync(page, html);
console.log(`${page}: ${Buffer.byteLength(html).toLocaleString('en')} bytes`);
