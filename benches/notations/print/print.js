// Prints each value of standard input as util.inspect does.
const util = require('util');
class Point { constructor(x, y) { this.x = x; this.y = y; } }
const lines = require('fs').readFileSync(0, 'utf8').trimEnd().split('\n'); let at = 0;
function value() {
  const line = lines[at++], rest = line.slice(1), text = () => Buffer.from(rest, 'hex').toString();
  switch (line[0]) {
    case 'n': return null; case 't': return true; case 'f': return false; case 'u': return undefined;
    case 'i': { const n = Number(rest); return Number.isSafeInteger(n) ? n : BigInt(rest); }
    case 'd': return Number(rest);
    case 's': return text(); case 'y': return Symbol(text()); case 'D': return new Date(rest + 'T00:00:00Z');
    case '[': return Array.from({ length: Number(rest) }, value);
    case 'e': return new Set(Array.from({ length: Number(rest) }, value));
    case 'm': return new Map(Array.from({ length: Number(rest) }, () => [value(), value()]));
    case 'p': { const x = value(); return new Point(x, value()); }
    case '{': { const o = {}; for (let i = 0; i < Number(rest); i++) { const k = value(); Object.defineProperty(o, k, { value: value(), enumerable: true }); } return o; }
  }
}
while (at < lines.length) console.log(Buffer.from(util.inspect(value(), { depth: Infinity, maxArrayLength: null, maxStringLength: null })).toString('hex'));
