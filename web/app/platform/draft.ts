import type { Schema } from './api'

/** What was typed into a form and not sent yet. It is kept for this tab only, also when the page is reloaded. */
export function readDraft<T>(key: string, schema: Schema<T>): T | null {
  try {
    const stored = sessionStorage.getItem(key)
    const draft = stored === null ? undefined : schema.safeParse(JSON.parse(stored))
    return draft?.success ? draft.data : null
  } catch {
    return null
  }
}

/** The key of a draft that belongs to an account. */
export type AccountDraftKey = `${string}Draft`

/** At logout. What a visitor has chosen stays. */
export function forgetAccountDrafts(): void {
  try {
    const isOfAccount = (key: string): key is AccountDraftKey => key.endsWith('Draft')
    for (const key of Object.keys(sessionStorage).filter(isOfAccount)) sessionStorage.removeItem(key)
  } catch {
    // Nothing is stored.
  }
}

/** Null removes the draft. Where the browser refuses to store it, it is lost when the page is left. */
export function writeDraft(key: string, value: object | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A draft is a convenience: the form works without it.
  }
}
