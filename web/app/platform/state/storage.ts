/**
 * The storage of this browser, and of this tab. It never throws: a browser may forbid it, have none (null, in the windows of
 * some apps), refuse what is too much, or clear it while a page is open. What can't be stored is kept until the page is left.
 */
type Where = 'localStorage' | 'sessionStorage'

/** The latest values that were not stored. Null: removed. */
const unstored: Record<Where, Map<string, string | null>> = { localStorage: new Map(), sessionStorage: new Map() }

// What another tab has stored since is newer.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    if (key === null) unstored.localStorage.clear()
    else unstored.localStorage.delete(key)
  })
}

export function readStored(key: string, where: Where = 'localStorage'): string | null {
  const latest = unstored[where].get(key)
  if (latest !== undefined) return latest
  try {
    return window[where].getItem(key)
  } catch {
    return null
  }
}

/**
 * Null removes the key.
 * @returns false if the value is lost when the page is left
 */
export function writeStored(key: string, value: string | null, where: Where = 'localStorage'): boolean {
  unstored[where].delete(key)
  try {
    if (value === null) window[where].removeItem(key)
    else store(window[where], key, value)
    return true
  } catch {
    unstored[where].set(key, value)
    return false
  }
}

/** A former value must not come back with the next page, and without it there may be room. */
function store(storage: Storage, key: string, value: string): void {
  try {
    storage.setItem(key, value)
  } catch {
    storage.removeItem(key)
    storage.setItem(key, value)
  }
}

export function storedKeys(where: Where): string[] {
  const keys = new Set<string>()
  try {
    for (let index = 0; index < window[where].length; index += 1) keys.add(window[where].key(index) ?? '')
  } catch {
    // There are only those that were not stored.
  }
  for (const [key, value] of unstored[where]) {
    if (value === null) keys.delete(key)
    else keys.add(key)
  }
  return [...keys]
}
