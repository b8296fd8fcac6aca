import { useCallback, useMemo, useState } from 'react'
import type { Schema } from './api'
import { readDraft, writeDraft } from './draft'

interface Stored {
  user_id: string
  /** The form was open while this was typed: it opens by itself when its page is shown again. */
  open: boolean
  values: unknown
}

/** Written by hand, so that visitors' pages don't load zod. */
const storedSchema: Schema<Stored> = {
  safeParse(value) {
    const { user_id, open } = (value ?? {}) as Partial<Stored>
    const isStored = typeof user_id === 'string' && typeof open === 'boolean'
    return isStored ? { success: true, data: value as Stored } : { success: false }
  },
}

/** Undefined if there is none. The draft of another account is removed. */
function readOwn(key: string, account: string | undefined): Stored | undefined {
  if (account === undefined) return undefined
  const stored = readDraft(key, storedSchema)
  if (stored && stored.user_id !== account) writeDraft(key, null)
  return stored?.user_id === account ? stored : undefined
}

export const discardDraft = (key: string): boolean => writeDraft(key, null)

/** The form was closed without saving. The draft stays until the form is opened again. */
export function closeDraft(key: string): void {
  const stored = readDraft(key, storedSchema)
  if (stored) writeDraft(key, { ...stored, open: false })
}

/** Whether this account has left the page while a form with typed values was open. */
export const hasOpenDraft = (key: string, account: string | undefined): boolean => readOwn(key, account)?.open === true

/** @returns the rest of the key of an open draft, for example the id in `product:<id>` */
export function findOpenDraft(keyPrefix: string, account: string | undefined): string | undefined {
  try {
    const keys = Object.keys(sessionStorage).map((key) => key.replace(/^draft:/, ''))
    const open = keys.find((key) => key.startsWith(keyPrefix) && hasOpenDraft(key, account))
    return open?.slice(keyPrefix.length)
  } catch {
    return undefined
  }
}

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
 * @param account  the id of the logged-in account; undefined while it is unknown
 */
export function useDraft<T extends object>(key: string, account: string | undefined, schema: Schema<T>): Draft<T> {
  // The first account stays: if the session ends while the form is open, later typing is kept too.
  const [owner, setOwner] = useState(account)
  if (owner === undefined && account !== undefined) setOwner(account)
  const [restored, setRestored] = useState(() => {
    const checked = schema.safeParse(readOwn(key, account)?.values)
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
      else setLost(owner === undefined || !writeDraft(key, { user_id: owner, open: true, values }))
    },
    [key, owner, discard],
  )
  return useMemo(() => ({ restored, isLost, keep, discard }), [restored, isLost, keep, discard])
}
