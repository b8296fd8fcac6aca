/** PostgreSQL's own lines in the log of the shop. Lines from before the log exists wait for it. */
interface LineLog {
  info(details: object, line: string): void
  warn(details: object, line: string): void
}

const details = { from: 'postgres' }
/** PostgreSQL writes the level at the beginning of a line. LOG is its word for normal lines. */
const isSerious = /^(PANIC|FATAL|ERROR|WARNING):/

export function createPostgresLog() {
  let waiting: string[] = []
  let log: LineLog | undefined

  function line(text: string): void {
    if (!log) waiting.push(text)
    else if (isSerious.test(text)) log.warn(details, text)
    else log.info(details, text)
  }
  return {
    line,
    writeTo(target: LineLog): void {
      log = target
      const lines = waiting
      waiting = []
      for (const text of lines) line(text)
    },
  }
}
