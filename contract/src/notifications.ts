import { formatDay } from './arrival.ts'
import { formatJakartaTime, formatRupiah } from './formats.ts'
import type { SentKind } from './notification-list.ts'
import { causeNote } from './order-values.ts'
import type { OrderStatus } from './orders.ts'

export * from './notification-list.ts'

type Sentences = Partial<Record<SentKind, (facts: never) => string>>

/** The kinds sent to the buyer of an order, each with the sentence made from its facts. */
const toBuyer = {
  'order-placed': ({ orderId, expiresAt }: { orderId: string; expiresAt: Date }) =>
    `Pesanan #${orderId} berhasil dibuat. Bayar sebelum ${formatJakartaTime(expiresAt)}.`,
  'payment-received': ({ orderId, isFetched = false }: { orderId: string; isFetched?: boolean }) =>
    `Pembayaran pesanan #${orderId} sudah kami terima. Pesanan ${isFetched ? 'kami siapkan untuk diambil' : 'segera dikirim'}.`,
  'order-shipped': ({ orderId, isFetched = false }: { orderId: string; isFetched?: boolean }) =>
    `Pesanan #${orderId} ${isFetched ? 'sudah diserahkan' : 'sedang dikirim'}. Konfirmasi setelah pesanan Anda terima.`,
  'shipment-undone': ({ orderId }: { orderId: string }) =>
    `Pengiriman pesanan #${orderId} dibatalkan. Pesanan Anda kami siapkan lagi.`,
  /** It has at least one of `courier` and `trackingNumber`. */
  'shipment-corrected': (facts: { orderId: string; courier: string | null; trackingNumber: string | null }) => {
    const { orderId, courier, trackingNumber } = facts
    const details = [courier, trackingNumber && `nomor resi ${trackingNumber}`].filter(Boolean)
    return `Pengiriman pesanan #${orderId}: ${details.join(', ')}.`
  },
  /** Without the address, because a notification may be shown on a locked phone. */
  'delivery-changed': ({ orderId }: { orderId: string }) =>
    `Penjual mengubah data pengiriman pesanan #${orderId}. Periksa di halaman pesanan, dan hubungi kami kalau keliru.`,
  /** `amountIdr` is 0 if the price of what was taken out went back before. */
  'order-lowered': (facts: { orderId: string; taken: string; amountIdr: number; cause: string | null }) => {
    const { orderId, taken, amountIdr, cause } = facts
    const refund = amountIdr === 0 ? '' : ` Dana Anda sebesar ${formatRupiah(amountIdr)} akan kami kembalikan.`
    return `Pesanan #${orderId}: ${taken} tidak dikirim.${causeNote(cause)}${refund}`
  },
  'order-completed': ({ orderId }: { orderId: string }) =>
    `Pesanan #${orderId} selesai. Terima kasih sudah berbelanja!`,
  'order-completed-itself': ({ orderId }: { orderId: string }) =>
    `Pesanan #${orderId} selesai otomatis karena waktu konfirmasinya sudah lewat. Terima kasih sudah berbelanja!`,
  'order-cancelled': ({ orderId }: { orderId: string }) => `Pesanan #${orderId} telah dibatalkan.`,
  'order-expired': ({ orderId }: { orderId: string }) =>
    `Pesanan #${orderId} dibatalkan karena belum dibayar sampai batas waktunya.`,
  'order-cancelled-by-seller': ({ orderId }: { orderId: string }) =>
    `Pesanan #${orderId} dibatalkan oleh penjual. Kalau Anda sudah membayar, dana Anda akan kami kembalikan.`,
  /** `amountIdr` is 0 if all of it went back before. */
  'paid-order-cancelled': (facts: { orderId: string; amountIdr: number; cause: string | null }) => {
    const { orderId, amountIdr, cause } = facts
    const refund = amountIdr === 0 ? '' : ` Dana Anda sebesar ${formatRupiah(amountIdr)} akan kami kembalikan.`
    return `Pesanan #${orderId} dibatalkan oleh penjual.${causeNote(cause)}${refund}`
  },
  /** Its buyer cancelled a paid order with a batch. */
  'own-order-cancelled': ({ orderId, amountIdr }: { orderId: string; amountIdr: number }) => {
    const refund = amountIdr === 0 ? '' : ` Dana Anda sebesar ${formatRupiah(amountIdr)} akan kami kembalikan.`
    return `Pesanan #${orderId} telah dibatalkan.${refund}`
  },
  /** `before`, `day`: days of handing over. */
  'batch-moved': (facts: { orderId: string; batchName: string; before: string; day: string; now: Date }) => {
    const { orderId, batchName, before, day, now } = facts
    return `Jadwal ${batchName} berubah: pesanan #${orderId} kami serahkan ${formatDay(day, now)}, bukan ${formatDay(before, now)}. Kalau tidak cocok, Anda bisa membatalkannya di halaman pesanan, dan dana Anda kembali.`
  },
  'refund-promised': (facts: { orderId: string; amountIdr: number; cause: string | null }) => {
    const { orderId, amountIdr, cause } = facts
    return `Dana pesanan #${orderId} sebesar ${formatRupiah(amountIdr)} akan kami kembalikan.${causeNote(cause)}`
  },
  'refund-withdrawn': ({ orderId, amountIdr }: { orderId: string; amountIdr: number }) =>
    `Koreksi: dana pesanan #${orderId} sebesar ${formatRupiah(amountIdr)} tidak jadi dikembalikan. Ada pertanyaan? Hubungi kami.`,
  'refund-made': ({ orderId, amountIdr }: { orderId: string; amountIdr: number }) =>
    `Dana pesanan #${orderId} sebesar ${formatRupiah(amountIdr)} sudah kami kembalikan.`,
  /** A refund that was recorded as made was not. */
  'refund-not-made': ({ orderId, amountIdr }: { orderId: string; amountIdr: number }) =>
    `Koreksi: dana pesanan #${orderId} sebesar ${formatRupiah(amountIdr)} belum kami kembalikan. Kami akan segera mengembalikannya.`,
  'refund-account-changed': ({ orderId }: { orderId: string }) =>
    `Rekening untuk pengembalian dana pesanan #${orderId} baru saja diganti. Kalau bukan Anda, segera hubungi kami.`,
} satisfies Sentences

