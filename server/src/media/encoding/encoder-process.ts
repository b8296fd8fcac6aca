/**
 * The program of the process that decodes one picture from standard input. It sends the messages of `EncoderMessage` to the
 * parent, which ends this process.
 */
import { readFileSync } from 'node:fs'
import { type EncodedImage, encodeImage, UnusableImage } from './encode-image.ts'
import { reportUsage, send, type UnusableMessage, type UsageMessage } from './encoder-messages.ts'

export type EncoderMessage = UsageMessage | UnusableMessage | { kind: 'encoded'; image: EncodedImage }

reportUsage()
try {
  send<EncoderMessage>({ kind: 'encoded', image: await encodeImage(readFileSync(0)) })
} catch (error) {
  if (!(error instanceof UnusableImage)) throw error
  send<EncoderMessage>({ kind: 'unusable', problem: error.problem })
}
