import { appendFileSync, closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Payment } from './payments/payment.ts'
import type { Delivery } from './webhooks/delivery.ts'
import { dropOldest } from './webhooks/drop-oldest.ts'

/** One line of the journal. A later record about the same order, delivery or clock replaces the earlier one. */
export type JournalRecord =
  | { kind: 'payment'; payment: Payment }
  | { kind: 'delivery'; delivery: Delivery }
  | { kind: 'clock'; offsetMs: number }

export interface JournalState {
  payments: Map<string, Payment>
  deliveries: Map<string, Delivery>
  offsetMs: number
}

/**
 * The sandbox's state across restarts: JSON lines, appended before the answer is sent, read and compacted at the start. The
 * records of one `append` are written with one call, so a kill -9 keeps all of them or none.
 */
export class Journal {
  readonly #file: number | undefined

  private constructor(file: number | undefined) {
    this.#file = file
  }

  /** Without a path nothing is stored. */
  static open(path: string | undefined, log: (line: string) => void): { journal: Journal; state: JournalState } {
    if (path === undefined) return { journal: new Journal(undefined), state: readState('', log) }
    mkdirSync(dirname(path), { recursive: true })
    const state = readState(readIfExists(path), log)
    compact(path, state)
    return { journal: new Journal(openSync(path, 'a')), state }
  }

  append(records: JournalRecord[]): void {
    if (this.#file === undefined || records.length === 0) return
    appendFileSync(this.#file, lines(records))
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
  }
}

function lines(records: JournalRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

function readIfExists(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

function readState(text: string, log: (line: string) => void): JournalState {
  const state: JournalState = { payments: new Map(), deliveries: new Map(), offsetMs: 0 }
  const complete = text.slice(0, text.lastIndexOf('\n') + 1) // a crash can cut off the last line
  for (const line of complete.split('\n')) {
    if (line === '') continue
    const record = parse(line)
    if (record === 'unreadable') log(`payment sandbox: skipped an unreadable line of its journal: ${line.slice(0, 80)}`)
    else if (record.kind === 'payment') state.payments.set(record.payment.orderId, record.payment)
    else if (record.kind === 'delivery') state.deliveries.set(record.delivery.id, record.delivery)
    else state.offsetMs = record.offsetMs
  }
  dropOldest(state.deliveries)
  return state
}

function parse(line: string): JournalRecord | 'unreadable' {
  try {
    return JSON.parse(line) as JournalRecord
  } catch {
    return 'unreadable' // a line damaged by a full disk must not prevent every later start
  }
}

function compact(path: string, state: JournalState): void {
  const fresh = `${path}.new`
  const file = openSync(fresh, 'w')
  appendFileSync(
    file,
    lines([
      { kind: 'clock', offsetMs: state.offsetMs },
      ...[...state.payments.values()].map((payment) => ({ kind: 'payment' as const, payment })),
      ...[...state.deliveries.values()].map((delivery) => ({ kind: 'delivery' as const, delivery })),
    ]),
  )
  fsyncSync(file)
  closeSync(file)
  renameSync(fresh, path)
}
