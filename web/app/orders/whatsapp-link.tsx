import { MessageCircle } from 'lucide-react'
import { whatsappHref } from './whatsapp'

interface WhatsappLinkProps {
  phone: string
  text: string
  label?: string
}

export function WhatsappLink({ phone, text, label = 'Chat WhatsApp' }: WhatsappLinkProps) {
  return (
    <a
      href={whatsappHref(phone, text)}
      target="_blank"
      rel="noreferrer"
      className="link inline-flex min-h-11 items-center gap-1.5"
    >
      <MessageCircle aria-hidden className="size-4" />
      {label}
      <span className="sr-only"> (tab baru)</span>
    </a>
  )
}
