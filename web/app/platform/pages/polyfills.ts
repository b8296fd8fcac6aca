/** Functions that the oldest browsers lack (`web/oldest-browsers.ts`). Only the missing ones are added. */

function groups<Item, Key>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key): Map<Key, Item[]> {
  const grouped = new Map<Key, Item[]>()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, index++)
    const group = grouped.get(key)
    if (group) group.push(item)
    else grouped.set(key, [item])
  }
  return grouped
}

// biome-ignore lint/complexity/noBannedTypes: functions of any shape
export const polyfills: readonly [owner: object, functions: Record<string, Function>][] = [
  [
    Array.prototype,
    {
      findLast(this: unknown[], test: (item: unknown, index: number, items: unknown[]) => boolean) {
        for (let at = this.length - 1; at >= 0; at -= 1) if (test(this[at], at, this)) return this[at]
      },
      toReversed(this: unknown[]) {
        return [...this].reverse()
      },
      toSorted(this: unknown[], compare?: (a: unknown, b: unknown) => number) {
        return [...this].sort(compare)
      },
      toSpliced(this: unknown[], start: number, count: number, ...added: unknown[]) {
        const copy = [...this]
        copy.splice(start, count, ...added)
        return copy
      },
    },
  ],
  [Map, { groupBy: groups }],
  [Object, { groupBy: (...args: Parameters<typeof groups>) => Object.fromEntries(groups(...args)) }],
  [
    URL,
    {
      parse(url: string | URL, base?: string | URL) {
        try {
          return new URL(url, base)
        } catch {
          return null
        }
      },
    },
  ],
  [
    AbortSignal.prototype,
    {
      throwIfAborted(this: AbortSignal) {
        if (this.aborted) throw this.reason ?? new DOMException('The request was aborted', 'AbortError')
      },
    },
  ],
]

for (const [owner, functions] of polyfills) {
  for (const [name, value] of Object.entries(functions))
    if (!(name in owner)) Object.defineProperty(owner, name, { value, writable: true, configurable: true })
}
