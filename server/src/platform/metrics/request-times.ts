const boundsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const boundsMs = boundsSeconds.map((seconds) => seconds * 1_000)

interface Request {
  method: string
  route: string
  status: number
  /** Undefined for requests without a time of their own, such as streams. */
  ms: number | undefined
}

class RouteTimes {
  /** The number of requests within each bound, by the index of the bound. The last number is for longer ones. */
  readonly counts: number[] = [...boundsMs, 0].map(() => 0)
  sumMs = 0
  readonly statuses = new Map<number, number>()

  add(status: number, ms: number | undefined): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    if (ms === undefined) return
    let index = 0
    while (index < boundsMs.length && ms > (boundsMs[index] ?? 0)) index += 1
    this.counts[index] = (this.counts[index] ?? 0) + 1
    this.sumMs += ms
  }
}

/**
 * Requests and their times by route. One observation takes a tenth of a microsecond, a tenth of that of prom-client's
 * histogram, which looks up labels each time. An answer that is sent before routing takes some ten microseconds.
 */
export class RequestTimes {
  readonly #methods = new Map<string, Map<string, RouteTimes>>()

  /** Bound, because it is passed on as a function. */
  readonly add = ({ method, route, status, ms }: Request): void => {
    let routes = this.#methods.get(method)
    if (!routes) {
      routes = new Map()
      this.#methods.set(method, routes)
    }
    let times = routes.get(route)
    if (!times) {
      times = new RouteTimes()
      routes.set(route, times)
    }
    times.add(status, ms)
  }

  all(): { labels: { method: string; route: string }; times: RouteTimes }[] {
    return [...this.#methods].flatMap(([method, routes]) =>
      [...routes].map(([route, times]) => ({ labels: { method, route }, times })),
    )
  }
}

/** In Prometheus's text format, because prom-client accepts no numbers of a histogram, only single observations. */
export function requestTimesText(times: RequestTimes): string {
  const count = 'camilan_http_requests_total'
  const duration = 'camilan_http_request_duration_seconds'
  const all = times.all()
  const lines = [
    `# HELP ${count} Requests that were answered, by route`,
    `# TYPE ${count} counter`,
    ...all.flatMap(({ labels, times: { statuses } }) =>
      [...statuses].map(([status, value]) => `${count}${braced({ ...labels, status })} ${value}`),
    ),
    `# HELP ${duration} Time until an answer was given to the system, by route; streams have none`,
    `# TYPE ${duration} histogram`,
    ...all.flatMap(({ labels, times: { counts, sumMs } }) => {
      let upTo = 0
      const buckets = [...boundsSeconds, '+Inf'].map((le, index) => {
        upTo += counts[index] ?? 0
        return `${duration}_bucket${braced({ ...labels, le })} ${upTo}`
      })
      const [sum, total] = [`_sum${braced(labels)} ${sumMs / 1_000}`, `_count${braced(labels)} ${upTo}`]
      return [...buckets, duration + sum, duration + total]
    }),
  ]
  return `${lines.join('\n')}\n`
}

function braced(labels: Record<string, string | number>): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${String(value).replace(/["\\\n]/g, '')}"`)
  return `{${parts.join(',')}}`
}
