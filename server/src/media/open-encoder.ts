import { type ChildProcess, spawn } from 'node:child_process'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { ShopError } from '../platform/errors.ts'
import type { EncodedImage } from './encode-image.ts'
import type { EncoderMessage } from './encoder-process.ts'
import { InvalidImage } from './errors.ts'

/** What decoding one picture may take. */
export interface EncoderLimits {
  cpuMs: number
  memoryBytes: number
  /** Only reached by a process that gets no CPU time; the picture is not blamed then. */
  wallMs: number
}

export const encoderLimits: EncoderLimits = { cpuMs: 15_000, memoryBytes: 600_000_000, wallMs: 90_000 }

/** When the server closes, running processes have this time to end by themselves. */
const graceMs = 3_000
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
  /** Start no further process, and end the running ones within three seconds. */
  close(): Promise<void>
}

/**
 * One process for each picture: a decoder that hangs can only be ended together with its process. Starting one takes
 * 0.15 s of CPU time; one that waits for the next picture would take 85 MB of memory.
 */
export function openEncoder(limits: EncoderLimits = encoderLimits): Encoder {
  const running = new Map<ChildProcess, Promise<unknown>>()
  let closed = false
  return {
    async encode(file) {
      if (closed) throw new ShopError('UNAVAILABLE')
      const child = startProcess(file)
      const result = encodedBy(child, limits)
      running.set(child, result)
      try {
        return await result
      } finally {
        running.delete(child)
      }
    },
    async close() {
      closed = true
      const killAll = setTimeout(() => {
        for (const child of running.keys()) child.kill('SIGKILL')
      }, graceMs)
      await Promise.allSettled(running.values())
      clearTimeout(killAll)
    },
  }
}

function startProcess(file: FileHandle): ChildProcess {
  const { PATH, LD_LIBRARY_PATH } = process.env
  return spawn(process.execPath, [path.join(import.meta.dirname, 'encoder-process.ts')], {
    stdio: [file.fd, 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced', // sends bytes as they are
    // Nothing secret: this process handles files of strangers. Fewer arenas keep its memory small.
    env: { PATH, LD_LIBRARY_PATH, MALLOC_ARENA_MAX: '2' },
  })
}

function encodedBy(child: ChildProcess, limits: EncoderLimits): Promise<EncodedImage> {
  const { promise, resolve, reject } = Promise.withResolvers<EncodedImage>()
  const overtime = setTimeout(() => end(() => reject(new ShopError('UNAVAILABLE'))), limits.wallMs)
  let errorOutput = ''
  /** The promise is settled once the process is gone, so that the next one does not run beside it. */
  let settle: (() => void) | undefined
  const end = (outcome: () => void) => {
    settle ??= outcome
    child.kill('SIGKILL')
  }

  child.on('message', (message: EncoderMessage) => {
    if (message.kind === 'encoded') end(() => resolve(message.image))
    else if (message.kind === 'unusable') end(() => reject(new InvalidImage(message.problem)))
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
