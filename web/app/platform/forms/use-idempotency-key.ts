import { useState } from 'react'

/**
 * Idempotency keys for a call that must have its effect once. The same body has the same key until `renew`, so that it can
 * be sent again after a failure; another body has another key.
 * @param known  the result of `sent` of a form that was left before its answer arrived
 */
export function useIdempotencyKey(known: Readonly<Record<string, string>> = {}) {
  const [keys] = useState(() => keysOf(known))
  return keys
}

function keysOf(known: Readonly<Record<string, string>>) {
  const keys = new Map(Object.entries(known))
  return {
    keyFor(body: unknown): string {
      const text = JSON.stringify(body)
      const key = keys.get(text) ?? newKey()
      keys.set(text, key)
      return key
    },
    /** The key of each body. */
    sent: () => Object.fromEntries(keys),
    renew: () => keys.clear(),
  }
}

/** http URLs lack crypto.randomUUID, for example when a phone opens the shop on a computer in the same network. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
