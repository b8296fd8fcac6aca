/** The sandbox's clock: the machine's clock plus the time that the control API has added. Times are epoch milliseconds. */
export class SandboxClock {
  readonly #machineNow: () => Date
  #offsetMs: number

  constructor(machineNow: () => Date, offsetMs = 0) {
    this.#machineNow = machineNow
    this.#offsetMs = offsetMs
  }

  get offsetMs(): number {
    return this.#offsetMs
  }

  now(): number {
    return this.#machineNow().getTime() + this.#offsetMs
  }

  advance(ms: number): void {
    this.#offsetMs += ms
  }
}
