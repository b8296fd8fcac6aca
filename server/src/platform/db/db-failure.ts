const LOST_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '53300'], // shut down by an administrator, crashed, starting up; too many connections
])
/** The connection is as good as before: it waited too long for a lock, took too long, met another in a deadlock. */
const OVERRUN_CODES = ['55P03', '57014', '40P01']
const TEMPORARY_CODES = new Set([...LOST_CODES, ...OVERRUN_CODES])

/** What pg says without a code when a connection or a place in the pool is not to be had. */
const LOST_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end)/

/** Whether `error` says that a connection to the database is gone, or was not to be had. */
export function isLostConnection(error: unknown): boolean {
  return matches(error, LOST_CODES)
}

/**
 * Whether `error` says that the database cannot serve for now (stopped, restarting, overrun), so that the same
 * request may succeed a moment later. A transaction that met it was rolled back, unless the answer to its commit was lost.
 */
export function isTemporaryDbFailure(error: unknown): boolean {
  return matches(error, TEMPORARY_CODES)
}

function matches(error: unknown, codes: ReadonlySet<string>): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code !== undefined) {
    if (codes.has(code) || /^08\w{3}$/.test(code)) return true
    if (code === 'ENOENT' && syscall === 'connect') return true // the unix socket of a PostgreSQL that is not up
  }
  if (LOST_MESSAGES.test(error.message)) return true
  return error instanceof AggregateError ? error.errors.some((one) => matches(one, codes)) : matches(error.cause, codes)
}
