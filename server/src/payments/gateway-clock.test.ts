import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseClock } from '../platform/db/database-clock.ts'
import { useTestDb } from '../testing/test-db.ts'
import { gatewayClock } from './gateway-clock.ts'

const database = useTestDb()
let date: string | undefined
const server = createServer((_request, response) => {
  response.sendDate = false
  if (date !== undefined) response.setHeader('date', date)
  response.writeHead(401).end('{}')
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

const clock = () => gatewayClock(() => `http://127.0.0.1:${(server.address() as AddressInfo).port}`)

test('the gateway’s clock is the Date header of its answer', async () => {
  date = 'Fri, 20 Nov 2026 03:00:00 GMT'
  expect(await clock().read()).toEqual(new Date('2026-11-20T03:00:00Z'))
})

test.each([undefined, 'besok'])('an answer with the Date %s tells no time', async (header) => {
  date = header
  expect(await clock().read()).toBeNull()
})

test('the database’s clock is read from the database', async () => {
  const time = await databaseClock(database.db).read()
  expect(Math.abs((time?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
})
