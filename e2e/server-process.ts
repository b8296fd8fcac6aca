/** A server in a process of its own, started for the tests and stopped after them. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as after } from 'node:timers/promises'

const startsWithinMs = 180_000
const endsWithinMs = 60_000

interface ServerOptions {
  /** Its main module, relative to the root of the repository. */
  main: string
  env: Record<string, string>
  /** A text that it prints when it is ready. */
  readyText: string
  /** The file for its whole output. */
  logFile: string
}

export class ServerProcess {
  readonly #main: string
  readonly #child: ChildProcessByStdio<null, Readable, Readable>
  readonly #exit: Promise<unknown>
  readonly #opened: Promise<unknown>
  #output = ''

  constructor({ main, env, readyText, logFile }: ServerOptions) {
    this.#main = main
    // The caller's configuration (DATABASE_URL, keys) must not reach it.
    const { PATH = '', HOME = '' } = process.env
    const root = path.resolve(import.meta.dirname, '..')
    const NODE_COMPILE_CACHE = path.join(root, 'node_modules/.cache/node')
    this.#child = spawn(process.execPath, [path.join(root, main)], {
      env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#exit = once(this.#child, 'exit')
    writeFileSync(logFile, '')
    this.#opened = new Promise((resolve) => {
      const note = (chunk: Buffer) => {
        appendFileSync(logFile, chunk)
        this.#output += chunk
        if (this.#output.includes(readyText)) resolve(undefined)
      }
      this.#child.stdout.on('data', note)
      this.#child.stderr.on('data', note)
    })
  }

  /** @throws with the server's output, if it exits or is not ready in time */
  async ready(): Promise<void> {
    const isOpen = await Promise.race([
      this.#opened.then(() => true),
      this.#exit.then(() => false),
      after(startsWithinMs, false, { ref: false }),
    ])
    if (!isOpen) throw new Error(`${this.#main} did not start:\n${this.#output}`)
  }

  output(): string {
    return this.#output
  }

  /** @throws if it had to be killed */
  async stop(): Promise<void> {
    this.#child.kill('SIGTERM')
    const inTime = await Promise.race([this.#exit.then(() => true), after(endsWithinMs, false, { ref: false })])
    if (inTime) return
    this.#child.kill('SIGKILL')
    await this.#exit
    throw new Error(`${this.#main} did not end within ${endsWithinMs / 1000} s`)
  }
}
