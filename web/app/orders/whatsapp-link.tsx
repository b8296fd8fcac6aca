import MessageCircle from 'lucide-react/icons/message-circle'
import { whatsappHref } from './whatsapp'

interface WhatsappLinkProps {
  /** Null: there is nobody to write to, and no link. */
  phone: string | null
  text: string
  label?: string
}

export function WhatsappLink({ phone, text, label = 'Chat WhatsApp' }: WhatsappLinkProps) {
  if (phone === null) return null
  return (
    <a
      href={whatsappHref(phone, text)}
      target="_blank"
      rel="noreferrer"
      className="link inline-flex min-h-11 items-center gap-1.5"
    >
      <MessageCircle aria-hidden className="size-4" />
      <span>{label}</span>
      <span className="sr-only"> (tab baru)</span>
    </a>
  )
}
