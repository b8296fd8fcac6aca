/**
 * The server's time. Deadlines are of its clock, and the clock of a phone may be days wrong: what depends on now asks here.
 */
import { createStore } from './store'

/** By so much the server's clock is ahead of the device's, in milliseconds. */
export const clockOffsetMs = createStore(0)

/** The present moment in milliseconds; before the first answer of the server by the device's clock. */
export const serverNow = (): number => Date.now() + clockOffsetMs.get()

/** For code outside components. */
export const serverDate = (): Date => new Date(serverNow())

/** `Date` is the second in which an answer began. */
const secondMs = 1_000

/**
 * Learn the time from an answer. A clock that may be right within the answer's second and its way is left as it is.
 * @param askedAtMs  a moment of the device's clock before the server answered
 */
export function learnClockOffset({ headers }: Response, askedAtMs: number): void {
  const date = Date.parse(headers.get('date') ?? '')
  // A copy from a cache has its age beside it.
  const answeredMs = date + Number(headers.get('age') ?? 0) * secondMs
  const now = Date.now()
  // The device's clock was set meanwhile.
  if (Number.isNaN(answeredMs) || askedAtMs > now) return
  const [least, most] = [answeredMs - now, answeredMs + secondMs - askedAtMs]
  const known = clockOffsetMs.get()
  if (known < least || known > most) clockOffsetMs.set(Math.round((least + most) / 2))
}
