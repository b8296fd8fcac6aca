import * as z from 'zod/mini'

/** What was typed into a form and not sent yet: it survives a reload of this tab, and nothing more. */
export function readDraft<S extends z.core.$ZodType>(key: string, schema: S): z.output<S> | null {
  try {
    const stored = sessionStorage.getItem(key)
    return stored === null ? null : z.parse(schema, JSON.parse(stored))
  } catch {
    return null
  }
}

/** Null forgets it. Where the browser refuses to store, the draft lasts as long as the page. */
export function writeDraft(key: string, value: object | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Nothing is lost that was promised.
  }
}
