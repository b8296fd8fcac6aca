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
  return standingIn(() => opened)
}

/** An object with the members that the one of the moment has. */
export function standingIn<Thing extends object>(present: () => Thing | undefined): Thing {
  const thing = () => {
    const now = present()
    if (!now) throw new Error('it is there inside tests and hooks only')
    return now
  }
  return new Proxy({} as Thing, {
    get: (_, name) => Reflect.get(thing(), name),
    has: (_, name) => Reflect.has(thing(), name),
    ownKeys: () => Reflect.ownKeys(thing()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(thing(), name),
  })
}
