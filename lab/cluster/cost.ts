/** What a fault cost the buyers. */
import type { TrafficAnswer } from '../faults/shop-traffic.ts'

const succeeded = ({ status }: TrafficAnswer) => status >= 200 && status < 300
const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

/** @param faultAt  by `performance.now()`; what was answered before it is left out */
export function costOf(answers: readonly TrafficAnswer[], faultAt: number) {
  const after = answers.filter(({ endedAt }) => endedAt >= faultAt)
  const failed = after.filter((answer) => !succeeded(answer))
  const longestMs = Math.max(0, ...after.map(({ beganAt, endedAt }) => endedAt - beganAt))
  /** From the fault to the last failed answer. */
  const failingMs = Math.max(0, ...failed.map(({ endedAt }) => endedAt - faultAt))
  const backAfter = (kind: TrafficAnswer['kind']) => {
    const first = after.find((answer) => answer.kind === kind && answer.beganAt > faultAt && succeeded(answer))
    return first ? inSeconds(first.endedAt - faultAt) : 'never'
  }
  const kinds = Object.entries(Object.groupBy(failed, ({ kind, status }) => `${kind} ${status || 'broken'}`))
  return {
    failed,
    longestMs,
    text: [
      `${failed.length} of ${after.length} requests failed (${kinds.map(([name, all]) => `${name}: ${all?.length}`).join(', ')})`,
      `the last ${inSeconds(failingMs)} after the fault`,
      `longest answer ${inSeconds(longestMs)}`,
      `first page after ${backAfter('page')}, first order after ${backAfter('orders')}`,
    ].join('; '),
  }
}

/** The median time of an order, and how many were placed in a second. */
export function rateOf(answers: readonly TrafficAnswer[]): string {
  const orders = answers.filter(({ kind, status }) => kind === 'orders' && status === 201)
  const times = orders.map(({ beganAt, endedAt }) => endedAt - beganAt).sort((a, b) => a - b)
  const seconds = ((answers.at(-1)?.endedAt ?? 0) - (answers[0]?.beganAt ?? 0)) / 1_000
  const median = Math.round(times[Math.floor(times.length / 2)] ?? 0)
  return `${(answers.length / seconds).toFixed(0)} requests/s, ${(orders.length / seconds).toFixed(1)} orders/s of ${median} ms`
}
