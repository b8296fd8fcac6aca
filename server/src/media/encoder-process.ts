/**
 * The program of the process that decodes one picture. It is read from standard input; the messages of `EncoderMessage`
 * are sent to the parent, which ends this process.
 */
import { readFileSync } from 'node:fs'
import { type EncodedImage, encodeImage, type ImageProblem, UnusableImage } from './encode-image.ts'

export type EncoderMessage =
  | { kind: 'usage'; cpuMs: number; memoryBytes: number }
  | { kind: 'encoded'; image: EncodedImage }
  | { kind: 'unusable'; problem: ImageProblem }

const reportMs = 50

// The channel closes when the parent ends, in whatever way. Only SIGKILL ends a process whose threads are decoding.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
setInterval(() => {
  const { user, system } = process.cpuUsage()
  send({ kind: 'usage', cpuMs: (user + system) / 1000, memoryBytes: process.memoryUsage.rss() })
}, reportMs)

try {
  send({ kind: 'encoded', image: await encodeImage(readFileSync(0)) })
} catch (error) {
  if (!(error instanceof UnusableImage)) throw error
  send({ kind: 'unusable', problem: error.problem })
}

function send(message: EncoderMessage): void {
  if (process.connected) process.send?.(message)
}
