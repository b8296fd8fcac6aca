import { MessageCircle } from 'lucide-react'
import { whatsappHref } from './whatsapp'

export function WhatsappLink({ phone, text }: { phone: string; text: string }) {
  return (
    <a
      href={whatsappHref(phone, text)}
      target="_blank"
      rel="noreferrer"
      className="link inline-flex min-h-11 items-center gap-1.5"
    >
      <MessageCircle aria-hidden className="size-4" />
      Chat WhatsApp
      <span className="sr-only"> (tab baru)</span>
    </a>
  )
}