const bytesFormat = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 1 })

/** In the unit of disk sellers: 1 GB is 1,000,000,000 bytes. */
const formatBytes = (bytes: number) =>
  bytes < 1e9 ? `${bytesFormat.format(Math.floor(bytes / 1e6))} MB` : `${bytesFormat.format(bytes / 1e9)} GB`

const longestState = 40

/** The gateway's own name of the payment's state, as its dashboard shows it. */
const stateNote = (gatewayState: string | null) =>
  gatewayState === null ? '' : ` Status: ${gatewayState.slice(0, longestState)}.`

/** Why the gateway gives no token. */
const paymentTroubles = {
  'key-refused': 'Midtrans menolak kunci toko. Periksa server key di Pengaturan, Pembayaran.',
  'method-inactive':
    'Cara bayar yang ditawarkan toko belum aktif di Midtrans. Aktifkan di dasbor Midtrans, atau matikan di Pengaturan, Cara bayar.',
  'order-refused': 'Midtrans menolak pesanan.',
  'no-answer': 'Midtrans tidak menjawab dengan benar.',
}
export type PaymentTrouble = keyof typeof paymentTroubles

/** What somebody did who may then take the shop's money, read its mail or see its orders. `by` is a name, and so is `name`. */
const accessChanges = {
  'payment-keys': (by: string) => `Kunci Midtrans diganti oleh ${by}`,
  'payment-keys-removed': (by: string) => `Kunci Midtrans dihapus oleh ${by}`,
  'mail-server': (by: string) => `Server email toko diganti oleh ${by}`,
  'mail-password-removed': (by: string) => `Kata sandi server email dihapus oleh ${by}`,
  'backup-downloaded': (by: string) => `Cadangan seluruh data toko diunduh oleh ${by}`,
  'recovery-codes': (by: string) => `${by} membuat kode pemulihan baru untuk akunnya`,
  'account-recovered': (by: string) => `Kata sandi ${by} diganti dengan kode pemulihan`,
  'admin-made': (by: string) => `Akun administrator ${by} dibuat di server`,
  'staff-invited': (by: string, name: string) => `${by} mengundang ${name} menjadi staf toko`,
  'staff-uninvited': (by: string, name: string) => `Undangan staf untuk ${name} dibatalkan oleh ${by}`,
  'staff-joined': (_by: string, name: string) => `${name} sekarang staf toko`,
  'staff-ended': (by: string, name: string) => `Akses staf ${name} diakhiri oleh ${by}`,
}
export type AccessChange = keyof typeof accessChanges

