import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useLayer } from '~/platform/pages/layers'
import { useTakesClicks } from '~/ui/ask/dialog'
import { CloseButton } from '~/ui/ask/icon-button'
import type { Elements } from '~/ui/elements'

interface DrawerProps {
  open: boolean
  onClose: () => void
  label: string
  children: Elements
}

/** A panel from the left edge, for navigation on a phone; it closes when the page changes. */
export function Drawer({ open, onClose, label, children }: DrawerProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const takesClicks = useTakesClicks(open)
  useLayer(open, onClose)
  useLayoutEffect(() => {
    if (open && !ref.current?.open) ref.current?.showModal()
    if (!open) ref.current?.close()
  }, [open])
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the page changes
  useEffect(() => ref.current?.close(), [key])
  return (
    <dialog
      ref={ref}
      aria-label={label}
      closedby={takesClicks ? 'any' : 'closerequest'}
      // As in a dialog: when the browser tells it, the drawer may be open again.
      onClose={(event) => open && !event.currentTarget.open && onClose()}
      className="m-0 h-[calc(100dvh-var(--messages-height))] max-h-none w-72 max-w-[85vw] narrow:w-[95vw] narrow:max-w-none overflow-y-auto bg-surface p-4 text-body shadow-float backdrop:bg-backdrop open:animate-arrive"
    >
      <CloseButton label="Tutup menu" onClick={onClose} className="mb-2 ml-auto" />
      {children}
    </dialog>
  )
}
