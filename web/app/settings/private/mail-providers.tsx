import type { MailServerChange } from '@camilan/contract/mail-server'
import type { ReactNode } from 'react'
import { ExampleDrawing } from '~/settings/example-drawing'
import type { Elements } from '~/ui/elements'

export type MailProviderName = 'gmail' | 'yahoo'

export interface MailProvider {
  label: string
  server: Pick<MailServerChange, 'host' | 'port' | 'security'>
  /** How to get an app password, which these providers ask for instead of the account's own. */
  steps: readonly ReactNode[]
  drawing: Elements
}

const outside = { target: '_blank', rel: 'noopener', className: 'link' } as const

export const mailProviders: Record<MailProviderName, MailProvider> = {
  gmail: {
    label: 'Gmail',
    server: { host: 'smtp.gmail.com', port: 587, security: 'starttls' },
    steps: [
      <span key="open">
        Buka{' '}
        <a href="https://myaccount.google.com/apppasswords" {...outside}>
          Sandi aplikasi Google<span className="sr-only"> (tab baru)</span>
        </a>{' '}
        dan login dengan Gmail toko. Kalau halamannya tidak ada, nyalakan dulu Verifikasi 2 Langkah di Keamanan.
      </span>,
      'Ketik nama, misalnya Toko, lalu tekan Buat.',
      'Salin 16 huruf yang muncul, dan tempel di Sandi aplikasi di bawah.',
    ],
    drawing: (
      <ExampleDrawing
        title="Akun Google › Sandi aplikasi"
        rows={[
          { text: 'Nama', value: 'Toko', step: '2' },
          { text: 'Buat' },
          { text: 'Sandi Anda', value: 'abcd efgh ijkl mnop', step: '3' },
        ]}
      />
    ),
  },
  yahoo: {
    label: 'Yahoo',
    server: { host: 'smtp.mail.yahoo.com', port: 465, security: 'tls' },
    steps: [
      <span key="open">
        Buka{' '}
        <a href="https://login.yahoo.com/account/security" {...outside}>
          Keamanan akun Yahoo<span className="sr-only"> (tab baru)</span>
        </a>{' '}
        dan login dengan Yahoo toko.
      </span>,
      'Tekan Buat sandi aplikasi, ketik nama, misalnya Toko, lalu tekan Buat sandi.',
      'Salin sandi yang muncul, dan tempel di Sandi aplikasi di bawah.',
    ],
    drawing: (
      <ExampleDrawing
        title="Akun Yahoo › Keamanan"
        rows={[
          { text: 'Buat sandi aplikasi', step: '2' },
          { text: 'Nama', value: 'Toko' },
          { text: 'Sandi', value: 'abcdefghijklmnop', step: '3' },
        ]}
      />
    ),
  },
}
