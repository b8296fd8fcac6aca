import type { Reply } from './shop-client.ts'

export const times = <Result>(count: number, act: (i: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, i) => act(i)))

/** The number of answers of each kind: `{ '201': 50, '409 OUT_OF_STOCK': 150 }`. */
export function tally(replies: Reply[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of replies) {
    const kind = body.code ? `${status} ${body.code}` : String(status)
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}
