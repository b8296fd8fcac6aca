import { useState } from 'react'

/**
 * The key for a call that must not happen twice. A repeat of the same body after a failure gets the same key;
 * another body gets another one, and so does the next call after `renew`.
 */
export function useIdempotencyKey() {
  const [keys] = useState(() => new Map<string, string>())
  return {
    keyFor(body: unknown): string {
      const text = JSON.stringify(body)
      const key = keys.get(text) ?? newKey()
      keys.set(text, key)
      return key
    },
    renew: () => keys.clear(),
  }
}

/** crypto.randomUUID is missing on plain-http addresses such as a phone's view of a computer in the same network. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
