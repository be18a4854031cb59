// How fast a sidecar answers under the client for Node. usage: node measure.mjs JMEND
// Fails where an answer is not that to its request, or where the median of a client is not below a millisecond.
import assert from 'node:assert/strict'
import { Sidecar } from './sidecar.mjs'

const flags = ['repair', '--framing', 'strings', '--report', '--jobs', '1', '--quiet']
const requests = 10_000
const text = (number) =>
  `{'name': 'search', 'arguments': {'query': 'error code ${number}, it's new', 'limit': ${number % 50}, ` +
  `'filters': {'host': None, 'level': "warn",}, 'since': '2024-01-01'}}`

for (const count of [1, 4]) {
  const jmend = new Sidecar({ command: [process.argv[2], ...flags] })
  await jmend.repair('{}')
  const client = async (name) => {
    const times = []
    for (let number = name * requests; times.length < requests / count; number++) {
      const start = performance.now()
      const { value } = await jmend.repair(text(number))
      times.push(performance.now() - start)
      assert.equal(value.arguments.query, `error code ${number}, it's new`)
    }
    return times.sort((a, b) => a - b)
  }
  const began = performance.now()
  const all = await Promise.all(Array.from({ length: count }, (_, name) => client(name)))
  const total = performance.now() - began
  for (const [name, times] of all.entries()) {
    const at = (share) => Math.round(1000 * times[Math.floor(share * times.length)])
    const rate = Math.round((1000 * times.length) / total)
    const medians = `median ${at(0.5)} µs, 99th percentile ${at(0.99)} µs`
    console.log(`Node, client ${name + 1} of ${count}: ${medians}, ${rate} answers a second`)
    assert.ok(at(0.5) < 1000, 'the median is not below a millisecond')
  }
  await jmend.close()
}
