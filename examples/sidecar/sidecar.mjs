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
  repair(text) {
    const line = this.turn.then(async () => (await this.#ask(text)) ?? (await this.#ask(text)))
    this.turn = line.catch(() => {}) // order and back-pressure: callers wait here, and no text of theirs is on its way
    return line.then((line) => JSON.parse(line ?? raise('jmend ended before it answered')))
  }

  /** The line that answers, or null where the process ended first. */
  #ask(text) {
    const child = (this.child ??= this.#start())
    return new Promise((answered, failed) => {
      const timer = setTimeout(() => {
        failed(new Error('jmend: no answer in time'))
        this.close(true) // its next line would answer the wrong request
      }, this.timeout)
      child.answer = (line) => {
        clearTimeout(timer)
        answered(line)
      }
      child.stdin.write(JSON.stringify(text) + '\n')
    })
  }

  #start() {
    const [program, ...args] = this.command
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    const pieces = []
    child.stdout.on('data', (piece) => {
      pieces.push(piece)
      // An answer is one line. node:readline would cut it at U+2028, too, which may stand in a string.
      if (piece.at(-1) === 10) child.answer(Buffer.concat(pieces.splice(0)).toString())
    })
    const ended = () => {
      if (this.child === child) this.child = null
      child.answer(null)
    }
    child.on('close', ended).on('error', ended)
    child.stdin.on('error', () => {}) // the end of its output tells
    return child
  }

  /** Ends the process: at once, or when it has answered what it was asked. */
  async close(kill = false) {
    const child = this.child
    this.child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    if (kill) child.kill('SIGKILL')
    else child.stdin.end()
    await once(child, 'close').catch(() => {})
  }
}

function raise(message) {
  throw new Error(message)
}
