/** Questions to the operator in a terminal. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Ctrl-C or Ctrl-D in the middle of a question. */
export class Interrupted extends Error {
  constructor() {
    super('Stopped: nothing was changed.')
    this.name = 'Interrupted'
  }
}

export const ask = (question: string) => read(question, process.stdout)

/** The same, without showing the typed text. */
export async function askHidden(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const answer = read('', nowhere)
  process.stdout.write(question) // when the terminal shows nothing any more
  return answer.finally(() => process.stdout.write('\n'))
}

function read(question: string, output: Writable): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 })
  lines.once('close', () => reject(new Interrupted()))
  lines.question(question, (answer) => {
    resolve(answer)
    lines.close()
  })
  return promise
}

/** The text of stdin if it is a pipe or a file; empty if there is none. */
export async function firstLineOfInput(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}
