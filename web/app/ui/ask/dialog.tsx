import { createContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLayer } from '~/platform/pages/layers'
import type { Elements } from '~/ui/elements'
import { Button, type ButtonVariant } from './button'
import { CloseButton } from './icon-button'

interface DialogProps {
  open: boolean
  /** Called when the dialog was closed: by Escape, the cross, or a click outside. */
  onClose: () => void
  title: string
  /** Its action is running: it can't be closed. A form of `useForm` in it tells this itself. */
  pending?: boolean
  /** Asks whether it may be closed without saving, if that would lose typed values. */
  mayClose?: (() => Promise<boolean>) | undefined
  /** It contains a form: a click outside does not close it, so that no typed value is lost. */
  holdsInput?: boolean
  /** `wide` for forms of two columns. */
  width?: 'narrow' | 'wide'
  children: Elements
}

/** Tells the dialog around a form whether it is being sent: meanwhile the dialog can't be closed. */
export const FormPending = createContext<(pending: boolean) => void>(() => {})

const widths = { narrow: 'max-w-md', wide: 'max-w-2xl' }

/** A modal dialog. Its children are mounted only while it is open. On a phone a question is near the bottom edge. */
export function Dialog({
  open,
  onClose,
  title,
  pending: isActing = false,
  mayClose,
  holdsInput = false,
  width = 'narrow',
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [isSending, setSending] = useState(false)
  const pending = isActing || isSending
  useLayoutEffect(() => {
    if (open && !ref.current?.open) ref.current?.showModal()
    if (!open && ref.current?.open) ref.current.close()
  }, [open])
  const takesClicks = useTakesClicks(open)
  async function close() {
    if (!mayClose || (await mayClose())) onClose()
  }
  function closeAsked() {
    if (!pending) void close()
  }
  useLayer(open, closeAsked, holdsInput)
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      closedby={holdsInput || !takesClicks ? 'closerequest' : 'any'}
      onCancel={(event) => {
        if (pending || mayClose) event.preventDefault()
        if (!pending && mayClose) void close()
      }}
      // The event `close` comes a frame late: another question may be open.
      onClose={(event) => open && !event.currentTarget.open && onClose()}
      className={`m-auto ${holdsInput ? '' : 'max-md:mb-20 short:mb-auto'} bottom-(--messages-height) max-h-[calc(100dvh-2rem-var(--messages-height))] w-[calc(100%-2rem)] ${widths[width]} overflow-y-auto rounded-2xl bg-surface p-6 text-body shadow-float backdrop:bg-backdrop open:animate-arrive`}
    >
      {open && (
        <>
          <div className="mb-4 flex flex-row-reverse items-start justify-between gap-4 narrow:block">
            <CloseButton label="Tutup" disabled={pending} onClick={close} className="-mt-2 -mr-2 narrow:float-right" />
            <h2 id={titleId} className="text-21 font-extrabold tracking-tight narrow:text-15">
              {/* The number of an order is not broken at its hyphen, and not translated. */}
              {title.split(/(#[\w-]+)/).map((part) => (
                <span key={part} {...(part.startsWith('#') && { translate: 'no', className: 'whitespace-nowrap' })}>
                  {part}
                </span>
              ))}
            </h2>
          </div>
          <FormPending value={setSending}>{children}</FormPending>
        </>
      )}
    </dialog>
  )
}

interface DialogButtonsProps {
  yes: string
  /** Where 'Batal' could be read as a confirmation. */
  no?: string | undefined
  variant?: ButtonVariant | undefined
  pending?: boolean
  disabled?: boolean
  onCancel: () => void
  /** Without it the button submits the form around it. */
  onAgree?: (() => void) | undefined
}

/** The last line of a dialog. */
export function DialogButtons({
  yes,
  no = 'Batal',
  variant = 'main',
  pending = false,
  disabled = false,
  onCancel,
  onAgree,
}: DialogButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
      <Button variant="quiet" disabled={pending} onClick={onCancel}>
        {no}
      </Button>
      <Button
        type={onAgree ? 'button' : 'submit'}
        variant={variant}
        pending={pending}
        disabled={disabled}
        onClick={onAgree}
      >
        {yes}
      </Button>
    </div>
  )
}

/** The longest time between the clicks of a double click, as systems have it. */
const doubleClickMs = 500

/** Whether a click outside may close it: the second click on the button that has opened it must not. */
export function useTakesClicks(open: boolean): boolean {
  const [takesClicks, setTakesClicks] = useState(false)
  useEffect(() => {
    if (!open) return
    const timer = setTimeout(setTakesClicks, doubleClickMs, true)
    return () => {
      clearTimeout(timer)
      setTakesClicks(false)
    }
  }, [open])
  return takesClicks
}
