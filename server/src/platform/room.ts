import type { FastifyPluginAsync } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Db } from './db/db.ts'
import type { Job } from './jobs/schedule-job.ts'

/**
 * The parts that a room gives to the server. The `open.ts` of a room makes it, and follows the events that the room needs.
 */
export interface Room {
  api?: readonly FastifyPluginAsyncZod[]
  /** Routes outside the API. */
  site?: readonly FastifyPluginAsync[]
  jobs?: readonly Job[]
  /** Deletes old rows every hour, only by this `db`. */
  deleteExpired?(db: Db, now: Date, signal: AbortSignal): Promise<unknown>
  /** Called when the server has closed. */
  close?(): unknown
}
