import { maxLengths } from '@camilan/contract/lengths'
import { paymentMethods } from '@camilan/contract/payment-methods'
import type { Refund } from '@camilan/contract/refunds'
import { Message } from '@camilan/contract/wire'
import MessageCircle from 'lucide-react/icons/message-circle'
import { lazy, Suspense } from 'react'
import { whatsappHref } from '~/orders/whatsapp'
import { WhatsappLink } from '~/orders/whatsapp-link'
import { MoneyRow, RowLinks } from '~/payments/money-groups'
import { NoteDialog } from '~/payments/note-dialog'
import { api } from '~/platform/api/api'
import { formatJakartaTime, formatRupiah } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'
import { mainButton, quietButton } from '~/ui/ask/button'
import { CopyButton } from '~/ui/ask/copy-button'
import { AskButton } from '~/ui/form/ask-button'
import { OpenDialog } from '~/ui/form/open-dialog'
import { GroupedDigits } from '~/ui/shop/grouped-digits'
import { Rupiah } from '~/ui/shop/rupiah'
import { refundReasonTexts } from './refund-reasons'

/** What has to be done about a refund that is due. */
export type RefundStep = 'send' | 'transfer' | 'ask'

export function stepOf({ by_hand_because, account }: Refund): RefundStep {
  if (by_hand_because === null) return 'send'
  return account ? 'transfer' : 'ask'
}

interface RefundRowProps {
  refund: Refund
  /** The one to deal with now, which has the page's main button. */
  isNext: boolean
  /** Say why it is made by hand. */
  tellsWhy?: boolean
}

/** A refund, with the one thing that can be done about it. */
export function RefundRow({ refund, isNext, tellsWhy = false }: RefundRowProps) {
  const { order_id, buyer, amount, reason, cause, state } = refund
  const isStuck = state === 'asked' && refund.refused !== null
  const step = state === 'due' ? stepOf(refund) : undefined
  return (
    <MoneyRow
      name={buyer.name}
      amount={amount}
      actions={
        <>
          {step === 'send' && <SendRefund refund={refund} isMain={isNext} />}
          {step === 'ask' && <AskAccount refund={refund} isMain={isNext} />}
          {(state === 'due' || isStuck) && <RecordRefund refund={refund} isMain={isNext && step === 'transfer'} />}
          {state === 'due' && reason === 'SURPLUS' && <AcceptSurplus refund={refund} />}
          {refund.is_withdrawable && <WithdrawRefund refund={refund} />}
          {(refund.is_undoable || isStuck) && <UndoRefund refund={refund} />}
        </>
      }
    >
      <RowLinks orderId={order_id}>
        {step !== 'ask' && <WhatsappLink phone={buyer.phone} text={message(refund)} label="WhatsApp" />}
      </RowLinks>
      <p>{refundReasonTexts[reason]}</p>
      {cause && <p className="wrap-anywhere">{`“${cause}”`}</p>}
      {tellsWhy && <p>{refund.by_hand_because}</p>}
      <p className="wrap-anywhere whitespace-pre-line empty:hidden">{stateOf(refund)}</p>
      <Account refund={refund} />
      <Paid refund={refund} />
    </MoneyRow>
  )
}

/** A transfer needs the buyer's bank account. */
function AskAccount({ refund, isMain }: { refund: Refund; isMain: boolean }) {
  const { phone } = refund.buyer
  if (phone === null) return null
  return (
    <a
      href={whatsappHref(phone, message(refund))}
      target="_blank"
      rel="noreferrer"
      className={isMain ? mainButton : quietButton}
    >
      <MessageCircle aria-hidden className="size-5" />
      Minta rekening
      <span className="sr-only"> lewat WhatsApp (tab baru)</span>
    </a>
  )
}

/** Where the buyer wants money that is sent by hand, and how much. */
function Account({ refund: { account, amount } }: { refund: Refund }) {
  if (!account) return null
  const { bank, number, holder } = account
  return (
    <div className="my-1 rounded-xl bg-soft pl-3 *:flex *:items-center *:justify-between *:gap-x-3">
      <p>
        <span className="min-w-0 py-2 wrap-anywhere">
          <span>{bank}</span> <span className="font-semibold tabular-nums">{number}</span>
          <span>{`, ${holder}`}</span>
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
      <span>{`Dibayar ${formatJakartaTime(paid_at)}${method ? ` dengan ${paymentMethods[method].label}` : ''}`}</span>
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
    return refused ? `${waiting}. ${refused} Dana ini mungkin sudah dikembalikan: periksa di dasbor Midtrans.` : waiting
  }
  if (state === 'due') {
    if (!refused || by_hand_because) return refused ?? ''
    return `${refused} Coba lagi nanti, atau kembalikan lewat transfer.`
  }
  const ways = { gateway: 'lewat Midtrans', hand: 'lewat transfer', outside: 'di dasbor Midtrans' }
  const made = `Dikembalikan ${formatJakartaTime(done_at ?? '')} ${ways[way ?? 'hand']}${done_by ? ` oleh ${done_by}` : ''}`
  return note ? `${made}\n${note}` : made
}

