import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseClock } from '../platform/db/database-clock.ts'
import { listen } from '../testing/free-port.ts'
import { useTestDb } from '../testing/test-db.ts'
import { gatewayClock } from './clock-guard.ts'

const database = useTestDb()
let date: string | undefined
const server = createServer((_request, response) => {
  response.sendDate = false
  if (date !== undefined) response.setHeader('date', date)
  response.writeHead(401).end('{}')
})
let port: number
beforeAll(async () => {
  port = await listen(server)
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const clock = () => gatewayClock(() => `http://127.0.0.1:${port}`)

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
