/** localStorage that never throws. If the browser refuses it, values are kept until the page is left. */
const withoutStorage = new Map<string, string>()

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return withoutStorage.get(key) ?? null
  }
}

/** Null removes the key. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value === null) withoutStorage.delete(key)
    else withoutStorage.set(key, value)
  }
}
