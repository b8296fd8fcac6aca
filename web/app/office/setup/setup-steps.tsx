import type { PaymentMode, Setup, SetupStep } from '@camilan/contract/setup'
import type { ReactNode } from 'react'
import { href } from 'react-router'
import { api, unchecked } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { useShopInfo } from '~/platform/pages/shop-info'
import { formatJakartaTime, formatNumber, formatRelativeTime, formatRupiah } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'
import { SettingButton } from '~/settings/setting-button'
import { Button } from '~/ui/ask/button'
import { changeSetup } from './change-setup'

interface ShownStep {
  title: string
  to?: string
  note?: ReactNode
  action?: ReactNode
}

type Steps = Setup['steps']

const settings = (section: string) => `${href('/admin/settings')}#${section}`

/** The parts of each step: its title, its place, and a sentence about its state. */
export function stepsOf({ steps }: Setup): Record<SetupStep | 'methods', ShownStep> {
  const { identity, contact, delivery, payment, methods, mail, product, backup } = steps
  return {
    identity: { title: 'Nama dan cerita toko', to: settings('identity'), note: noteOfIdentity(identity) },
    contact: { title: 'WhatsApp dan alamat', to: settings('contact'), note: noteOfContact(contact) },
    delivery: {
      title: 'Pengiriman',
      to: settings('delivery'),
      note: delivery.is_done ? undefined : 'Periksa ongkos kirim ke setiap kota yang Anda layani.',
      action: !delivery.is_done && <ConfirmDelivery />,
    },
    payment: { title: 'Pembayaran', to: settings('payment'), note: paymentNotes[payment.mode] },
    methods: {
      title: 'Cara bayar (boleh nanti)',
      to: settings('methods'),
      note: methods.is_done
        ? undefined
        : 'Sekarang BCA virtual account. Banyak pembeli lebih suka QRIS atau dompet digital.',
    },
    mail: {
      title: 'Email',
      to: settings('mail'),
      note: noteOfMail(mail),
      action: mail.has_server && (
        <div className="flex flex-wrap gap-3">
          <TestMailButton isAgain={mail.test !== null} />
          {mail.is_done && !mail.order_mails && (
            <SettingButton
              change={{ mail_order_events: true }}
              done="Email pesanan dinyalakan. Anda bisa mematikannya di Pengaturan, Email dan peringatan."
            >
              Nyalakan email pesanan
            </SettingButton>
          )}
        </div>
      ),
    },
    product: {
      title: 'Produk pertama',
      to: `${href('/admin/manage-products')}#tambah`,
      note: product.is_done
        ? packagingNote(product)
        : 'Siapkan nama, harga, stok, dan satu kalimat tentang produk. Gambarnya boleh menyusul.',
      action: product.is_done && !product.chosen_packaging && (
        <SettingButton
          change={{ choose_only_packaging: true }}
          done="Kemasan tunggal sudah terpilih. Anda bisa mengubahnya di Pengaturan, Produk di toko."
        >
          Pilihkan kemasannya
        </SettingButton>
      ),
    },
    backup: { title: 'Cadangan data', to: settings('backup'), note: noteOfBackup(backup) },
  }
}

const packagingNote = ({ chosen_packaging }: Steps['product']) =>
  chosen_packaging ? undefined : 'Pembeli harus memilih kemasan dulu, walau hanya ada satu. Toko bisa memilihkannya.'

function noteOfIdentity({ has_name, has_story, is_done }: Steps['identity']): string | undefined {
  if (is_done) return undefined
  if (!has_name && !has_story) return 'Beri nama toko dan ceritakan siapa Anda kepada pembeli.'
  return has_name ? 'Nama sudah ada, ceritanya belum.' : 'Cerita sudah ada, namanya masih nama bawaan.'
}

function noteOfContact({ has_whatsapp, has_address, is_done }: Steps['contact']): string | undefined {
  if (is_done) return undefined
  if (!has_whatsapp && !has_address) return 'Supaya pembeli bisa bertanya dan tahu dari mana barang dikirim.'
  return has_whatsapp
    ? 'Alamat toko belum diisi. Kalau tidak ingin menulis alamat rumah, cukup nama kotanya.'
    : 'Nomor WhatsApp belum diisi.'
}

const paymentNotes: Record<PaymentMode, string | undefined> = {
  none: 'Belum ada kunci Midtrans, jadi toko belum bisa menerima pesanan.',
  simulation: 'Masih simulasi: pembayaran bisa dicoba, tetapi tidak ada uang yang berpindah.',
  sandbox: 'Kunci uji Midtrans terpasang: belum ada uang sungguhan. Pasang kunci produksi sebelum berjualan.',
  production: undefined,
}

function noteOfMail({ has_server, test, order_mails }: Steps['mail']): string {
  if (!has_server) return 'Belum ada server email: pembeli yang lupa kata sandi tidak menerima tautannya.'
  if (!test) return 'Server email sudah diatur. Kirim email uji ke alamat Anda sendiri.'
  const at = formatJakartaTime(test.at)
  return test.is_sent
    ? `Email uji terkirim ${at}.${order_mails ? '' : ' Toko juga bisa mengabari pembeli lewat email saat pesanan dibayar dan dikirim, dan Anda saat ada pesanan dibayar.'}`
    : `Email uji ${at} tidak terkirim. Periksa server email di Pengaturan.`
}

function noteOfBackup({ is_done, made_at, is_elsewhere, every_hours, downloaded_at }: Steps['backup']): string {
  const last = made_at && `Cadangan terakhir ${formatRelativeTime(made_at)}`
  if (is_done && downloaded_at)
    return `Anda mengunduh cadangan ${formatRelativeTime(downloaded_at)}. Ulangi sebulan sekali.`
  if (is_done) return `${last}, di disk lain.`
  const automatic =
    every_hours === 0
      ? 'Cadangan otomatis dimatikan di server (BACKUP_EVERY_HOURS).'
      : `Cadangan dibuat otomatis setiap ${formatNumber(every_hours)} jam.`
  const state = last ? `${last}.` : every_hours === 0 ? automatic : `Belum ada cadangan. ${automatic}`
  if (is_elsewhere) return state
  return `${state} Tempatnya di disk yang sama dengan data toko, jadi disk yang rusak membawa keduanya. Unduh satu ke ponsel Anda.`
}

/** For a shop whose present costs of delivery are right. */
function ConfirmDelivery() {
  const { shippingCost } = useShopInfo()
  const { pending, run } = useMutation({
    do: () => changeSetup({ delivery_confirmed: true }),
    failed: 'Gagal menyimpan',
    revalidate: 'done',
  })
  return (
    <Button variant="quiet" pending={pending} onClick={() => void run()}>
      {`${formatRupiah(shippingCost)} sudah sesuai`}
    </Button>
  )
}

/** Sends a mail to the administrator's own e-mail, and waits until the mail server has answered. */
function TestMailButton({ isAgain }: { isAgain: boolean }) {
  const { pending, run } = useMutation({
    do: () => api.post('/api/admin/settings/mail-server/test', undefined, unchecked<{ message: string }>()),
    done: ({ message }) => toast(message),
    failed: 'Email uji tidak terkirim',
    revalidate: 'both',
  })
  return (
    <Button variant="quiet" pending={pending} onClick={() => void run()}>
      {pending ? 'Mengirim...' : isAgain ? 'Kirim email uji lagi' : 'Kirim email uji'}
    </Button>
  )
}
