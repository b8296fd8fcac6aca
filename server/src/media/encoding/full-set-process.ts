/**
 * The program of the process that makes the full set of one picture. It gets the basic file of the greatest width on
 * standard input, and the list of files as its argument. It sends the messages of `FullSetMessage` to the parent, which
 * ends this process.
 */
import { readFileSync } from 'node:fs'
import type { FullSetFile } from '../files/image-files.ts'
import { colorsOf, type EncodedFile, encodeFullSet, UnusableImage } from './encode-image.ts'
import { reportUsage, send, type UnusableMessage, type UsageMessage } from './encoder-messages.ts'

export type FullSetMessage =
  | UsageMessage
  | UnusableMessage
  | ({ kind: 'file' } & EncodedFile)
  | { kind: 'finished'; colors: string }

reportUsage()
try {
  const files = JSON.parse(process.argv[2] ?? '[]') as FullSetFile[]
  const source = readFileSync(0)
  for await (const encoded of encodeFullSet(source, files)) send<FullSetMessage>({ kind: 'file', ...encoded })
  send<FullSetMessage>({ kind: 'finished', colors: await colorsOf(source) })
} catch (error) {
  if (!(error instanceof UnusableImage)) throw error
  send<FullSetMessage>({ kind: 'unusable', problem: error.problem })
}
