/**
 * A clock that runs ahead, for processes, the gateway and the database alike: as loaded by `node --import`, the file that
 * `CLOCK_AHEAD_FILE` names has the milliseconds by which the clock of this process is ahead.
 */
import { readFileSync } from 'node:fs'

const file = process.env.CLOCK_AHEAD_FILE
const RealDate = Date
const rereadAfterMs = 5
let aheadMs = 0
let readAt = Number.NEGATIVE_INFINITY

function now(): number {
  if (file !== undefined && performance.now() - readAt > rereadAfterMs) {
    aheadMs = Number(readFileSync(file, 'utf8'))
    readAt = performance.now()
  }
  return RealDate.now() + aheadMs
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, called) =>
    values.length === 0 ? new RealDate(now()) : Reflect.construct(target, values, called),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
