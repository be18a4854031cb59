// How fast a sidecar answers under the client for Node. usage: node measure.mjs JMEND
import { Sidecar } from './sidecar.mjs'

const flags = ['repair', '--framing', 'strings', '--report', '--jobs', '1', '--quiet']
const requests = 10_000
const text = (number) =>
  `{'name': 'search', 'arguments': {'query': 'error code ${number}, it's new', 'limit': ${number % 50}, ` +
  `'filters': {'host': None, 'level': "warn",}, 'since': '2024-01-01'}}`

for (const count of [1, 4]) {
  const jmend = new Sidecar({ command: [process.argv[2], ...flags] })
  await jmend.repair('{}')
  const times = []
  const client = async () => {
    for (let number = 0; number < requests / count; number++) {
      const start = performance.now()
      await jmend.repair(text(number))
      times.push(performance.now() - start)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: count }, client))
  const total = performance.now() - began
  times.sort((a, b) => a - b)
  const at = (share) => `${Math.round(1000 * times[Math.floor(share * times.length)])} µs`
  const rate = Math.round((1000 * times.length) / total)
  console.log(`Node, ${count} clients: median ${at(0.5)}, 99th percentile ${at(0.99)}, ${rate} answers a second`)
  await jmend.close()
}
