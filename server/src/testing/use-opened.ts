import { afterAll, beforeAll } from 'vitest'

/** Open something before the tests of this file and close it after them. Use its members inside tests and hooks only. */
export function useOpened<Thing extends object>(
  open: () => Promise<Thing>,
  close: (thing: Thing) => unknown = () => {},
): Thing {
  let opened: Thing | undefined
  beforeAll(async () => {
    opened = await open()
  }, 300_000) // the first run builds the pages
  afterAll(async () => {
    if (opened) await close(opened)
  })
  return new Proxy({} as Thing, {
    get(_, name) {
      if (!opened) throw new Error(`${String(name)} is there inside tests and hooks only`)
      return Reflect.get(opened, name)
    },
  })
}
