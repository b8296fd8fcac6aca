import MessageCircle from 'lucide-react/icons/message-circle'
import { LinkButton } from '~/ui/ask/button'
import { CopyButton } from '~/ui/ask/copy-button'
import { Dialog } from '~/ui/ask/dialog'
import type { Shared } from './share'

interface ShareDialogProps extends Shared {
  open: boolean
  onClose: () => void
}

/** WhatsApp and a copy, for a browser that gives links to no other app. */
export default function ShareDialog({ name, text, url, open, onClose }: ShareDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={`Bagikan ${name}`}>
      <div className="grid gap-3">
        <p className="rounded-xl bg-soft px-4 py-3 wrap-anywhere select-all">{`${text} ${url}`}</p>
        <LinkButton to={`https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`} target="_blank" rel="noreferrer">
          <MessageCircle aria-hidden className="size-5" />
          Kirim lewat WhatsApp
        </LinkButton>
        <div className="justify-self-center">
          <CopyButton text={url} of="tautan" />
        </div>
      </div>
    </Dialog>
  )
}
