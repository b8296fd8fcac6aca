import { type ChildProcess, spawn } from 'node:child_process'
import type { FileHandle } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { ShopError } from '../../platform/errors.ts'
import { InvalidImage } from '../files/errors.ts'
import type { FullSetFile } from '../files/image-files.ts'
import type { EncodedFile, EncodedImage } from './encode-image.ts'
import { isUnusable, isUsage, type UnusableMessage, type UsageMessage } from './encoder-messages.ts'
import type { EncoderMessage } from './encoder-process.ts'
import type { FullSetMessage } from './full-set-process.ts'

/** The limits for decoding one picture. */
export interface EncoderLimits {
  cpuMs: number
  memoryBytes: number
  /** Only a process without CPU time reaches it. The picture is not blamed then. */
  wallMs: number
  /** The time that a running process has to end by itself when the server closes. */
  graceMs: number
}

export const encoderLimits: EncoderLimits = { cpuMs: 15_000, memoryBytes: 600_000_000, wallMs: 90_000, graceMs: 3_000 }
/** The limits for one full set. Nobody waits for it, and its process gets CPU time only when no other wants it. */
const fullSetLimits: Omit<EncoderLimits, 'graceMs'> = { cpuMs: 60_000, memoryBytes: 600_000_000, wallMs: 900_000 }

const maxErrorOutput = 4_000
/** A damaged picture made the decoder crash. */
const crashSignals: NodeJS.Signals[] = ['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGFPE', 'SIGILL']

export interface Encoder {
  /**
   * Decode a picture and encode it in all its sizes, in a process of its own.
   * @param file  at position 0
   * @throws {InvalidImage} it can't be decoded within the limits
   * @throws {ShopError} UNAVAILABLE: the encoder is closed, or the process was ended from outside
   */
  encode(file: FileHandle): Promise<EncodedImage>
  /**
   * Make files of the full set, in a process of its own with the lowest priority.
   * @param work.source  the basic file of the greatest width
   * @param work.onFile  called with each file as soon as it is encoded
   * @param work.signal  ends the process
   * @returns the colours of `colorsOf`
   * @throws {InvalidImage} it can't be decoded within the limits
   * @throws {ShopError} UNAVAILABLE: the encoder is closed, or the process was ended by the signal or from outside
   */
  encodeFullSet(work: {
    source: Buffer
    files: readonly FullSetFile[]
    onFile: (encoded: EncodedFile) => void
    signal: AbortSignal
  }): Promise<string>
  /** Start no further process, and end the running ones within three seconds. */
  close(): Promise<void>
}

/**
 * One process for each picture, because a decoder that hangs can only be ended with its process. A start takes 0.15 s of
 * CPU time; a process that waits for the next picture would take 85 MB of memory.
 */
export function openEncoder(limits: EncoderLimits = encoderLimits): Encoder {
  const running = new Map<ChildProcess, Promise<unknown>>()
  let closed = false
  const untilEnd = async <Result>(child: ChildProcess, result: Promise<Result>): Promise<Result> => {
    running.set(child, result)
    try {
      return await result
    } finally {
      running.delete(child)
    }
  }
  return {
    async encode(file) {
      if (closed) throw new ShopError('UNAVAILABLE')
      const child = startProcess('encoder-process.ts', file.fd)
      const result = resultOf<EncoderMessage, EncodedImage>(child, limits, (message, resolve) => {
        if (message.kind === 'encoded') resolve(message.image)
      })
      return untilEnd(child, result)
    },
    async encodeFullSet({ source, files, onFile, signal }) {
      if (closed || signal.aborted) throw new ShopError('UNAVAILABLE')
      const child = startProcess('full-set-process.ts', 'pipe', JSON.stringify(files))
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
      child.stdin?.on('error', () => {}) // it ended before it had read everything
      child.stdin?.end(source)
      const end = () => child.kill('SIGKILL')
      signal.addEventListener('abort', end)
      const result = resultOf<FullSetMessage, string>(child, fullSetLimits, (message, resolve) => {
        if (message.kind === 'file') onFile(message)
        else if (message.kind === 'finished') resolve(message.colors)
      })
      return untilEnd(child, result).finally(() => signal.removeEventListener('abort', end))
    },
    async close() {
      closed = true
      const killAll = setTimeout(() => {
        for (const child of running.keys()) child.kill('SIGKILL')
      }, limits.graceMs)
      await Promise.allSettled(running.values())
      clearTimeout(killAll)
    },
  }
}

function startProcess(program: string, input: number | 'pipe', ...args: string[]): ChildProcess {
  const { PATH, LD_LIBRARY_PATH } = process.env
  return spawn(process.execPath, [path.join(import.meta.dirname, program), ...args], {
    stdio: [input, 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced', // sends bytes as they are
    // No secrets, because this process handles files of strangers. Fewer arenas keep its memory small.
    env: { PATH, LD_LIBRARY_PATH, MALLOC_ARENA_MAX: '2' },
  })
}

/** Ends the process after its result, after a failure to decode, or at a limit. */
function resultOf<Message extends { kind: string }, Result>(
  child: ChildProcess,
  limits: Omit<EncoderLimits, 'graceMs'>,
  onMessage: (message: Message, resolve: (result: Result) => void) => void,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const overtime = setTimeout(() => end(() => reject(new ShopError('UNAVAILABLE'))), limits.wallMs)
  let errorOutput = ''
  /** The promise settles after the process has ended, so that the next one does not run beside it. */
  let settle: (() => void) | undefined
  const end = (outcome: () => void) => {
    settle ??= outcome
    child.kill('SIGKILL')
  }

  child.on('message', (message: UsageMessage | UnusableMessage | Message) => {
    if (isUnusable(message)) end(() => reject(new InvalidImage(message.problem)))
    else if (!isUsage(message)) onMessage(message, (result) => end(() => resolve(result)))
    else if (message.cpuMs > limits.cpuMs || message.memoryBytes > limits.memoryBytes) {
      end(() => reject(new InvalidImage('too expensive')))
    }
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    if (errorOutput.length < maxErrorOutput) errorOutput += chunk
  })
  child.once('error', (error) => {
    clearTimeout(overtime)
    reject(error) // it could not be started
  })
  child.once('close', (code, signal) => {
    clearTimeout(overtime)
    if (settle) settle()
    else if (signal && crashSignals.includes(signal)) reject(new InvalidImage('unreadable'))
    else if (signal) reject(new ShopError('UNAVAILABLE'))
    else reject(new Error(`The process that decodes pictures ended with code ${code}:\n${errorOutput}`))
  })
  return promise
}
