import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Button, type ButtonVariant } from '~/ui/ask/button'
import { Dialog } from '~/ui/ask/dialog'
import type { Elements } from '~/ui/elements'

interface OpenDialogProps {
  label: string
  icon?: LucideIcon
  variant?: ButtonVariant
  className?: string
  title: string
  holdsInput?: boolean
  children: (close: () => void) => Elements
}

/** A button and the dialog that it opens. */
export function OpenDialog({ label, icon: Icon, variant = 'quiet', className, children, ...dialog }: OpenDialogProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)} className={className}>
        {Icon && <Icon aria-hidden className="size-5" />}
        <span>{label}</span>
      </Button>
      <Dialog {...dialog} open={open} onClose={close}>
        {children(close)}
      </Dialog>
    </>
  )
}
