interface Waiting<Item> {
  items: { item: Item; units: number }[]
  /** Units of what has begun that its turns have not paid for. */
  debt: number
}

/**
 * Places in which a few things run at a time. What waits for one begins in fair order: the keys, such as networks, take turns
 * however much each of them has waiting, and a key whose last item cost several units lets as many of its turns pass
 * (deficit round robin).
 */
export class FairPlaces<Item> {
  /** In the order of the next turns. Without anything that waits, a key stays until its debt is paid. */
  readonly #keys = new Map<string, Waiting<Item>>()
  readonly #begin: (item: Item) => void
  #free: number
  #waiting = 0
  #left = 0

  constructor(places: number, begin: (item: Item) => void) {
    this.#free = places
    this.#begin = begin
  }

  get isFree(): boolean {
    return this.#free > 0 && this.#waiting === 0
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Begin at once, or wait for the turn. */
  enter(key: string, item: Item, units = 1): void {
    if (this.isFree) {
      this.#free -= 1
      this.#begin(item)
      return
    }
    const known = this.#keys.get(key)
    if (known) known.items.push({ item, units })
    else this.#keys.set(key, { items: [{ item, units }], debt: 0 })
    this.#waiting += 1
  }

  /** Free a place. It is given away after every socket that has data now was read, so that all who ask are compared. */
  leave(): void {
    if (this.#left === 0) setImmediate(() => this.#fill())
    this.#left += 1
  }

  /** What waits has gone. */
  remove(key: string, item: Item): void {
    const items = this.#keys.get(key)?.items ?? []
    const index = items.findIndex((waiting) => waiting.item === item)
    if (index < 0) return
    items.splice(index, 1)
    this.#removed()
  }

  /**
   * The newest item of the key with most that wait. Undefined unless that are at least two more than `key` has: with one
   * more the two would only change places.
   */
  removeNewestOfMost(key: string): Item | undefined {
    let most = this.#keys.get(key)?.items ?? []
    const least = most.length + 2
    for (const { items } of this.#keys.values()) if (items.length > most.length) most = items
    if (most.length < least) return undefined
    this.#removed()
    return most.pop()?.item
  }

  /** Something cost more than was known before. Where nothing waits that delays nobody. */
  charge(key: string, units: number): void {
    const known = this.#keys.get(key)
    if (known) known.debt += units
    else if (this.#waiting > 0) this.#keys.set(key, { items: [], debt: units })
  }

  #fill(): void {
    this.#free += this.#left
    this.#left = 0
    while (this.#free > 0 && this.#waiting > 0) {
      this.#free -= 1
      this.#begin(this.#take())
    }
  }

  #take(): Item {
    for (const [key, waiting] of this.#keys) {
      this.#keys.delete(key)
      waiting.debt = Math.max(0, waiting.debt - 1)
      const next = waiting.debt > 0 ? undefined : waiting.items.shift()
      if (next) waiting.debt = next.units
      if (waiting.items.length > 0 || waiting.debt > 1) this.#keys.set(key, waiting) // also read by this loop
      if (!next) continue
      this.#removed()
      return next.item
    }
    throw new Error('nothing waits')
  }

  #removed(): void {
    this.#waiting -= 1
    if (this.#waiting === 0) this.#keys.clear()
  }
}
