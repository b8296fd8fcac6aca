import { afterEach, expect, test, vi } from 'vitest'

/** A browser's storage, with room for so many characters. */
class SmallStorage {
  readonly #values = new Map<string, string>()
  room: number
  constructor(room: number) {
    this.room = room
  }
  get length() {
    return this.#values.size
  }
  key = (index: number) => [...this.#values.keys()][index] ?? null
  getItem = (key: string) => this.#values.get(key) ?? null
  removeItem = (key: string) => void this.#values.delete(key)
  clear = () => this.#values.clear()
  setItem(key: string, value: string) {
    const others = [...this.#values].filter(([other]) => other !== key)
    const used = others.reduce((sum, pair) => sum + pair.join('').length, 0)
    if (used + key.length + value.length > this.room) throw new DOMException('full', 'QuotaExceededError')
    this.#values.set(key, value)
  }
}

/** The module in a new document of a tab whose browser has these storages. */
async function openDocument(storages: object) {
  vi.resetModules()
  const tab = new EventTarget()
  const window = Object.defineProperties(storages, {
    addEventListener: { value: tab.addEventListener.bind(tab), configurable: true },
  })
  vi.stubGlobal('window', window)
  const changedElsewhere = (key: string | null) => tab.dispatchEvent(Object.assign(new Event('storage'), { key }))
  return { ...(await import('./storage')), changedElsewhere }
}
afterEach(() => vi.unstubAllGlobals())

const forbidden = {
  get localStorage(): Storage {
    throw new DOMException('denied', 'SecurityError')
  },
  get sessionStorage(): Storage {
    throw new DOMException('denied', 'SecurityError')
  },
}
const without = { localStorage: null, sessionStorage: null }

test.each([
  ['forbidden', () => forbidden],
  ['null', () => ({ ...without })],
  ['full', () => ({ localStorage: new SmallStorage(0), sessionStorage: new SmallStorage(0) })],
])('a storage that is %s keeps values until the page is left', async (_, storages) => {
  const { readStored, storedKeys, writeStored } = await openDocument(storages())
  for (const where of ['localStorage', 'sessionStorage'] as const) {
    expect(readStored('token', where)).toBeNull()
    expect(writeStored('token', 'x', where)).toBe(false)
    expect(readStored('token', where)).toBe('x')
    expect(storedKeys(where)).toEqual(['token'])
    writeStored('token', null, where)
    expect(readStored('token', where)).toBeNull()
    expect(storedKeys(where)).toEqual([])
  }
})

test('a value that has no room replaces the former one, which does not come back with the next page', async () => {
  const localStorage = new SmallStorage(10)
  const first = await openDocument({ localStorage })
  expect(first.writeStored('token', 'ani')).toBe(true)
  expect(first.writeStored('token', 'budi-budi-budi')).toBe(false)
  expect(first.readStored('token')).toBe('budi-budi-budi')
  const next = await openDocument({ localStorage })
  expect(next.readStored('token')).toBeNull()
})

test('a storage with room again, one that was cleared, and a later value of another tab count', async () => {
  const localStorage = new SmallStorage(0)
  const { readStored, writeStored, changedElsewhere } = await openDocument({ localStorage })
  expect(writeStored('token', 'x')).toBe(false)
  localStorage.room = 100
  localStorage.setItem('token', 'of another tab')
  changedElsewhere('token')
  expect(readStored('token')).toBe('of another tab')
  expect(writeStored('token', 'y')).toBe(true)
  localStorage.clear()
  expect(readStored('token')).toBeNull()
})
