interface Waiting<Item> {
  items: { item: Item; units: number }[]
  /** The cost of begun items that later turns still have to pay. */
  debt: number
}

/**
 * Places in which a few things run at a time. Waiting items begin in fair order: the keys, such as networks, take turns,
 * however many items each has. A key whose last item cost several units skips as many turns (deficit round robin).
 */
export class FairPlaces<Item> {
  /** In the order of the next turns. A key without waiting items stays until its debt is paid. */
  readonly #keys = new Map<string, Waiting<Item>>()
  readonly #begin: (item: Item) => void
  #free: number
  #waiting = 0
  /** The number of freed places that are not given away yet. */
  #left = 0

  constructor(places: number, begin: (item: Item) => void) {
    this.#free = places
    this.#begin = begin
  }

  get hasFree(): boolean {
    return this.#free > 0
  }

  get waiting(): number {
    return this.#waiting
  }

  waitingOf(key: string): number {
    return this.#keys.get(key)?.items.length ?? 0
  }

  /** Begin at once, or wait for a turn. */
  enter(key: string, item: Item, units = 1): void {
    if (this.hasFree) return void this.#give(item)
    const known = this.#keys.get(key)
    if (known) known.items.push({ item, units })
    else this.#keys.set(key, { items: [{ item, units }], debt: 0 })
    this.#waiting += 1
  }

  /** Free a place. It is given away after every socket with data was read, so that all their requests are compared. */
  leave(): void {
    if (this.#left === 0) setImmediate(() => this.#fill())
    this.#left += 1
  }

  /** The waiting item has gone. */
  remove(key: string, item: Item): void {
    const items = this.#keys.get(key)?.items ?? []
    const index = items.findIndex((waiting) => waiting.item === item)
    if (index < 0) return
    items.splice(index, 1)
    this.#waiting -= 1
  }

  /**
   * The newest item of the key with the most waiting items. Undefined unless it has at least two more than `key`: with one
   * more the two would only change places.
   */
  removeNewestOfMost(key: string): Item | undefined {
    let most = this.#keys.get(key)?.items ?? []
    const least = most.length + 2
    for (const { items } of this.#keys.values()) if (items.length > most.length) most = items
    if (most.length < least) return undefined
    this.#waiting -= 1
    return most.pop()?.item
  }

  removeAll(): Item[] {
    const items = [...this.#keys.values()].flatMap((waiting) => waiting.items.map(({ item }) => item))
    this.#keys.clear()
    this.#waiting = 0
    return items
  }

  /** An item cost more than was known before. Without waiting items it delays nobody. */
  charge(key: string, units: number): void {
    const known = this.#keys.get(key)
    if (known) known.debt += units
    else if (this.#waiting > 0) this.#keys.set(key, { items: [], debt: units })
  }

  #give(item: Item): void {
    this.#free -= 1
    this.#begin(item)
  }

  #fill(): void {
    this.#free += this.#left
    this.#left = 0
    // This loop also reads entries that are set here.
    for (const [key, waiting] of this.#keys) {
      if (this.#free === 0) return
      this.#keys.delete(key)
      waiting.debt = Math.max(0, waiting.debt - 1)
      const next = waiting.debt > 0 ? undefined : waiting.items.shift()
      if (next) waiting.debt = next.units
      if (waiting.items.length > 0 || waiting.debt > 1) this.#keys.set(key, waiting)
      if (!next) continue
      this.#waiting -= 1
      this.#give(next.item)
    }
  }
}