/** A refund was not made: takes back its record, or ends the wait for the gateway's answer. */
const UndoRefund = ({ refund: { refund_id, amount, state } }: { refund: Refund }) => (
  <AskButton
    className="grow"
    no="Tidak"
    revalidate="both"
    label="Belum dikembalikan"
    do={() => api.post(`/api/admin/refunds/${refund_id}/undo`, undefined, Message)}
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

/** The buyer paid too much and does not want it back. */
const AcceptSurplus = ({ refund: { refund_id: id, amount } }: { refund: Refund }) => (
  <NoteDialog
    label="Terima selisih"
    title={`Terima selisih ${formatRupiah(amount)}?`}
    about="Hanya kalau pembeli tidak mau menerimanya kembali: ia diberi tahu bahwa dana ini tidak jadi dikembalikan. Ini tidak bisa diurungkan."
    hint="Tulis bagaimana Anda mengetahuinya."
    draftKey={`refund-accept:${id}`}
    save={(note) => api.post(`/api/admin/refunds/${id}/accept`, { note }, Message)}
    onSaved={() => toast('Selisih diterima')}
    failed="Gagal mencatat. Silakan coba lagi."
  />
)

/** Withdraws a part refund that was a mistake. */
const WithdrawRefund = ({ refund: { refund_id, amount } }: { refund: Refund }) => (
  <AskButton
    className="grow"
    no="Tidak"
    revalidate="both"
    label="Batalkan pengembalian"
    do={() => api.post(`/api/admin/refunds/${refund_id}/withdraw`, undefined, Message)}
    question={`Batalkan pengembalian ${formatRupiah(amount)}?`}
    details="Pembeli diberi tahu bahwa dana ini tidak jadi dikembalikan."
    yes="Ya, batalkan"
    done="Pengembalian dibatalkan"
    failed="Gagal membatalkan pengembalian. Silakan coba lagi."
  />
)

function message({ buyer, order_id, amount, state, by_hand_because, account }: Refund): string {
  const money = `dana pesanan #${order_id} sebesar ${formatRupiah(amount)}`
  if (state === 'done') return `Halo ${buyer.name}, ${money} sudah kami kembalikan.`
  if (by_hand_because === null || account) return `Halo ${buyer.name}, kami akan mengembalikan ${money}.`
  return `Halo ${buyer.name}, kami akan mengembalikan ${money}. Mohon isi nomor rekening Anda di halaman pesanan, atau balas dengan nama bank, nomor, dan nama pemiliknya.`
}

const SendForm = lazy(() => import('./send-form'))

/** Has the gateway refund a payment, after the administrator's password. */
const SendRefund = ({ refund, isMain }: { refund: Refund; isMain: boolean }) => (
  <OpenDialog
    label="Kembalikan lewat Midtrans"
    variant={isMain ? 'main' : 'quiet'}
    className="grow"
    title={`Kembalikan ${formatRupiah(refund.amount)}?`}
    holdsInput
  >
    {(close) => (
      <>
        <p className="mb-4">
          {`Midtrans mengembalikan dana ini dari saldo toko ke ${refund.buyer.name}. Ini tidak bisa dibatalkan.`}
        </p>
        <Suspense>
          <SendForm refund={refund} onClose={close} />
        </Suspense>
      </>
    )}
  </OpenDialog>
)

interface RecordRefundProps {
  refund: Refund
  isMain: boolean
}

/** Records that a refund was made by hand, or that the gateway's dashboard shows one whose answer is missing. */
function RecordRefund({ refund: { refund_id: id, amount, state }, isMain }: RecordRefundProps) {
  const texts =
    state === 'asked'
      ? {
          label: 'Sudah dikembalikan Midtrans',
          title: `Midtrans sudah mengembalikan ${formatRupiah(amount)}?`,
          hint: 'Catat hanya kalau Anda melihatnya di dasbor Midtrans, misalnya dengan tanggalnya.',
        }
      : {
          label: 'Sudah dikembalikan',
          title: `Catat pengembalian ${formatRupiah(amount)}`,
          hint: 'Misalnya bank, nomor rekening, dan tanggal transfer.',
        }
  return (
    <NoteDialog
      {...texts}
      field={{ label: 'Catatan (opsional)', maxLength: maxLengths.notes }}
      variant={isMain ? 'main' : 'quiet'}
      draftKey={`refund:${id}`}
      save={(note) => api.post(`/api/admin/refunds/${id}/done`, { note }, Message)}
      onSaved={() => toast('Pengembalian dana dicatat')}
      failed="Gagal mencatat pengembalian dana. Silakan coba lagi."
    />
  )
}
