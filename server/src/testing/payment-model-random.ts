/** Random numbers that a seed repeats. */
export interface Random {
  /** From 0 to below 1. */
  (): number
  of<Value>(values: readonly Value[]): Value
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number
  /** Its own sequence, so that the use of one does not move the other. */
  fork(): Random
}

/** By the generator mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return Object.assign(next, {
    below,
    of: <Value>(values: readonly Value[]) => values[below(values.length)] as Value,
    fork: () => randomOf(below(2 ** 32)),
  })
}

export const chance = (random: Random, probability: number): boolean => random() < probability
