import { type MoneyMatter, moneyKinds } from '@camilan/contract/money'
import { Message } from '@camilan/contract/wire'
import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { ReleaseOrder } from '~/orders/release-order'
import { WhatsappLink } from '~/orders/whatsapp-link'
import { api } from '~/platform/api'
import { formatJakartaTime, formatRupiah } from '~/platform/formats'
import { toast } from '~/platform/toasts'
import { LinkButton } from '~/ui/button'
import { Rupiah } from '~/ui/rupiah'
import { StatusBadge } from '~/ui/status-badge'
import { CancelPaid } from './cancel-paid'
import { NoteDialog } from './note-dialog'
import { refundReasonTexts } from './refund-reasons'

/** Money to look at, with the one thing that ends it. */
export function MoneyCard({ matter }: { matter: MoneyMatter }) {
  const { kind, id, order, amount, reason, at, gateway_state } = matter
  const title = reason ? refundReasonTexts[reason] : moneyKinds[kind].title
  return (
    <div className="grid gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="min-w-0 font-bold">{title}</h2>
        {amount !== null && <Rupiah amount={amount} className="font-semibold" />}
      </div>
      <p className="wrap-anywhere">{order ? order.buyer.name : `#${id}`}</p>
      <p className="text-13 text-muted">
        Sejak {formatJakartaTime(at)}
        {gateway_state && ` · status di Midtrans: ${gateway_state}`}
        {differs(matter)}
      </p>
      <p className="text-pretty">{adviceOf(matter)}</p>
      {order && (
        <div className="flex flex-wrap items-center gap-x-3 md:gap-x-5">
          <Link
            to={href('/admin/manage-orders/order/:orderId', { orderId: order.id })}
            className="link inline-flex min-h-11 items-center"
          >
            #{order.id}
          </Link>
          <StatusBadge status={order.status} />
          <WhatsappLink
            phone={order.buyer.phone}
            text={`Halo ${order.buyer.name}, ada yang perlu kami tanyakan tentang pembayaran pesanan #${order.id}.`}
          />
        </div>
      )}
      <div className="mt-1 flex flex-wrap gap-2">{actionOf(matter)}</div>
    </div>
  )
}

function differs({ kind, amount, expected }: MoneyMatter): string {
  if (kind !== 'other-amount' || expected === null) return ''
  const reported = amount === null ? 'jumlah yang tidak dikenal' : formatRupiah(amount)
  return ` · dilaporkan ${reported}, seharusnya ${formatRupiah(expected)}`
}

function adviceOf({ kind, order, gateway_state }: MoneyMatter): string {
  if (kind !== 'withdrawn') return moneyKinds[kind].advice
  if (gateway_state === null) return 'Uangnya sudah masuk lagi. Periksa di dasbor Midtrans, lalu lepas pesanannya.'
  if (order?.status === 'DIKIRIM' || order?.status === 'SELESAI') {
    return 'Barangnya sudah dikirim. Periksa di dasbor Midtrans dan hubungi pembelinya, lalu lepas pesanannya.'
  }
  return moneyKinds.withdrawn.advice
}

function actionOf(matter: MoneyMatter): ReactNode {
  const { kind, id, order, amount, gateway_state } = matter
  switch (moneyKinds[kind].action) {
    case 'refund':
      return (
        <LinkButton
          variant="quiet"
          to={`${href('/admin/refunds')}?state=${kind === 'refund-stuck' ? 'asked' : 'due'}`}
          className="grow"
        >
          Buka Pengembalian Dana
        </LinkButton>
      )
    case 'release':
      return (
        <>
          <ReleaseOrder orderId={id} />
          {order?.status === 'DIBAYAR' && (
            <CancelPaid order={{ id, total_price: amount ?? 0 }} isWithdrawn={gateway_state !== null} />
          )}
        </>
      )
    case 'check':
      return <Check matter={matter} />
  }
}

/** Records that a matter was dealt with, and offers to take that back. */
function Check({ matter: { kind, id } }: { matter: MoneyMatter }) {
  const path = `/api/admin/money/${kind}/${encodeURIComponent(id)}`
  const undo = {
    label: 'Urungkan',
    do: () => api.post(`${path}/undo`, undefined, Message),
    failed: 'Gagal mengurungkan. Silakan coba lagi.',
  }
  return (
    <NoteDialog
      label="Sudah diperiksa"
      title="Catat hasil pemeriksaan"
      hint={
        kind === 'unmatched'
          ? 'Misalnya milik pesanan mana, atau tanggal dikembalikan.'
          : 'Misalnya apa yang Anda lihat di dasbor Midtrans.'
      }
      draftKey={`money:${kind}:${id}`}
      save={(note) => api.post(`${path}/done`, { note }, Message)}
      onSaved={() => toast('Dicatat sudah diperiksa', 'status', undo)}
      failed="Gagal mencatat. Silakan coba lagi."
    />
  )
}
