import { useCallback, useMemo, useState } from 'react'
import type { Schema } from '~/platform/api/api'
import { draftKeys, readDraft, writeDraft } from './draft'

interface Stored {
  /** The form was open while this was typed: it opens by itself when its page is shown again. */
  open: boolean
  values: unknown
}

/** Written by hand, so that visitors' pages don't load zod. */
const storedSchema: Schema<Stored> = {
  safeParse(value) {
    const { open } = (value ?? {}) as Partial<Stored>
    return typeof open === 'boolean' ? { success: true, data: value as Stored } : { success: false }
  },
}

export const discardDraft = (key: string): boolean => writeDraft(key, null)

/** The form was closed without saving. The draft stays until the form is opened again. */
export function closeDraft(key: string): void {
  const stored = readDraft(key, storedSchema)
  if (stored) writeDraft(key, { ...stored, open: false })
}

/** Whether this account has left the page while a form with typed values was open. */
export const hasOpenDraft = (key: string): boolean => readDraft(key, storedSchema)?.open === true

/** @returns the rest of the key of an open draft, for example the id in `product:<id>` */
export const findOpenDraft = (keyPrefix: string): string | undefined =>
  draftKeys()
    .find((key) => key.startsWith(keyPrefix) && hasOpenDraft(key))
    ?.slice(keyPrefix.length)

export interface Draft<T> {
  /** The values that this account typed before and did not save. Show DraftNotice for them. */
  restored: T | null
  /** The typed values are lost when the page is left: ask before, with useLeaveQuestion. */
  isLost: boolean
  /** Null discards the draft. */
  keep: (values: T | null) => void
  /** Call it after saving, or when the person wants to start again. */
  discard: () => void
}

/**
 * Keeps the typed values of a form across Escape, the back button, a reload and the end of the session.
 * @param key  names the form and its subject: `shipment:<order id>`
 */
export function useDraft<T extends object>(key: string, schema: Schema<T>): Draft<T> {
  const [restored, setRestored] = useState(() => {
    const checked = schema.safeParse(readDraft(key, storedSchema)?.values)
    return checked.success ? checked.data : null
  })
  const [isLost, setLost] = useState(false)
  const discard = useCallback(() => {
    discardDraft(key)
    setRestored(null)
    setLost(false)
  }, [key])
  const keep = useCallback(
    (values: T | null) => {
      if (values === null) discard()
      else setLost(!writeDraft(key, { open: true, values }))
    },
    [key, discard],
  )
  return useMemo(() => ({ restored, isLost, keep, discard }), [restored, isLost, keep, discard])
}
