import { setTimeout as sleep } from 'node:timers/promises'

/** Check every 10 ms until `condition` holds. @returns false if it does not hold within `timeoutMs` */
export async function holdsWithin(timeoutMs: number, condition: () => boolean | Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > deadline) return false
    await sleep(10)
  }
  return true
}
