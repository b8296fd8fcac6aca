/** Lines that strangers cause are short, and can't fill the log. */
import type { FastifyServerOptions } from 'fastify'

const longest = 64
/** Only our own: paths and addresses of the configuration. */
const whole = new Set(['file', 'deleted', 'url'])
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu

/** Options of the log. Texts are cut and lose invisible characters. Errors are logged as they are. */
export const shortTexts = {
  formatters: {
    log: (details) =>
      Object.fromEntries(
        Object.entries(details).map(([key, value]) => [key, whole.has(key) ? value : shortened(value)]),
      ),
  },
} satisfies Exclude<FastifyServerOptions['logger'], boolean | undefined>

function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    const text = value.slice(0, longest).replace(invisible, '')
    return value.length > longest ? `${text}…` : text
  }
  if (Array.isArray(value)) return value.map(shortened)
  if (value?.constructor !== Object) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one)]))
}

const minuteMs = 60_000

type Line = (details: object, message: string) => void
interface Log {
  info: Line
  warn: Line
  error: Line
}

/** The lines of the last minute, by their message, with the number of their repetitions. */
const repeats = new WeakMap<Partial<Log>, Map<string, { count: number; details: object }>>()

/**
 * For lines that anybody can cause again and again: one line a minute for each message, with the number of the others as
 * `repeated` and the details of the last one.
 */
export function logRepeated<Level extends keyof Log>(
  log: Pick<Log, Level>,
  level: Level,
  details: object,
  message: string,
): void {
  const known = repeats.get(log) ?? new Map()
  repeats.set(log, known)
  const last = known.get(message)
  if (last) {
    last.count += 1
    last.details = details
    return
  }
  log[level](details, message)
  known.set(message, { count: 0, details })
  const timer = setInterval(() => {
    const now = known.get(message)
    if (now && now.count > 0) {
      log[level]({ ...now.details, repeated: now.count }, message)
      now.count = 0
      return
    }
    known.delete(message)
    clearInterval(timer)
  }, minuteMs).unref()
}
