import type { Schema } from '~/platform/api/api'
import { currentSession, onSessionChange } from '~/platform/api/session'
import { readStored, storedKeys, writeStored } from '~/platform/state/storage'

/**
 * Typed values of a form that were not sent yet, and what else this tab keeps across a reload. Each belongs to the account
 * whose tab it was when it was written. A visitor's belong to the account that logs in next.
 */
interface Stored {
  owner: string | null
  value: unknown
}

const prefix = 'draft:'
const loggedOutKey = 'loggedOut'

function readStoredDraft(key: string): Stored | null {
  try {
    const stored = JSON.parse(readStored(prefix + key, 'sessionStorage') ?? 'null') as Partial<Stored> | null
    return stored && (stored.owner === null || typeof stored.owner === 'string')
      ? { owner: stored.owner, value: stored.value }
      : null
  } catch {
    return null
  }
}

/** @returns false if the browser refuses to store it: it is lost when the page is left */
function store(key: string, stored: Stored): boolean {
  return writeStored(prefix + key, JSON.stringify(stored), 'sessionStorage')
}

/** The draft of another account is removed. */
export function readDraft<T>(key: string, schema: Schema<T>): T | null {
  const stored = readStoredDraft(key)
  const { account } = currentSession()
  if (stored === null || stored.owner !== account) {
    if (stored?.owner && account !== null) writeDraft(key, null)
    return null
  }
  const draft = schema.safeParse(stored.value)
  return draft.success ? draft.data : null
}

/**
 * Null removes the draft. Never write a password or a file.
 * @returns false if the browser refuses to store it: it is lost when the page is left
 */
export function writeDraft(key: string, value: object | string | null): boolean {
  if (value === null) return writeStored(prefix + key, null, 'sessionStorage')
  return store(key, { owner: currentSession().account, value })
}

/** The keys of all drafts, also of those of other accounts. */
export const draftKeys = (): string[] =>
  storedKeys('sessionStorage')
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))

function forgetDrafts(): void {
  for (const key of draftKeys()) writeDraft(key, null)
}

/** Call it at a logout: no typed value stays, in any tab. */
export function forgetDraftsEverywhere(): void {
  forgetDrafts()
  writeStored(loggedOutKey, String(Date.now()))
}

function claimVisitorsDrafts(): void {
  const { account } = currentSession()
  if (account === null) return
  for (const key of draftKeys()) {
    const stored = readStoredDraft(key)
    if (stored?.owner === null) store(key, { ...stored, owner: account })
  }
}

if (typeof window !== 'undefined') {
  claimVisitorsDrafts()
  onSessionChange(claimVisitorsDrafts)
  window.addEventListener('storage', ({ key }) => key === loggedOutKey && forgetDrafts())
}
