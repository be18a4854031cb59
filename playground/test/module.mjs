// Asks the module under Node, for test/conformance.py: rows `{"command", "input", "tools"?}` in, the lines of their records out.
// usage: node module.mjs MODULE < ROWS

import { readFileSync } from 'node:fs';
import { engineOf } from '../worker.js';

const module = await WebAssembly.compile(readFileSync(process.argv[2]));
const engine = await engineOf(() => WebAssembly.instantiate(module));
const encoder = new TextEncoder();

for (const line of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  const { command, input, tools } = JSON.parse(line);
  const bytes = encoder.encode(input);
  let answer;
  try {
    if (command === 'repair') answer = `${(await engine.repair(bytes)).record}\n`;
    else answer = (await engine.calls(bytes, tools ? JSON.stringify(tools) : '')).lines.map(record => `${record}\n`).join('');
  } catch (error) {
    answer = `fault: ${error}\n`;
  }
  console.log(JSON.stringify(answer));
}
