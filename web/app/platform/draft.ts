import type { Schema } from './api'
import { writeStored } from './storage'

const prefix = 'draft:'
const loggedOutKey = 'loggedOut'

/** Typed values of a form that were not sent yet. They are kept for this tab only, also across a reload. */
export function readDraft<T>(key: string, schema: Schema<T>): T | null {
  try {
    const stored = sessionStorage.getItem(prefix + key)
    const draft = stored === null ? undefined : schema.safeParse(JSON.parse(stored))
    return draft?.success ? draft.data : null
  } catch {
    return null
  }
}

/**
 * Null removes the draft. Never write a password or a file.
 * @returns false if the browser refuses to store it: it is lost when the page is left
 */
export function writeDraft(key: string, value: object | null): boolean {
  try {
    if (value === null) sessionStorage.removeItem(prefix + key)
    else sessionStorage.setItem(prefix + key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // No draft could be stored either.
  }
}

/** Call it at a logout: no typed value stays, in any tab. */
export function forgetDraftsEverywhere(): void {
  forgetDrafts()
  writeStored(loggedOutKey, String(Date.now()))
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => key === loggedOutKey && forgetDrafts())
}