/** The kinds sent to every administrator, and those of `staffKinds` to staff. */
const toAdmins = {
  'new-order': ({ orderId, buyerName, totalIdr }: { orderId: string; buyerName: string; totalIdr: number }) =>
    `Pesanan baru #${orderId} dari ${buyerName}, total ${formatRupiah(totalIdr)}.`,
  'order-paid': ({ orderId }: { orderId: string }) => `Pesanan #${orderId} sudah dibayar dan siap dikirim.`,
  'order-received': ({ orderId }: { orderId: string }) => `Pesanan #${orderId} sudah diterima pembeli.`,
  'order-not-confirmed': ({ orderId }: { orderId: string }) =>
    `Pesanan #${orderId} selesai otomatis: pembeli tidak mengonfirmasinya sampai batas waktunya.`,
  'order-cancelled-by-buyer': ({ orderId }: { orderId: string }) => `Pesanan #${orderId} dibatalkan oleh pembeli.`,
  'unpaid-order-expired': ({ orderId }: { orderId: string }) => `Pesanan #${orderId} kedaluwarsa karena belum dibayar.`,
  /** A payment that the order could not accept, because it was already cancelled or paid. */
  'refund-due': (facts: { orderId: string; orderStatus: OrderStatus; amountIdr: number }) => {
    const { orderId, orderStatus, amountIdr } = facts
    const reason = orderStatus === 'DIBATALKAN' ? 'setelah pesanan dibatalkan' : 'untuk kedua kalinya'
    return `Pembayaran pesanan #${orderId} masuk ${reason}: perlu pengembalian dana ${formatRupiah(amountIdr)}.`
  },
  'refund-account-set': ({ orderId, isChange }: { orderId: string; isChange: boolean }) =>
    `Pembeli pesanan #${orderId} ${isChange ? 'mengganti' : 'mengisi'} rekening untuk pengembalian dana.`,
  /** `reportedIdr` is null if the payment gateway reported no readable amount. */
  'amount-differs': (facts: { orderId: string; expectedIdr: number; reportedIdr: number | null }) => {
    const { orderId, expectedIdr, reportedIdr } = facts
    const reported = reportedIdr === null ? 'jumlah yang tidak dikenal' : formatRupiah(reportedIdr)
    return `Laporan pembayaran pesanan #${orderId} tidak cocok: seharusnya ${formatRupiah(expectedIdr)}, dilaporkan ${reported}. Periksa di dasbor Midtrans.`
  },
  /** `isHeld`: the order can't be shipped until an administrator releases it. */
  'payment-reversed': (facts: { orderId: string; gatewayState: string | null; isHeld: boolean }) => {
    const { orderId, gatewayState, isHeld } = facts
    const held = isHeld ? 'Pesanan ini ditahan: jangan dikirim dulu. ' : ''
    return `Pembayaran pesanan #${orderId} dikembalikan atau dibatalkan oleh penyedia pembayaran. ${held}Periksa di dasbor Midtrans.${stateNote(gatewayState)}`
  },
  /** Money that was taken back has arrived again. */
  'payment-restored': ({ orderId }: { orderId: string }) =>
    `Uang pesanan #${orderId} yang ditarik kembali sudah masuk lagi. Pesanan tetap ditahan sampai Anda melepasnya.`,
  /** An unpaid order is overdue, and its payment has a state that the shop does not know. */
  'payment-unclear': ({ orderId, gatewayState }: { orderId: string; gatewayState: string | null }) =>
    `Pesanan #${orderId} sudah lewat batas waktunya, tetapi status pembayarannya tidak dikenal. Periksa di dasbor Midtrans, lalu akhiri pesanan ini kalau perlu.${stateNote(gatewayState)}`,
  /** The gateway has a payment of an order that this shop does not have, as after restoring a backup. */
  'unmatched-payment': (facts: { paymentId: string; amountIdr: number | null; gatewayState: string | null }) => {
    const { paymentId, amountIdr, gatewayState } = facts
    const amount = amountIdr === null ? '' : ` ${formatRupiah(amountIdr)}`
    return `Ada pembayaran${amount} untuk pesanan #${paymentId} yang tidak ada di toko ini. Periksa di dasbor Midtrans.${stateNote(gatewayState)}`
  },
  /** `aheadMs`: the lead of the server's clock over the named one; negative if it is behind. */
  'clock-differs': ({ clockName, aheadMs }: { clockName: string; aheadMs: number }) => {
    const differenceMinutes = Math.round(Math.abs(aheadMs) / 60_000).toLocaleString('id-ID')
    const direction = aheadMs > 0 ? 'lebih cepat' : 'lebih lambat'
    return `Jam server toko ${differenceMinutes} menit ${direction} dari jam ${clockName}. Selama itu pesanan yang belum dibayar tidak dibatalkan. Periksa jam server (NTP).`
  },
  'clock-right': () =>
    'Jam server toko sudah benar lagi. Pesanan yang belum dibayar kembali dibatalkan pada batas waktunya.',
  /** `waitingSince`: the moment at which the oldest unsent mail was queued. */
  'mail-stuck': ({ count, waitingSince }: { count: number; waitingSince: Date }) =>
    `${count} email belum terkirim, yang terlama sejak ${formatJakartaTime(waitingSince)}. Selama itu pembeli tidak menerima tautan untuk mengatur ulang kata sandi. Minta pengelola server memeriksa server email (SMTP).`,
  'mail-queue-clear': () => 'Tidak ada lagi email toko yang menunggu lebih dari 30 menit.',
  /** The gateway gives no token. `since`: the order that has waited longest was placed; `count`: the orders that wait. */
  'payments-failing': (facts: { cause: PaymentTrouble; words: string | null; since: Date; count: number }) => {
    const { cause, words, since, count } = facts
    const quoted = words === null ? '' : ` Pesannya: “${words}”.`
    const waiting = `${count} pesanan belum bisa dibayar, yang terlama sejak ${formatJakartaTime(since)}`
    return `${paymentTroubles[cause]}${quoted} ${waiting}. Pesanan itu tersimpan, dan toko mencoba lagi setiap menit.`
  },
  'payments-work': () => 'Pembayaran lewat Midtrans sudah berjalan lagi.',
  'payment-keys-unreadable': () =>
    'Kunci Midtrans tidak bisa dibaca karena SETTINGS_KEY di server sudah lain. Selama itu toko tidak menerima pesanan. Minta pengelola server mengembalikan SETTINGS_KEY yang lama, atau isi lagi kuncinya di Pengaturan, Pembayaran.',
  'payment-keys-readable': () => 'Kunci Midtrans sudah bisa dibaca lagi, dan toko kembali menerima pesanan.',
  /** Within the last hour. */
  'webhooks-forged': ({ count }: { count: number }) =>
    `Dalam satu jam terakhir ${count} pemberitahuan pembayaran ditolak karena tanda tangannya salah. Tidak ada pesanan yang berubah. Minta pengelola server memeriksa apakah server key toko sama dengan yang di dasbor Midtrans. Kalau sama, ada yang mencoba memalsukan pembayaran.`,
  'webhooks-forged-over': () => 'Pemberitahuan pembayaran dengan tanda tangan yang salah sudah berhenti.',
  /** Payments of the last 24 hours that only the reconciliation found. */
  'webhooks-missing': ({ count, notificationUrl }: { count: number; notificationUrl: string }) =>
    `Pemberitahuan ${count} pembayaran dalam 24 jam terakhir tidak sampai; toko menemukannya dengan bertanya ke Midtrans, jadi lebih lambat. Periksa Payment Notification URL di dasbor Midtrans. Seharusnya: ${notificationUrl}`,
  'webhooks-missing-over': () => 'Pemberitahuan pembayaran dari Midtrans sudah sampai lagi.',
  'disk-nearly-full': (facts: { disk: 'data' | 'backup'; freeBytes: number; sizeBytes: number }) => {
    const { disk, freeBytes, sizeBytes } = facts
    const left = `tersisa ${formatBytes(freeBytes)} dari ${formatBytes(sizeBytes)}`
    return disk === 'data'
      ? `Ruang disk server hampir habis: ${left}. Kalau habis, toko tidak bisa menerima pesanan. Minta pengelola server menghapus file yang tidak dipakai atau menambah ruang.`
      : `Ruang disk untuk cadangan hampir habis: ${left}. Kalau habis, data toko tidak dicadangkan lagi. Minta pengelola server menambah ruang atau mengurangi BACKUP_KEEP.`
  },
  'disk-has-room': ({ disk, freeBytes }: { disk: 'data' | 'backup'; freeBytes: number }) =>
    `Ruang disk ${disk === 'data' ? 'server' : 'untuk cadangan'} sudah cukup lagi: tersisa ${formatBytes(freeBytes)}.`,
  /** `madeAt` is null if there never was a backup. */
  'backup-too-old': ({ madeAt }: { madeAt: Date | null }) => {
    const last =
      madeAt === null
        ? 'Data toko belum pernah dicadangkan'
        : `Cadangan terakhir data toko dibuat ${formatJakartaTime(madeAt)}`
    return `${last}. Kalau server rusak, data setelah itu hilang. Minta pengelola server memeriksa log server dan menjalankan perintah backup.`
  },
  'backup-made': ({ madeAt }: { madeAt: Date }) =>
    `Data toko sudah dicadangkan lagi, terakhir ${formatJakartaTime(madeAt)}.`,
  'access-changed': ({ change, by, name = '' }: { change: AccessChange; by: string; name?: string }) =>
    `${accessChanges[change](by, name)}. Kalau ini tidak Anda kenal, segera periksa Pengaturan dan Pengguna, lalu ganti kata sandi Anda${/recover/.test(change) ? ' dan buat kode pemulihan baru' : ''}.`,
  'stock-low': ({ productName, stock }: { productName: string; stock: number }) =>
    `Stok ${productName} tinggal ${stock}`,
  'batch-full': ({ batchName, productName }: { batchName: string; productName: string }) =>
    `Kuota ${productName} di ${batchName} sudah habis`,
  'stock-out': ({ productName }: { productName: string }) => `Stok ${productName} habis`,
} satisfies Sentences

const sentences = { ...toBuyer, ...toAdmins } satisfies Record<SentKind, (facts: never) => string>

/** Null: the buyer of an order without an account, who gets none. */
type Buyer = { user: string | null }
export type Recipient = Buyer | 'admins'

type NoticesOf<Sentences extends Record<string, (facts: never) => string>, To extends Recipient> = {
  [Kind in keyof Sentences]: { kind: Kind; to: To } & (Parameters<Sentences[Kind]> extends [infer Facts]
    ? Facts
    : unknown)
}[keyof Sentences]

/** A notification to send: its kind, its recipient, and the facts that the sentence of this kind needs. */
export type Notice = NoticesOf<typeof toBuyer, Buyer> | NoticesOf<typeof toAdmins, 'admins'>

/** The Indonesian sentence that the recipient reads. */
export function sentenceOf(notice: Notice): string {
  const sentence = sentences[notice.kind] as (facts: Notice) => string
  return sentence(notice)
}
