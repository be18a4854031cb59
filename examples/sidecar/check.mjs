// What a sidecar promises, tried with the client for Node: order, restart, time-outs, back-pressure.
//
// usage: node check.mjs JMEND. REQUESTS (10000) in the environment says how much. A failure throws.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { Sidecar } from './sidecar.mjs'

const flags = ['repair', '--framing', 'strings', '--report', '--jobs', '1', '--quiet']
const command = [process.argv[2], ...flags]
const requests = Number(process.env.REQUESTS ?? 10_000)
const timeout = 120_000 // of the sound checks: the machine may be busy
const range = (length) => Array.from({ length }, (_, n) => n)

// Four clients, one process: each gets the answers to its own requests, in their order.
async function order() {
  const jmend = new Sidecar({ command, timeout })
  const client = async (name) => {
    for (const number of range(requests / 4)) {
      const report = await jmend.repair(`{'client': ${name}, 'number': ${number},}`)
      assert.deepEqual(report.value, { client: name, number })
      assert.notEqual(report.strategy, 'direct')
    }
  }
  await Promise.all(range(4).map(client))
  // A line of text for JavaScript is not a line here, and a pipe cuts characters in two.
  const texts = range(500).map((n) => `["${'\u2028é😀'.repeat(n % 50)}", ${n}`)
  const reports = await Promise.all(texts.map((text) => jmend.repair(text)))
  assert.deepEqual(reports.map(({ value }) => value), range(500).map((n) => ['\u2028é😀'.repeat(n % 50), n]))
  await jmend.close()
}

// A process that is killed costs nobody an answer; one that cannot be started is an error at once.
async function restart() {
  const jmend = new Sidecar({ command, timeout })
  for (const round of range(20)) {
    const asked = Promise.all(range(30).map((n) => jmend.repair(`[${round}, ${n}`)))
    await sleep(2 * (round % 4))
    jmend.child?.kill('SIGKILL')
    assert.deepEqual((await asked).map(({ value }) => value[1]), range(30))
    await jmend.repair('1') // where all were answered before the kill, this meets it: nobody is asked a third time
  }
  await jmend.close()
  for (const broken of ['false', '/no/such/program']) {
    await assert.rejects(new Sidecar({ command: [broken] }).repair('1'), /ended before it answered/)
  }
}

// A process that does not answer is ended, and the next request has a new one.
async function timeOut() {
  const stuck = new Sidecar({ command: ['sleep', '60'], timeout: 200 })
  await assert.rejects(stuck.repair('1'), /no answer in time/)
  assert.equal(stuck.child, null)
  Object.assign(stuck, { command, timeout })
  assert.deepEqual((await stuck.repair('[1')).value, [1])
  await stuck.close()
}

// While jmend stands still callers wait, and one text is on its way.
async function backPressure() {
  const jmend = new Sidecar({ command, timeout })
  await jmend.repair('{}')
  jmend.child.kill('SIGSTOP')
  const text = '[' + '1,'.repeat(500_000)
  let answers = 0
  const asked = range(20).map((n) => jmend.repair(text + n).finally(() => answers++))
  await sleep(300)
  assert.equal(answers, 0)
  const waiting = jmend.child.stdin.writableLength
  assert.ok(waiting > 0 && waiting <= text.length + 10, `${waiting} bytes are on their way`)
  jmend.child.kill('SIGCONT')
  const reports = await Promise.all(asked)
  assert.deepEqual(reports.map(({ value }) => value.at(-1)), range(20))
  await jmend.close()
}

for (const check of [order, restart, timeOut, backPressure]) {
  await check()
  console.log(`${check.name}: held`)
}
