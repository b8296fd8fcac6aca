/**
 * A tab has one session, in memory: that of this browser when the document was loaded. Only a login, a logout or a refusal in
 * this tab changes it. If the browser's session becomes another account's, or ends, this tab is stale: it hides its page, is
 * loaded again, and then says whose account it is (`toast-account.ts`).
 */
import type { Role } from '@camilan/contract/accounts'
import { readStored, writeStored } from '~/platform/state/storage'
import { createStore, useStore } from '~/platform/state/store'

export interface Session {
  token: string | null
  /**
   * The id of the account whose things this tab may show. It stays when the server has ended the session. Null: nobody's, or
   * unknown until the profile is loaded, because a former release has stored only the token.
   */
  account: string | null
  role: Role
  isAdmin: boolean
  /** False on the server and in the first render, before the browser's storage was read. */
  known: boolean
}

const nobody: Session = { token: null, account: null, role: 'customer', isAdmin: false, known: true }
const session = createStore<Session>({ ...nobody, known: false })

/** The server has ended the session of this page, and no page has reported it yet. */
let wasEnded = false

export const currentSession = (): Session => session.get()
export const useSession = (): Session => useStore(session)
export const onSessionChange = session.subscribe

let isStale = false
export const isTabStale = (): boolean => isStale

const staleKey = 'wasStale'
let wasStale = readStored(staleKey, 'sessionStorage') !== null
if (wasStale) writeStored(staleKey, null, 'sessionStorage')
export const wasTabStale = (): boolean => wasStale

/** Whether this tab was loaded again because it was stale, and nobody has said so yet. */
export function takeWasStale(): boolean {
  const was = wasStale
  wasStale = false
  return was
}

/** The account is stored with the beginning of its token, because the tabs of a former release change only the token. */
export const accountEntry = (token: string, account: string) => `${token.slice(0, 8)} ${account}`
export const storedAccount = () => readStored('account')?.split(' ') ?? []

/** The session of this browser. */
export function storedSession(): Session {
  const stored = readStored('token')
  // A value that is not allowed in a header can't be one of our tokens, and fetch would throw on it.
  const token = stored !== null && /^[\x21-\x7e]+$/.test(stored) ? stored : null
  if (token === null) return nobody
  const [beginning, id] = storedAccount()
  const account = id !== undefined && beginning === token.slice(0, 8) ? id : null
  // Whether the user is an administrator was stored before there were roles: 'true' or 'false'.
  const stands = readStored('role')
  const role = stands === 'true' ? 'admin' : stands === 'staf' ? 'staf' : 'customer'
  return { token, account, role, isAdmin: role === 'admin', known: true }
}

/** What may be left in this browser of the account that used it last. */
const personalKeys = ['unpaidOrders', 'deliveryCity', 'deliveryPlace']

const forgetters = new Set<() => void>()

/** @param forget  what this tab holds in memory of an account, when it begins to show another's things, or nobody's */
export function onOtherAccount(forget: () => void): void {
  forgetters.add(forget)
}

export function changeSession(next: Session): void {
  const { account } = session.get()
  session.set(next)
  if (next.token !== null) wasEnded = false
  if (account !== null && account !== next.account) for (const forget of forgetters) forget()
}

/**
 * Compares this tab with the browser. A visitor's tab takes over a login, and one of the same account its newer token; it goes
 * on with what is typed. Asked before each call, because a frozen page misses what other tabs do.
 * @returns false if the tab is stale: nothing is sent or shown any more
 */
export function isTabCurrent(): boolean {
  if (isStale) return false
  const own = session.get()
  const stored = storedSession()
  if (stored.token === own.token) {
    if (own.account === null && stored.account !== null) changeSession({ ...own, account: stored.account })
    return true
  }
  const isVisitor = own.token === null && own.account === null
  const isSameAccount = stored.account !== null && stored.account === own.account
  if (isVisitor || isSameAccount) changeSession(stored)
  else loadAgain()
  return !isStale
}

function loadAgain(): void {
  isStale = true
  // It hides the page at once (`app.css`), also before one of the back/forward cache is painted.
  document.documentElement.dataset.stale = ''
  const notice = document.createElement('p')
  notice.className = 'stale-tab'
  notice.textContent = 'Akun di peramban ini berganti. Sebentar, halaman ini dibuka lagi.'
  document.body.append(notice)
  writeStored(staleKey, '', 'sessionStorage')
  window.location.reload()
}

if (typeof window !== 'undefined') {
  session.set(storedSession())
  window.addEventListener('storage', isTabCurrent)
  window.addEventListener('pageshow', isTabCurrent)
  document.addEventListener('visibilitychange', () => document.hidden || isTabCurrent())
}

export const loggedOut = 'Anda sudah keluar di peramban ini.'

/** The sentence for a page that needs an account: that the session has ended, once, or else `usual`. */
export function takeLoginSentence(usual: string): string {
  const sentence = wasEnded ? 'Sesi Anda berakhir, silakan login lagi' : takeWasStale() ? loggedOut : usual
  wasEnded = false
  return sentence
}

/** For a session whose account a former release has not stored. */
export function learnAccount(id: string): void {
  const { token, account } = session.get()
  if (token === null || account !== null || !isTabCurrent()) return
  writeStored('account', accountEntry(token, id))
  changeSession({ ...session.get(), account: id })
}

export function forgetPersonal(): void {
  for (const key of personalKeys) writeStored(key, null)
}

/** @param byServer  the server has refused the token: the account may log in again, and goes on with what it typed */
export function endSession({ byServer = false } = {}): void {
  wasEnded = byServer
  writeStored('token', null)
  writeStored('role', null)
  if (!byServer) {
    writeStored('account', null)
    forgetPersonal()
  }
  changeSession({ ...nobody, account: byServer ? session.get().account : null })
}
