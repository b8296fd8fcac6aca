import { onOtherAccount } from '~/platform/api/session'
import { createStore } from './store'

/** `status`: a success; `waiting`: something unfinished; `alert`: a failure, or something that must be done first. */
export type ToastKind = 'status' | 'waiting' | 'alert'
export interface Toast {
  id: number
  text: string
  kind: ToastKind
  /** The page to continue on. */
  link: ToastLink | undefined
  /** The action that undoes the change. */
  action: ToastAction | undefined
  on: string | undefined
  /** Of `performance.now()`. */
  atMs: number
}
/** It says why the person comes to another page, or speaks of no page. */
interface ToastPage {
  /** The URL of that page, or 'every'. */
  on: string
}
interface ToastLink {
  to: string
  /** The location state of the page that it leads to. */
  state?: unknown
  label: string
}
export interface ToastAction {
  label: string
  /** Afterwards the page's data is loaded again. */
  do: () => Promise<unknown>
  /** The sentence to toast if it failed and the server gives none. */
  failed: string
}

export const toasts = createStore<readonly Toast[]>([])
let lastId = 0

/**
 * Shows a message at the edge of the page, also across navigations. It replaces those before it, except those that can
 * undo a change.
 */
export function toast(text: string, kind: ToastKind = 'status', more?: ToastLink | ToastAction | ToastPage): void {
  lastId += 1
  dismissMessages()
  const link = more && 'to' in more ? more : undefined
  const action = more && 'do' in more ? more : undefined
  const on = more && 'on' in more ? more.on.replace(/[?#].*/, '') : undefined
  toasts.set([...toasts.get(), { id: lastId, text, kind, link, action, on, atMs: performance.now() }])
}

/** Before the payment popup opens, which no message may cover. */
export function dismissToasts(): void {
  toasts.set([])
}

// They may speak of the former account's things, and undo what it did.
onOtherAccount(dismissToasts)

/** What was said before is over: its cause was corrected, or a question is asked. One that can undo a change stays. */
export function dismissMessages(): void {
  toasts.set(toasts.get().filter(({ action }) => action))
}

/**
 * Removes the toasts that speak of a page that was left. One that can undo a change stays, and one that was said later: it
 * tells the result of something that the person did not wait for.
 * @param leftAtMs  when the navigation to the next page began, of `performance.now()`
 */
export function dismissOfFormerPage(pathname: string, leftAtMs: number): void {
  const stays = ({ action, on, atMs }: Toast) => action || on === 'every' || on === pathname || atMs > leftAtMs
  toasts.set(toasts.get().filter(stays))
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((shown) => shown.id !== id))
}
