const TEMPORARY_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '53300'], // shut down by an administrator, crashed, starting up; too many connections
  ...['55P03', '57014', '40P01'], // waited too long for a lock, took too long, met another in a deadlock
])

/** What pg says without a code when a connection or a place in the pool is not to be had. */
const TEMPORARY_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end)/

/**
 * Whether `error` says that the database cannot serve for now (stopped, restarting, overrun), so that the same
 * request may succeed a moment later. A transaction that met it was rolled back, unless the answer to its commit was lost.
 */
export function isTemporaryDbFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code !== undefined) {
    if (TEMPORARY_CODES.has(code) || /^08\w{3}$/.test(code)) return true
    if (code === 'ENOENT' && syscall === 'connect') return true // the unix socket of a PostgreSQL that is not up
  }
  if (TEMPORARY_MESSAGES.test(error.message)) return true
  return error instanceof AggregateError ? error.errors.some(isTemporaryDbFailure) : isTemporaryDbFailure(error.cause)
}
