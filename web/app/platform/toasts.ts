import { createStore } from './store'

/** `status` tells what went well, `waiting` what is still to come, `alert` what went wrong or must be done first. */
export type ToastKind = 'status' | 'waiting' | 'alert'
export interface Toast {
  id: number
  text: string
  kind: ToastKind
  /** Where to go on from here. */
  link: ToastLink | undefined
}
interface ToastLink {
  to: string
  label: string
}

export const toasts = createStore<readonly Toast[]>([])
let lastId = 0

/**
 * Say something at the edge of the page; it outlives a navigation. The same words again replace those on screen,
 * and good news takes the complaints before it away.
 */
export function toast(text: string, kind: ToastKind = 'status', link?: ToastLink): void {
  lastId += 1
  const others = toasts.get().filter((shown) => shown.text !== text && (kind === 'alert' || shown.kind !== 'alert'))
  toasts.set([...others, { id: lastId, text, kind, link }])
}

/** What was complained about has been put right. */
export function dismissAlerts(): void {
  toasts.set(toasts.get().filter(({ kind }) => kind !== 'alert'))
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((shown) => shown.id !== id))
}
