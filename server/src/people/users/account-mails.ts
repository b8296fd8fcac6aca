import { resetLinkMinutes, undoLinkDays } from '@camilan/contract/accounts'
import { formatJakartaTime } from '@camilan/contract/formats'
import type { Sender } from '../../mail/mail-content.ts'
import type { Mail } from '../../mail/queue-mail.ts'
import { renderMail } from '../../mail/render-mail.ts'

const formerEmailAdvice =
  'Email akun ini baru saja diganti. Tautan di atas hanya mengganti kata sandi; untuk login pakailah email yang baru. Kalau bukan Anda yang mengganti email, gunakan tautan “Kembalikan Email Saya” pada pemberitahuan yang kami kirim ke alamat ini.'

export function resetLinkMail(
  sender: Sender,
  { email, isFormerEmail }: { email: string; isFormerEmail: boolean },
  { token, expiresAt }: { token: string; expiresAt: Date },
): Mail {
  const { shopName, publicUrl } = sender
  const content = renderMail(sender, {
    subject: `Atur ulang kata sandi ${shopName}`,
    title: 'Buat kata sandi baru',
    paragraphs: [
      `Kami menerima permintaan untuk mengatur ulang kata sandi akun Anda di ${shopName}. Buka tautan ini untuk membuat kata sandi baru:`,
    ],
    action: { label: 'Buat Kata Sandi Baru', url: `${publicUrl}/auth/reset-password?token=${token}` },
    closing: [
      `Tautan ini berlaku selama ${resetLinkMinutes} menit dan hanya bisa dipakai satu kali.`,
      ...(isFormerEmail ? [formerEmailAdvice] : []),
      'Tidak merasa memintanya? Abaikan saja email ini. Kata sandi Anda tetap seperti semula.',
    ],
  })
  return { recipient: email, expiresAt, ...content }
}

export function passwordChangedMail(sender: Sender, email: string, now: Date): Mail {
  const { shopName, publicUrl } = sender
  const content = renderMail(sender, {
    subject: `Kata sandi ${shopName} Anda telah diubah`,
    title: 'Kata sandi Anda telah diubah',
    paragraphs: [
      `Kata sandi akun Anda di ${shopName} diubah pada ${formatJakartaTime(now)}. Demi keamanan, perangkat lain yang masih login sudah dikeluarkan.`,
      'Kalau Anda sendiri yang mengubahnya, tidak ada lagi yang perlu dilakukan. Kalau bukan, segera atur ulang kata sandi Anda:',
    ],
    action: { label: 'Atur Ulang Kata Sandi', url: `${publicUrl}/auth/forgot-password` },
  })
  return { recipient: email, ...content }
}

/** Sent to the former e-mail of the account: only there can its owner take the change back. */
export function emailChangedMail(
  sender: Sender,
  { email, token, expiresAt }: { email: string; token: string; expiresAt: Date },
  now: Date,
): Mail {
  const { shopName, publicUrl } = sender
  const content = renderMail(sender, {
    subject: `Email akun ${shopName} Anda telah diganti`,
    title: 'Email akun Anda telah diganti',
    paragraphs: [
      `Email akun Anda di ${shopName} diganti pada ${formatJakartaTime(now)}. Mulai sekarang akun itu login dengan email yang baru.`,
      'Kalau Anda sendiri yang menggantinya, tidak ada lagi yang perlu dilakukan. Kalau bukan, segera kembalikan email Anda:',
    ],
    action: { label: 'Kembalikan Email Saya', url: `${publicUrl}/auth/undo-email?token=${token}` },
    closing: [
      `Tautan ini berlaku selama ${undoLinkDays} hari. Setelah itu semua perangkat dikeluarkan dari akun dan Anda membuat kata sandi baru.`,
      `Selama ${undoLinkDays} hari sejak penggantian pertama, tautan untuk membuat kata sandi baru hanya kami kirim ke alamat ini.`,
    ],
  })
  return { recipient: email, expiresAt, ...content }
}
