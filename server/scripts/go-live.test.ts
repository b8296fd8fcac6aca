import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createQuietMark, readQuietMark } from '../src/office/backup/quiet.ts'
import { markCompared, readMissingSpan } from '../src/payments/statement/missing-spans.ts'
import { transact } from '../src/platform/db/transact.ts'
import { programEnvironment, urlOf } from '../src/testing/shop-process.ts'
import { useTestDb } from '../src/testing/test-db.ts'

const shop = useTestDb()
const script = path.join(import.meta.dirname, 'restore.ts')

async function goLive(input: string, ...args: string[]) {
  const env = { ...programEnvironment(), DATABASE_URL: urlOf(shop.connection) }
  const child = spawn(process.execPath, [script, '--go-live', ...args], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(input)
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { output, isQuiet: (await readQuietMark(shop.db)) !== undefined }
}

const restoredAt = (day: string) =>
  createQuietMark(
    (statement, values) => shop.pool.query(statement, values),
    { madeAt: new Date(`${day}T01:00:00Z`) },
    new Date(`${day}T04:00:00Z`),
  )
const isLive = { output: 'The shop is live.\n', isQuiet: false }

test('going live asks once more until the payments of the missing time were compared', async () => {
  await restoredAt('2026-11-19')
  expect(await goLive('')).toEqual(isLive) // the local sandbox has no reports
  expect(await readMissingSpan(shop.db)).toBeUndefined()
  const keys = { environment: 'production', client_key: 'Mid-client-x', server_key_fingerprint: Buffer.from('x') }
  await shop.db
    .insertInto('payment_key_sets')
    .values({ ...keys, created_at: new Date() })
    .execute()

  await restoredAt('2026-11-20')
  for (const answer of ['', 'no\n']) {
    const asked = await goLive(answer)
    expect(asked.output).toMatch(/from 2026-11-20T01:00:00\.000Z to 2026-11-20T04:00:00\.000Z may be missing/)
    expect(asked.isQuiet).toBe(true)
  }
  expect(await goLive('yes\n')).toMatchObject({ isQuiet: false })
  expect(await readMissingSpan(shop.db)).toBeDefined() // administrators are still told
  await restoredAt('2026-11-21')
  expect(await goLive('', '--yes')).toEqual(isLive)
  await restoredAt('2026-11-22')
  await transact(shop.db, (tx) => markCompared(tx, null, new Date()))
  expect(await goLive('')).toEqual(isLive)
})
