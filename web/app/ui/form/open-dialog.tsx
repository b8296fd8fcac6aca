import type { LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { closeDraft, hasOpenDraft } from '~/platform/forms/use-draft'
import { Button, type ButtonVariant } from '~/ui/ask/button'
import { Dialog } from '~/ui/ask/dialog'
import type { Elements } from '~/ui/elements'

interface OpenDialogProps {
  label?: string | Elements
  icon?: LucideIcon
  variant?: ButtonVariant
  className?: string
  /** Instead of the button. */
  trigger?: (open: () => void) => Elements
  title: string
  holdsInput?: boolean
  /** The draft of its form: it opens by itself when the page was left with an open one. */
  draftKey?: string
  children: (close: () => void) => Elements
}

/** A button and the dialog that it opens. */
export function OpenDialog(props: OpenDialogProps) {
  const { label, icon: Icon, variant = 'quiet', className, trigger, draftKey, children, ...dialog } = props
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  useEffect(() => {
    if (draftKey && hasOpenDraft(draftKey)) setOpen(true)
  }, [draftKey])
  function closeUnsaved() {
    if (draftKey) closeDraft(draftKey)
    close()
  }
  return (
    <>
      {trigger?.(() => setOpen(true)) ?? (
        <Button variant={variant} onClick={() => setOpen(true)} className={className}>
          {Icon && <Icon aria-hidden className="size-5" />}
          {typeof label === 'string' ? <span>{label}</span> : label}
        </Button>
      )}
      <Dialog {...dialog} open={open} onClose={closeUnsaved}>
        {children(close)}
      </Dialog>
    </>
  )
}
