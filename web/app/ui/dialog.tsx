import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'

interface DialogProps {
  open: boolean
  /** Called when the dialog was left: by Escape, the cross, or a click beside it. */
  onClose: () => void
  title: string
  /** Its work is under way: it stays open. */
  pending?: boolean
  /** It holds what somebody typed: a click beside it does not close it. */
  holdsInput?: boolean
  /** `wide` for forms of two columns. */
  width?: 'narrow' | 'wide'
  children: ReactNode
}

const widths = { narrow: 'max-w-md', wide: 'max-w-2xl' }

/** A modal window; its children exist only while it is open. A question stands low on a phone, where the thumb is. */
export function Dialog({
  open,
  onClose,
  title,
  pending = false,
  holdsInput = false,
  width = 'narrow',
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (open && !ref.current?.open) ref.current?.showModal()
    if (!open && ref.current?.open) ref.current.close()
  }, [open])
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      closedby={holdsInput ? 'closerequest' : 'any'}
      onCancel={(event) => pending && event.preventDefault()}
      onClose={onClose}
      className={`m-auto ${holdsInput ? '' : 'max-md:mb-20'} max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] ${widths[width]} overflow-y-auto rounded-2xl bg-surface p-6 text-body shadow-float backdrop:bg-backdrop open:animate-arrive`}
    >
      {open && (
        <>
          <div className="mb-4 flex items-start justify-between gap-4">
            <h2 id={titleId} className="text-21 font-extrabold tracking-tight">
              {title}
            </h2>
            <button
              type="button"
              aria-label="Tutup"
              disabled={pending}
              onClick={onClose}
              className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-xl text-muted hover:bg-soft"
            >
              <X aria-hidden className="size-5" />
            </button>
          </div>
          {children}
        </>
      )}
    </dialog>
  )
}
