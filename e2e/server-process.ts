/** A server of ours in a process of its own, started for the tests and ended after them. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as after } from 'node:timers/promises'

const startsWithinMs = 60_000
const endsWithinMs = 15_000

interface ServerOptions {
  /** Its module, from the root of the repository. */
  main: string
  env: Record<string, string>
  /** What it prints once it can be used. */
  readyText: string
  /** Gets all that it prints. */
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
    // Nothing of the caller's configuration (DATABASE_URL, keys) may reach it.
    const { PATH = '', HOME = '' } = process.env
    this.#child = spawn(process.execPath, [path.resolve(import.meta.dirname, '..', main)], {
      env: { PATH, HOME, ...env },
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

  /** @throws with what the server printed, when it ends or does not open in time */
  async ready(): Promise<void> {
    const isOpen = await Promise.race([
      this.#opened.then(() => true),
      this.#exit.then(() => false),
      after(startsWithinMs, false, { ref: false }),
    ])
    if (!isOpen) throw new Error(`${this.#main} did not start:\n${this.#output}`)
  }

  /** @throws when it had to be killed */
  async stop(): Promise<void> {
    this.#child.kill('SIGTERM')
    const inTime = await Promise.race([this.#exit.then(() => true), after(endsWithinMs, false, { ref: false })])
    if (inTime) return
    this.#child.kill('SIGKILL')
    await this.#exit
    throw new Error(`${this.#main} did not end within ${endsWithinMs / 1000} s`)
  }
}
