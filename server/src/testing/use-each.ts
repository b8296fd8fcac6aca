import { beforeEach } from 'vitest'
import { standingIn } from './use-opened.ts'

/** Make something anew before each test of this file. Use its members inside tests and hooks only. */
export function useEach<Thing extends object>(make: () => Promise<Thing>): Thing {
  let made: Thing | undefined
  beforeEach(async () => {
    made = await make()
  })
  return standingIn(() => made)
}
