import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { logRepeated, shortTexts } from './log.ts'

const lines: Record<string, unknown>[] = []
const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
const { log } = Fastify({ logger: { level: 'info', stream, ...shortTexts } })

beforeEach(() => {
  vi.useFakeTimers()
  lines.length = 0
})
afterEach(() => void vi.useRealTimers())

test('texts of strangers are logged without invisible characters, and cut', () => {
  const orderId = `a\u001b[31m\u202E\u2028\n${'b'.repeat(1_000_000)}`
  log.warn({ orderId, report: { id: orderId, amount: 1 }, all: [orderId] }, 'a line')
  const short = `a[31m${'b'.repeat(55)}…`
  expect(lines).toMatchObject([{ orderId: short, report: { id: short, amount: 1 }, all: [short], msg: 'a line' }])
})

test('paths of the shop and errors are logged whole', () => {
  const file = `/var/backups/${'a'.repeat(100)}`
  log.warn({ file, deleted: [file], err: new Error('e'.repeat(100)) }, 'a line')
  expect(lines).toMatchObject([{ file, deleted: [file], err: { message: 'e'.repeat(100) } }])
})

test('a repeated line is logged once a minute with the number of repetitions, and at once after a quiet minute', () => {
  const forge = (orderId: string) => logRepeated(log, 'warn', { orderId }, 'forged')
  for (let n = 1; n <= 5; n += 1) forge(`x-${n}`)
  logRepeated(log, 'error', {}, 'another')
  expect(lines.map(({ msg, orderId }) => [msg, orderId])).toEqual([
    ['forged', 'x-1'],
    ['another', undefined],
  ])
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(3)
  expect(lines[2]).toMatchObject({ msg: 'forged', orderId: 'x-5', repeated: 4, level: 40 })
  forge('x-6')
  expect(lines).toHaveLength(3)
  vi.advanceTimersByTime(120_000)
  expect(lines[3]).toMatchObject({ orderId: 'x-6', repeated: 1 })
  forge('x-7')
  expect(lines.map(({ orderId }) => orderId)).toEqual(['x-1', undefined, 'x-5', 'x-6', 'x-7'])
})
