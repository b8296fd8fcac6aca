import { bookRules, isBookRule } from '@camilan/contract/book-rules'
import { maxLengths } from '@camilan/contract/lengths'
import { type MoneyMatter, moneyKinds } from '@camilan/contract/money'
import { Message } from '@camilan/contract/wire'
import type { ReactNode } from 'react'
import { ReleaseOrder } from '~/orders/release-order'
import { WhatsappLink } from '~/orders/whatsapp-link'
import { MoneyRow, RowLinks } from '~/payments/money-groups'
import { NoteDialog } from '~/payments/note-dialog'
import { CancelPaid } from '~/payments/refunds/cancel-paid'
import { refundReasonTexts } from '~/payments/refunds/refund-reasons'
import { api } from '~/platform/api/api'
import { formatJakartaTime, formatRupiah } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'
import { SellerStatus } from '~/ui/shop/status-badge'
import { AssignPayment } from './assign-payment'

/** Money to look at, with the one thing that ends it. What ends a refund is beside the heading of its group. */
export function MatterRow({ matter }: { matter: MoneyMatter }) {
  const { kind, id, order, amount, reason, at, gateway_state, detail } = matter
  return (
    <MoneyRow name={order ? order.buyer.name : (detail ?? `#${id}`)} amount={amount} actions={actionOf(matter)}>
      {order && (
        <RowLinks orderId={order.id}>
          {moneyKinds[kind].action !== 'refund' && (
            <WhatsappLink
              phone={order.buyer.phone}
              label="WhatsApp"
              text={`Halo ${order.buyer.name}, ada yang perlu kami tanyakan tentang pembayaran pesanan #${order.id}.`}
            />
          )}
        </RowLinks>
      )}
      {order && detail && <p className="wrap-anywhere">{detail}</p>}
      {reason && <p>{refundReasonTexts[reason]}</p>}
      <p className="empty:hidden">{amountsOf(matter)}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted">
        {order && <SellerStatus status={order.status} />}
        <span>{`Sejak ${formatJakartaTime(at)}${gateway_state ? ` · status di Midtrans: ${gateway_state}` : ''}`}</span>
      </p>
    </MoneyRow>
  )
}

/** What has to be known about the amount, beside it. */
function amountsOf({ kind, amount, expected }: MoneyMatter): string {
  const isReported = kind === 'other-amount' || kind === 'unmatched'
  const unknown = isReported && amount === null ? 'Jumlahnya tidak diketahui.' : ''
  const total = kind === 'other-amount' && expected !== null ? `Menurut toko seharusnya ${formatRupiah(expected)}.` : ''
  return [unknown, total].filter(Boolean).join(' ')
}

export function adviceOf({ kind, order, gateway_state, rule }: MoneyMatter): string {
  if (kind === 'books' && isBookRule(rule)) return bookRules[rule]
  if (kind !== 'withdrawn') return moneyKinds[kind].advice
  if (gateway_state === null) return 'Uangnya sudah masuk lagi. Periksa di dasbor Midtrans, lalu lepas pesanannya.'
  if (order?.status === 'DIKIRIM' || order?.status === 'SELESAI') {
    return 'Barangnya sudah dikirim. Periksa di dasbor Midtrans dan hubungi pembelinya, lalu lepas pesanannya.'
  }
  return moneyKinds.withdrawn.advice
}

function actionOf(matter: MoneyMatter): ReactNode {
  const { kind, id, order, amount, expected, gateway_state, outside } = matter
  switch (moneyKinds[kind].action) {
    case 'refund':
      return null
    case 'release':
      return (
        <>
          <ReleaseOrder orderId={id} />
          {order?.status === 'DIBAYAR' && (
            <CancelPaid order={{ id, total_price: expected ?? 0 }} isTakenBack={gateway_state !== null} />
          )}
        </>
      )
    case 'check':
      return (
        <>
          {kind === 'unmatched' && amount !== null && <AssignPayment id={id} amount={amount} />}
          {outside && <ExplainOutside outside={outside} canAllow={order?.status !== 'DIBATALKAN'} />}
          <Check matter={matter} />
        </>
      )
  }
}

/** Says what a refund at Midtrans's dashboard was for that nobody had promised. */
function ExplainOutside({ outside, canAllow }: { outside: NonNullable<MoneyMatter['outside']>; canAllow: boolean }) {
  const { refund_id: id, amount, is_by_hand_too: isByHandToo } = outside
  const explain = (how: string) => ({
    draftKey: `refund-${how}:${id}`,
    save: (note: string) => api.post(`/api/admin/refunds/${id}/${how}`, { note }, Message),
    failed: 'Gagal mencatat. Silakan coba lagi.',
  })
  return (
    <>
      {isByHandToo && (
        <NoteDialog
          label="Sama dengan transfer"
          title={`Pengembalian ${formatRupiah(amount)} hanya sekali?`}
          about="Pengembalian di dasbor Midtrans dan transfer yang dicatat menjadi satu. Ini tidak bisa diurungkan."
          hint="Tulis bagaimana Anda mengetahuinya."
          onSaved={() => toast('Dicatat sebagai satu pengembalian')}
          {...explain('join')}
        />
      )}
      {canAllow && (
        <NoteDialog
          label="Setujui pengembalian"
          title={`Setujui pengembalian ${formatRupiah(amount)}?`}
          about="Dana ini menjadi pengembalian sebagian, dan pesanan tetap berjalan. Ini tidak bisa diurungkan."
          field={{ label: 'Alasan', maxLength: maxLengths.refundCause }}
          hint="Misalnya satu toples pecah. Pembeli bisa membacanya."
          onSaved={() => toast('Pengembalian disetujui')}
          {...explain('allow')}
        />
      )}
    </>
  )
}

/** Records that a matter was dealt with, and offers to take that back. */
function Check({ matter: { kind, id, amount } }: { matter: MoneyMatter }) {
  const isDifference = kind === 'partly-withdrawn' || kind === 'owed-to-shop'
  const path = `/api/admin/money/${kind}/${encodeURIComponent(id)}`
  const undo = {
    label: 'Urungkan',
    do: () => api.post(`${path}/undo`, undefined, Message),
    failed: 'Gagal mengurungkan. Silakan coba lagi.',
  }
  return (
    <NoteDialog
      {...(isDifference
        ? {
            label: 'Terima selisih',
            title: `Terima selisih${amount === null ? '' : ` ${formatRupiah(amount)}`}?`,
            about: 'Uang ini tidak ditagih lagi, dan hal ini hilang dari daftar.',
            hint: 'Alasannya, misalnya pembeli tidak bisa dihubungi.',
          }
        : { label: 'Sudah diperiksa', title: 'Catat hasil pemeriksaan', hint: hintOf(kind) })}
      draftKey={`money:${kind}:${id}`}
      save={(note) => api.post(`${path}/done`, { note }, Message)}
      onSaved={() => toast(isDifference ? 'Selisih diterima' : 'Dicatat sudah diperiksa', 'status', undo)}
      failed="Gagal mencatat. Silakan coba lagi."
    />
  )
}

function hintOf(kind: MoneyMatter['kind']): string {
  if (kind === 'unmatched') return 'Misalnya tanggal dikembalikan di Midtrans.'
  return kind === 'books' ? 'Misalnya apa yang Anda perbaiki.' : 'Misalnya apa yang Anda lihat di dasbor Midtrans.'
}
