import type { Schema } from './api'
import { writeStored } from './storage'

const prefix = 'draft:'
const loggedOutKey = 'loggedOut'

/** What was typed into a form and not sent yet. It is kept for this tab only, also when the page is reloaded. */
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
 * @returns false where the browser refuses to store it: it is lost when the page is left
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
    // Nothing could be stored either.
  }
}

/** At a logout: nothing that was typed stays, in any tab. */
export function forgetDraftsEverywhere(): void {
  forgetDrafts()
  writeStored(loggedOutKey, String(Date.now()))
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => key === loggedOutKey && forgetDrafts())
}
