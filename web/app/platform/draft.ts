import * as z from 'zod/mini'

/** What was typed into a form and not sent yet. It is kept for this tab only, also when the page is reloaded. */
export function readDraft<S extends z.core.$ZodType>(key: string, schema: S): z.output<S> | null {
  try {
    const stored = sessionStorage.getItem(key)
    return stored === null ? null : z.parse(schema, JSON.parse(stored))
  } catch {
    return null
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
