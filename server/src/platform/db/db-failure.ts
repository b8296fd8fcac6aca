const lostConnectionCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '53300'], // shut down by an administrator, crashed, starting up; too many connections
])
/** The connection stays usable: lock timeout, statement timeout, deadlock. */
const overloadCodes = ['55P03', '57014', '40P01']
const temporaryCodes = new Set([...lostConnectionCodes, ...overloadCodes])

/** Errors of pg without a code: the connection is gone, or the pool has none to give. */
const lostConnectionMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end)/

/** Whether `error` means that a connection to the database was lost or could not be made. */
export function isLostConnection(error: unknown): boolean {
  return matches(error, lostConnectionCodes)
}

/** Whether a query got no answer in time. The server's own timeout is shorter, so the connection is silent. */
export function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/**
 * Whether `error` means that the database is temporarily unavailable (stopped, restarting, overloaded), so that the same
 * request may succeed later. The transaction was rolled back, unless the connection was lost during its commit.
 */
export function isTemporaryDbFailure(error: unknown): boolean {
  return matches(error, temporaryCodes)
}

function matches(error: unknown, codes: ReadonlySet<string>): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code !== undefined) {
    if (codes.has(code) || /^08\w{3}$/.test(code)) return true
    if (code === 'ENOENT' && syscall === 'connect') return true // the unix socket of a PostgreSQL that is not running
  }
  if (isQueryTimeout(error) || lostConnectionMessages.test(error.message)) return true
  return error instanceof AggregateError
    ? error.errors.some((inner) => matches(inner, codes))
    : matches(error.cause, codes)
}
