// jmend as a sidecar of a Node program (18 or newer): one process, requests from anywhere in the program.
//
//     const jmend = new Sidecar()
//     const report = await jmend.repair("{'a': 1}") // { ok: true, value: { a: 1 }, strategy: … }
//
// Answers come in the order of the requests. A process that ends is started again, and what it had not answered is
// asked once more: a repair has no side effects.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const COMMAND = ['jmend', 'repair', '--framing', 'strings', '--report', '--jobs', '1', '--quiet']
const LATE = new Error('jmend: no answer in time')

export class Sidecar {
  constructor({ command = COMMAND, timeout = 10_000, inFlight = 64 } = {}) {
    Object.assign(this, { command, timeout, room: inFlight, queue: [], running: null })
  }

  /** The report on `text`. Rejects when the time is up, and where jmend ended twice. */
  async repair(text) {
    if (this.room > 0) this.room--
    else await new Promise((enter) => this.queue.push(enter)) // back-pressure: callers wait for room
    let timer
    const late = new Promise((_, fail) => (timer = setTimeout(fail, this.timeout, LATE)))
    try {
      const answer = (await Promise.race([this.#ask(text), late])) ?? (await Promise.race([this.#ask(text), late]))
      if (answer === null) throw new Error('jmend ended before it answered')
      return JSON.parse(answer)
    } catch (error) {
      if (error === LATE) await this.close(true) // its next line would answer the wrong request
      throw error
    } finally {
      clearTimeout(timer)
      if (this.queue.length > 0) this.queue.shift()()
      else this.room++
    }
  }

  /** The line that answers, or null where the process ended first. */
  #ask(text) {
    this.running ??= this.#start()
    return new Promise((answer) => {
      this.running.waiting.push(answer)
      this.running.child.stdin.write(JSON.stringify(text) + '\n')
    })
  }

  #start() {
    const [program, ...args] = this.command
    const running = { child: spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] }), waiting: [] }
    let rest = []
    // Lines end at LF alone; node:readline would also cut at U+2028, which may stand in a string.
    running.child.stdout.on('data', (chunk) => {
      let from = 0
      for (let end; (end = chunk.indexOf(10, from)) >= 0; from = end + 1) {
        running.waiting.shift()(Buffer.concat([...rest, chunk.subarray(from, end)]).toString())
        rest = []
      }
      rest.push(chunk.subarray(from))
    })
    const ended = () => {
      if (this.running === running) this.running = null
      for (const answer of running.waiting.splice(0)) answer(null)
    }
    running.child.on('close', ended).on('error', ended)
    running.child.stdin.on('error', () => {}) // the end of its output tells
    return running
  }

  /** Ends the process: at once, or when it has answered what it was asked. */
  async close(kill = false) {
    const running = this.running
    this.running = null
    if (!running || running.child.exitCode !== null || running.child.signalCode !== null) return
    if (kill) running.child.kill('SIGKILL')
    else running.child.stdin.end()
    await once(running.child, 'close').catch(() => {})
  }
}
