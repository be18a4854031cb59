// jmend as a sidecar of a Node program (18 or newer): one process, requests from anywhere in the program.
//
//     const jmend = new Sidecar()
//     const report = await jmend.repair("{'a': 1}") // { ok: true, value: { a: 1 }, strategy: … }
//
// Callers are served one after the other, in the order in which they came. A process that ended is started again and
// asked once more: a repair has no side effects.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const COMMAND = ['jmend', 'repair', '--framing', 'strings', '--report', '--jobs', '1', '--quiet']

export class Sidecar {
  constructor({ command = COMMAND, timeout = 10_000 } = {}) {
    Object.assign(this, { command, timeout, child: null, turn: Promise.resolve() })
  }

  /** The report on `text`. Rejects when the time is up, and where jmend ended twice. */
  async repair(text) {
    const asked = this.turn.then(async () => (await this.#ask(text)) ?? (await this.#ask(text)))
    this.turn = asked.catch(() => {}) // order and back-pressure: callers wait here, and no text of theirs is on its way
    const answer = await asked
    if (answer === null) throw new Error('jmend ended before it answered')
    return JSON.parse(answer)
  }

  /** The line that answers, or null where the process ended first. */
  async #ask(text) {
    const child = (this.child ??= this.#start())
    const timer = setTimeout(() => this.close('SIGKILL'), this.timeout) // its next line would answer the wrong request
    child.stdin.write(JSON.stringify(text) + '\n')
    const pieces = []
    // An answer is one line. node:readline would cut it at U+2028, too, which may stand in a string.
    for await (const piece of child.stdout.iterator({ destroyOnReturn: false })) {
      pieces.push(piece)
      if (piece.at(-1) === 10) break
    }
    clearTimeout(timer)
    if (pieces.at(-1)?.at(-1) === 10) return Buffer.concat(pieces).toString()
    if (this.child !== child) throw new Error('jmend: no answer in time')
    return this.close()
  }

  #start() {
    const [program, ...args] = this.command
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    for (const part of [child, child.stdin]) part.on('error', () => {}) // the end of its output tells
    return child
  }

  /** Ends the process: at once with a signal, or else when it has answered what it was asked. */
  async close(signal) {
    const child = this.child
    this.child = null
    if (signal) child?.kill(signal)
    else child?.stdin.end()
    if (child?.exitCode === null && child.signalCode === null && child.pid) await once(child, 'close')
    return null
  }
}
