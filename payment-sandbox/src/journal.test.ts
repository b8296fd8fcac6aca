import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startMerchant, startSandbox } from './testing/start-sandbox.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payment-sandbox-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('every record is in the file before the answer is sent, and a line cut off by a crash is ignored', async () => {
  const stateFile = join(folder, 'deep', 'state.jsonl')
  const before = await startSandbox({ stateFile })
  const { body } = await before.create('KEPT-1')
  await before.create('KEPT-2')
  await before.call('POST', '/_sandbox/transactions/KEPT-1/charge')
  await before.call('POST', '/_sandbox/clock', { advanceSeconds: 60 })
  const pending = await before.status('KEPT-1')
  const copy = join(folder, 'copy.jsonl') // the file that a kill -9 at this moment would leave
  appendFileSync(copy, `${readFileSync(stateFile, 'utf8')}{"kind":"payment","payment":{"orderId":"KEPT-1","tok`)
  await before.close()

  const after = await startSandbox({ stateFile: copy })
  expect(await after.status('KEPT-1')).toEqual(pending)
  expect((await after.page(body.token)).state).toMatch(/^pending/)
  expect((await after.call('GET', '/_sandbox/clock')).body.aheadSeconds).toBe(60)
  expect((await after.create('KEPT-1')).status).toBe(400)
  expect(readFileSync(copy, 'utf8').split('\n').filter(Boolean)).toHaveLength(3) // the clock and two payments
  await after.close()
})

test('an unreadable line is skipped and reported', async () => {
  const stateFile = join(folder, 'state.jsonl')
  appendFileSync(stateFile, '{"kind":"clock","off\n{"kind":"clock","offsetMs":7000}\n')
  const log: string[] = []
  const sandbox = await startSandbox({ stateFile, log: (line) => log.push(line) })
  expect((await sandbox.call('GET', '/_sandbox/clock')).body.aheadSeconds).toBe(7)
  expect(log).toEqual([expect.stringContaining('unreadable line')])
  await sandbox.close()
})

test('an undelivered webhook is sent after the restart', async () => {
  const stateFile = join(folder, 'state.jsonl')
  const merchant = await startMerchant(200)
  const before = await startSandbox({ stateFile, defaultNotificationUrl: merchant.url })
  await before.call('PATCH', '/_sandbox/switches', { webhookDelaySeconds: 1 })
  await before.create('SENT-1')
  await before.call('POST', '/_sandbox/transactions/SENT-1/charge')
  await before.close()
  expect(merchant.received).toHaveLength(0)

  const after = await startSandbox({ stateFile, now: () => new Date(Date.now() + 2_000) })
  await vi.waitFor(() => expect(merchant.statuses()).toEqual(['pending']))
  await after.close()
  await merchant.close()
})
