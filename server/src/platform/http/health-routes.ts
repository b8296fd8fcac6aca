import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { isDiskFull } from '../temporary-failure.ts'

interface HealthDeps {
  db: Db
  /** Whether the disk with the data of this server has room for more. */
  hasFreeSpace?: (() => Promise<boolean>) | undefined
}

/** The disk of a database elsewhere can't be asked, so a write that it refused keeps the server unready for so long. */
const diskFullMs = 30_000

/**
 * /healthz says that the process answers, /readyz that it can serve: 503 while the database is away or accepts no
 * writes, or a disk is full. Call it before the other routes, whose errors it watches.
 */
export function addHealthRoutes(server: FastifyInstance, { db, hasFreeSpace = async () => true }: HealthDeps): void {
  let diskFullAt = Number.NEGATIVE_INFINITY
  server.addHook('onError', async (_request, _reply, error) => {
    if (isDiskFull(error)) diskFullAt = performance.now()
  })

  async function assertReady(): Promise<void> {
    const { rows } = await sql<{ mode: string }>`select current_setting('transaction_read_only') as mode`.execute(db)
    if (rows[0]?.mode === 'on') throw new Error('the database accepts no writes')
    if (!(await hasFreeSpace())) throw new Error('the disk of the data folder is full')
    if (performance.now() - diskFullAt < diskFullMs) throw new Error('a write failed because a disk is full')
  }

  server.get('/healthz', () => ({ status: 'ok' }))
  server.get('/readyz', async (_request, reply) => {
    try {
      await assertReady()
      return { status: 'ok' }
    } catch (error) {
      server.log.warn({ err: error }, 'not ready')
      return reply.status(503).header('retry-after', 5).send({ status: 'unavailable' })
    }
  })
}
