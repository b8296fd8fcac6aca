import { resetLinkMinutes } from '@camilan/contract/accounts'
import { formatJakartaTime } from '@camilan/contract/formats'
import type { Mail } from '../mail/queue-mail.ts'
import { renderMail } from '../mail/render-mail.ts'

/** The shop in mails. Links use the configured origin, never the Host header of a request. */
export interface Sender {
  shopName: string
  publicUrl: string
}

interface Recipient {
  name: string
  email: string
}

export function resetLinkMail(
  { shopName, publicUrl }: Sender,
  { name, email }: Recipient,
  { token, expiresAt }: { token: string; expiresAt: Date },
): Mail {
  const content = renderMail({
    shopName,
    subject: `Atur ulang kata sandi ${shopName}`,
    name,
    paragraphs: [
      `Kami menerima permintaan untuk mengatur ulang kata sandi akun Anda di ${shopName}. Buka tautan ini untuk membuat kata sandi baru:`,
    ],
    action: { label: 'Buat Kata Sandi Baru', url: `${publicUrl}/auth/reset-password?token=${token}` },
    closing: [
      `Tautan ini berlaku selama ${resetLinkMinutes} menit dan hanya dapat dipakai satu kali.`,
      'Tidak merasa memintanya? Abaikan saja email ini. Kata sandi Anda tetap seperti semula.',
    ],
  })
  return { recipient: email, expiresAt, ...content }
}

export function passwordChangedMail({ shopName, publicUrl }: Sender, { name, email }: Recipient, now: Date): Mail {
  const content = renderMail({
    shopName,
    subject: `Kata sandi ${shopName} Anda telah diubah`,
    name,
    paragraphs: [
      `Kata sandi akun Anda di ${shopName} diubah pada ${formatJakartaTime(now)}. Demi keamanan, perangkat lain yang masih login sudah dikeluarkan.`,
      'Kalau Anda sendiri yang mengubahnya, tidak ada lagi yang perlu dilakukan. Kalau bukan, segera atur ulang kata sandi Anda:',
    ],
    action: { label: 'Atur Ulang Kata Sandi', url: `${publicUrl}/auth/forgot-password` },
  })
  return { recipient: email, ...content }
}
