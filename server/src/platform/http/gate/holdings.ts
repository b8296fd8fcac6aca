/** The share of each network in a bounded resource, so that the network with most can lose its newest. */
export class Holdings<Item> {
  readonly #networks = new Map<string, { items: Item[]; amount: number }>()
  total = 0

  add(network: string, item: Item, amount = 1): void {
    const known = this.#networks.get(network)
    if (known) known.items.push(item)
    else this.#networks.set(network, { items: [item], amount: 0 })
    this.change(network, amount)
  }

  /** The weight of an item grows or shrinks by this much. */
  change(network: string, amount: number): void {
    const known = this.#networks.get(network)
    if (!known) return
    known.amount += amount
    this.total += amount
  }

  remove(network: string, item: Item, amount = 1): void {
    const items = this.#networks.get(network)?.items
    if (!items) return
    // It is usually at one of the two ends.
    const index = items.at(-1) === item ? items.length - 1 : items.indexOf(item)
    if (index < 0) return
    items.splice(index, 1)
    this.change(network, -amount)
    if (items.length === 0) this.#networks.delete(network)
  }

  /** The newest item of the network with most. Of several such networks, that of `latest`. */
  newestOfMost(latest: string): Item | undefined {
    let most = this.#networks.get(latest)
    for (const other of this.#networks.values()) if (!most || other.amount > most.amount) most = other
    return most?.items.at(-1)
  }

  /** A copy, because items may leave while it is read. */
  all(): Item[] {
    return [...this.#networks.values()].flatMap(({ items }) => items)
  }
}
