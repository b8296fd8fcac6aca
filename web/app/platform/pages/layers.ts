/** What is open above the page: dialogs, drawers, viewers, menus and the payment popup. The way back closes the topmost first. */
import { useEffectEvent, useLayoutEffect } from 'react'
import { createStore } from '~/platform/state/store'

export interface Layer {
  close: () => void
  /** It belongs to another company's script, and may close without a report. */
  mayEndUnnoticed?: boolean
  /** Something may be typed in it. */
  holdsInput?: boolean
}

/** The topmost is the last. */
export const layers = createStore<readonly Layer[]>([])

export function openLayer(layer: Layer): void {
  layers.set([...layers.get(), layer])
}

/** It was closed. */
export function endLayer(layer: Layer): void {
  layers.set(layers.get().filter((other) => other !== layer))
}

export function useLayer(isOpen: boolean, close: () => void, holdsInput = false): void {
  const closeNow = useEffectEvent(close)
  // Before it is seen, because the way back may be pressed at once.
  useLayoutEffect(() => {
    if (!isOpen) return
    const layer = { close: () => closeNow(), holdsInput }
    openLayer(layer)
    return () => endLayer(layer)
  }, [isOpen, holdsInput])
}
