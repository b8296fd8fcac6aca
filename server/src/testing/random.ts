/** Random choices that repeat with the same seed. */
export type Random = ReturnType<typeof makeRandom>

export function makeRandom(seed: number) {
  let state = seed | 0
  /** 0 <= x < 1 (Mulberry32). */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    int,
    chance: (probability: number) => next() < probability,
    pick<T>(values: readonly T[]): T {
      if (values.length === 0) throw new Error('There is nothing to pick from')
      return values[int(0, values.length - 1)] as T
    },
  }
}
