import { expect, test, vi } from 'vitest'
import { createPostgresLog } from './postgres-log.ts'

test('lines from before the log exists wait for it, and serious ones are warnings', () => {
  const log = { info: vi.fn(), warn: vi.fn() }
  const postgres = createPostgresLog()
  postgres.line('LOG:  database system is ready to accept connections')
  postgres.writeTo(log)
  postgres.line('FATAL:  the database system is shutting down')
  const from = { from: 'postgres' }
  expect(log.info.mock.calls).toEqual([[from, 'LOG:  database system is ready to accept connections']])
  expect(log.warn.mock.calls).toEqual([[from, 'FATAL:  the database system is shutting down']])
})
