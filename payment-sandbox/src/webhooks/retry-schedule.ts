const intervalsMs = [2, 10, 30, 90, 210].map((minutes) => minutes * 60_000)

/** The number of Midtrans's retries after an HTTP status (docs: https-notification-webhooks). null: there was no answer. */
export function retriesAfter(httpStatus: number | null): number {
  if (httpStatus === null) return 5
  if (httpStatus >= 200 && httpStatus < 300) return 0
  if (httpStatus === 301 || httpStatus === 302 || httpStatus === 303) return 0
  if (httpStatus === 500) return 1
  if (httpStatus === 400 || httpStatus === 404) return 2
  return httpStatus === 503 ? 4 : 5
}

/** Wait before the next attempt in ms at real speed, after `failures` (from 1) attempts; undefined: no further attempt. */
export function waitBeforeRetry(failures: number, lastHttpStatus: number | null): number | undefined {
  return failures > retriesAfter(lastHttpStatus) ? undefined : intervalsMs[failures - 1]
}
