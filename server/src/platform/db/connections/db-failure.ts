const lostConnectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // Shut down by an administrator, crashed, starting up; too many connections.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // It is now a replica: read-only, in recovery. A new connection may lead to the primary.
  '25006',
  '55000',
])
const serializationFailure = '40001'
const uniqueViolation = '23505'
/** The connection stays usable: lock timeout, statement timeout, deadlock, serialization failure, disk full. */
const usableCodes = ['55P03', '57014', '40P01', serializationFailure, '53100']
const temporaryCodes = new Set([...lostConnectionCodes, ...usableCodes])

/** Errors of pg without a code: the connection was lost or leads to a replica, or the pool has no free one. */
const lostConnectionMessages =
  /^(cannot access temporary or unlogged relations during recovery|Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end)/

/** Whether `error` means that a connection to the database was lost or could not be made. */
export function isLostConnection(error: unknown): boolean {
  return matches(error, lostConnectionCodes)
}

/** Whether a transaction was rolled back only because of another one, so that it may run again. */
export function isSerializationFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === serializationFailure
}

/** Whether a statement took longer than it may. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}

/**
 * Whether a prepared statement was refused because a migration has changed its result since it was prepared, as with
 * `select *`. It had no effect, and is prepared again when it is sent again.
 */
export function isStaleStatement(error: unknown): boolean {
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'
}

/** Whether a statement was refused because one before it in the same transaction has failed. */
export function isInAbortedTransaction(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P02'
}

/** Whether another row has the value of a unique column already. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === uniqueViolation
}

/** Whether a row that is referred to would go, or a row refers to one that is not there. */
export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503'
}

/** The name of the constraint that a statement has violated; undefined for every other error. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof Error ? (error as { constraint?: string }).constraint : undefined
}

/** Whether a query got no answer in time. The server's own timeout is shorter, so the connection is silent. */
export function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** Whether the statement may have been executed although it failed. After every other error it was not. */
export function isOutcomeUnknown(error: unknown): boolean {
  return isLostConnection(error) || isQueryTimeout(error)
}

/**
 * Whether the database is temporarily unavailable (stopped, restarting, overloaded, full), so that the same request may
 * succeed later. The transaction was rolled back, unless the connection was lost during its commit.
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
