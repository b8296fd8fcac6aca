import { paymentMethods } from '@camilan/contract/payment-methods'
import type { Refund } from '@camilan/contract/refunds'
import { Message } from '@camilan/contract/wire'
import { href, Link } from 'react-router'
import { WhatsappLink } from '~/orders/whatsapp-link'
import { api } from '~/platform/api'
import { formatJakartaTime, formatRupiah } from '~/platform/formats'
import { useMutation } from '~/platform/use-mutation'
import { Button } from '~/ui/button'
import { useConfirm } from '~/ui/confirm'
import { CopyButton } from '~/ui/copy-button'
import { GroupedDigits } from '~/ui/grouped-digits'
import { Rupiah } from '~/ui/rupiah'
import { RecordRefund } from './record-refund'
import { refundReasonTexts } from './refund-reasons'
import { SendRefund } from './send-refund'

/** A refund, with the one thing that can be done about it. */
export function RefundCard({ refund }: { refund: Refund }) {
  const { order_id, buyer, amount, reason, cause, state } = refund
  const isStuck = state === 'asked' && refund.refused !== null
  return (
    <div className="grid gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="min-w-0 font-bold wrap-anywhere">{buyer.name}</h2>
        <Rupiah amount={amount} className="text-21 font-extrabold whitespace-nowrap" />
      </div>
      <p>{refundReasonTexts[reason]}</p>
      {cause && <p className="wrap-anywhere">“{cause}”</p>}
      <p className="wrap-anywhere whitespace-pre-line empty:hidden">{stateOf(refund)}</p>
      <Account refund={refund} />
      <Paid refund={refund} />
      <div className="flex flex-wrap items-center gap-x-4">
        <Link
          to={href('/admin/manage-orders/order/:orderId', { orderId: order_id })}
          className="link inline-flex min-h-11 items-center"
        >
          #{order_id}
        </Link>
        <WhatsappLink phone={buyer.phone} text={message(refund)} />
      </div>
      <div className="flex flex-wrap gap-2">
        {state === 'due' && refund.by_hand_because === null && <SendRefund refund={refund} />}
        {(state === 'due' || isStuck) && <RecordRefund refund={refund} />}
        {refund.is_withdrawable && <WithdrawRefund refund={refund} />}
        {(refund.is_undoable || isStuck) && <UndoRefund refund={refund} />}
      </div>
    </div>
  )
}

/** Where the buyer wants money that is sent by hand, and how much. */
function Account({ refund: { account, amount, state, by_hand_because } }: { refund: Refund }) {
  if (!account) {
    const isMissing = state === 'due' && by_hand_because !== null
    return isMissing && <p className="font-semibold text-warning">Pembeli belum mengisi rekening.</p>
  }
  const { bank, number, holder } = account
  return (
    <div className="my-1 rounded-xl bg-soft pl-3 *:flex *:items-center *:justify-between *:gap-x-3">
      <p>
        <span className="min-w-0 py-2 wrap-anywhere">
          {bank} <span className="font-semibold tabular-nums">{number}</span>, {holder}
        </span>
        <CopyButton text={number.replaceAll(/\D/g, '')} of="nomor rekening" />
      </p>
      <p>
        <Rupiah amount={amount} className="font-semibold" />
        <CopyButton text={String(amount)} of="jumlah" />
      </p>
    </div>
  )
}

function Paid({ refund: { paid_at, method, va_number } }: { refund: Refund }) {
  return (
    <p className="text-13 text-muted">
      Dibayar {formatJakartaTime(paid_at)}
      {method && ` dengan ${paymentMethods[method].label}`}
      {va_number && (
        <span className="block">
          VA <GroupedDigits digits={va_number} />
        </span>
      )}
    </p>
  )
}

function stateOf({ state, refused, by_hand_because, asked_at, way, done_at, done_by, note }: Refund): string {
  if (state === 'asked') {
    const waiting = `Menunggu jawaban Midtrans sejak ${formatJakartaTime(asked_at ?? '')}`
    return refused ? `${waiting}. ${refused} Dana ini mungkin sudah kembali: periksa di dasbor Midtrans.` : waiting
  }
  if (state === 'due') {
    if (by_hand_because) return `${refused ? `${refused} ` : ''}${by_hand_because} Kembalikan lewat transfer.`
    return refused ? `${refused} Coba lagi nanti, atau kembalikan lewat transfer.` : ''
  }
  const ways = { gateway: 'lewat Midtrans', hand: 'lewat transfer', outside: 'di dasbor Midtrans' }
  const made = `Dikembalikan ${formatJakartaTime(done_at ?? '')} ${ways[way ?? 'hand']}${done_by ? ` oleh ${done_by}` : ''}`
  return note ? `${made}\n${note}` : made
}

/** A refund was not made: takes back its record, or ends the wait for the gateway's answer. */
const UndoRefund = ({ refund: { refund_id, amount, state } }: { refund: Refund }) => (
  <AskedButton
    label="Belum dikembalikan"
    path={`/api/admin/refunds/${refund_id}/undo`}
    question={`Dana ${formatRupiah(amount)} ternyata belum dikembalikan?`}
    details={
      state === 'asked'
        ? 'Periksa dulu di dasbor Midtrans. Kalau Midtrans ternyata sudah mengembalikannya, pembeli bisa menerimanya dua kali.'
        : 'Catatan ini dibatalkan, dan pembeli diberi tahu bahwa dananya belum dikembalikan.'
    }
    yes="Ya, belum"
    done="Dana ini perlu dikembalikan lagi"
    failed="Gagal mencatat. Silakan coba lagi."
  />
)

/** Withdraws a part refund that was a mistake. */
const WithdrawRefund = ({ refund: { refund_id, amount } }: { refund: Refund }) => (
  <AskedButton
    label="Batalkan pengembalian"
    path={`/api/admin/refunds/${refund_id}/withdraw`}
    question={`Batalkan pengembalian ${formatRupiah(amount)}?`}
    details="Pembeli diberi tahu bahwa dana ini tidak jadi dikembalikan."
    yes="Ya, batalkan"
    done="Pengembalian dibatalkan"
    failed="Gagal membatalkan pengembalian. Silakan coba lagi."
  />
)

interface AskedButtonProps {
  label: string
  path: string
  question: string
  details: string
  yes: string
  done: string
  failed: string
}

/** A button whose question is answered before its call. */
function AskedButton({ label, path, question, details, yes, done, failed }: AskedButtonProps) {
  const confirm = useConfirm()
  const { pending, run } = useMutation({
    do: () => api.post(path, undefined, Message),
    done,
    failed,
    revalidate: 'both',
  })
  async function ask() {
    if (await confirm(question, { yes, no: 'Tidak', details })) await run()
  }
  return (
    <Button variant="quiet" pending={pending} onClick={ask} className="grow">
      {label}
    </Button>
  )
}

function message({ buyer, order_id, amount, state, by_hand_because, account }: Refund): string {
  const money = `dana pesanan #${order_id} sebesar ${formatRupiah(amount)}`
  if (state === 'done') return `Halo ${buyer.name}, ${money} sudah kami kembalikan.`
  if (by_hand_because === null || account) return `Halo ${buyer.name}, kami akan mengembalikan ${money}.`
  return `Halo ${buyer.name}, kami akan mengembalikan ${money}. Mohon isi nomor rekening Anda di halaman pesanan.`
}
