import { maxLengths } from '@camilan/contract/lengths'
import { type Refund, RefundList } from '@camilan/contract/refunds'
import { Message } from '@camilan/contract/wire'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import * as z from 'zod/mini'
import { useAccountId } from '~/accounts/me'
import { useLivePage } from '~/notifications/live'
import { WhatsappLink } from '~/orders/whatsapp-link'
import { api } from '~/platform/api'
import { formatJakartaTime, formatRupiah } from '~/platform/formats'
import { privatePage } from '~/platform/meta'
import { toast } from '~/platform/toasts'
import { closeDraft, discardDraft, hasOpenDraft, useDraft } from '~/platform/use-draft'
import { useMutation } from '~/platform/use-mutation'
import { Button } from '~/ui/button'
import { Dialog } from '~/ui/dialog'
import { DraftNotice } from '~/ui/draft-notice'
import { TextAreaField } from '~/ui/field'
import { GroupedDigits } from '~/ui/grouped-digits'
import { LoadProblem } from '~/ui/load-problem'
import { NothingListed } from '~/ui/nothing-listed'
import { Rupiah } from '~/ui/rupiah'
import { ListSkeleton } from '~/ui/skeleton'
import { lostQuestion, useLeaveQuestion } from '~/ui/use-leave-question'
import type { Route } from './+types/refunds-page'
import { refundCount } from './refund-count'

const title = 'Pengembalian Dana'

export const meta = privatePage(title)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return api.get('/api/admin/refunds', RefundList, { signal: request.signal })
}

export function HydrateFallback() {
  return <ListSkeleton title={title} />
}

export default function RefundsPage({ loaderData: { data, total } }: Route.ComponentProps) {
  useLivePage((event) => event.kind === 'notification' && event.notification.order_id !== null)
  useEffect(() => refundCount.set(total), [total])
  return (
    <main className="page">
      <h1 className="title">{title}</h1>
      <p className="mt-1 mb-6 text-muted">
        Pembayaran yang masuk setelah pesanan dibatalkan, atau masuk dua kali. Kembalikan dananya, lalu catat di sini.{' '}
        <Link to={href('/admin/payment-report')} className="link">
          Cocokkan dengan laporan Midtrans
        </Link>
      </p>
      {data.length > 0 ? (
        <ul aria-label="Daftar pengembalian dana" className="grid gap-3 lg:grid-cols-2">
          {data.map((refund) => (
            <li key={refund.id} className="card min-w-0 p-4">
              <RefundCard refund={refund} />
            </li>
          ))}
        </ul>
      ) : (
        <NothingListed
          next={
            <Link to={href('/admin/manage-orders')} className="link inline-flex min-h-11 items-center">
              Lihat pesanan
            </Link>
          }
        >
          Tidak ada dana yang perlu dikembalikan
        </NothingListed>
      )}
    </main>
  )
}

export function ErrorBoundary() {
  return <LoadProblem title={title} sentence="Gagal memuat data pengembalian dana" />
}

const reasons: Record<Refund['reason'], string> = {
  CANCELLED: 'Masuk setelah pesanan dibatalkan',
  PAID_TWICE: 'Pesanan dibayar dua kali',
  SHOP_CANCELLED: 'Pesanan yang sudah dibayar dibatalkan',
  PART: 'Sebagian dana dikembalikan',
  OUTSIDE: 'Dikembalikan lewat dasbor Midtrans',
}

/** A payment to refund, with the dialog that records the refund. */
function RefundCard({ refund }: { refund: Refund }) {
  const [open, setOpen] = useState(false)
  const { id, order_id, buyer, amount, reason, paid_at, va_number } = refund
  const draftKey = `refund:${id}`
  const account = useAccountId()
  useEffect(() => {
    if (hasOpenDraft(draftKey, account)) setOpen(true)
  }, [draftKey, account])
  const { pending, run } = useMutation({
    do: (note: string) => api.post(`/api/admin/refunds/${encodeURIComponent(id)}/done`, { note }, Message),
    done: () => {
      setOpen(false)
      discardDraft(draftKey)
      toast('Pengembalian dana dicatat')
    },
    failed: 'Gagal mencatat pengembalian dana. Silakan coba lagi.',
    revalidate: 'both',
  })

  return (
    <div className="grid gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="line-clamp-2 min-w-0 font-bold wrap-anywhere">{buyer.name}</h2>
        <Rupiah amount={amount} className="font-semibold" />
      </div>
      <p>{reasons[reason]}</p>
      <p className="text-13 text-muted">
        Dibayar {formatJakartaTime(paid_at)}
        {va_number && (
          <span className="block">
            VA <GroupedDigits digits={va_number} />
          </span>
        )}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 md:gap-x-5">
        <Link
          to={href('/admin/manage-orders/order/:orderId', { orderId: order_id })}
          className="link inline-flex min-h-11 items-center"
        >
          #{order_id}
        </Link>
        <WhatsappLink phone={buyer.phone} text={message(refund)} />
        <Button variant="quiet" pending={pending} onClick={() => setOpen(true)} className="grow">
          Sudah dikembalikan
        </Button>
      </div>
      <Dialog
        open={open}
        onClose={() => {
          closeDraft(draftKey)
          setOpen(false)
        }}
        title={`Catat pengembalian ${formatRupiah(amount)}`}
        pending={pending}
        holdsInput
      >
        <RefundForm draftKey={draftKey} pending={pending} onSave={run} onCancel={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

interface RefundFormProps {
  draftKey: string
  pending: boolean
  onSave: (note: string) => void
  onCancel: () => void
}

const NoteDraft = z.object({ note: z.string() })

function RefundForm({ draftKey, pending, onSave, onCancel }: RefundFormProps) {
  const draft = useDraft(draftKey, useAccountId(), NoteDraft)
  useLeaveQuestion(draft.isLost, lostQuestion)
  const area = useRef<HTMLTextAreaElement>(null)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSave(area.current?.value ?? '')
  }

  function forget() {
    draft.discard()
    if (area.current) area.current.value = ''
  }

  return (
    <form onSubmit={submit} className="grid gap-4">
      {draft.restored && <DraftNotice onDiscard={forget} />}
      <TextAreaField
        label="Catatan"
        ref={area}
        defaultValue={draft.restored?.note}
        onChange={({ currentTarget: { value } }) => draft.keep(value.trim() ? { note: value } : null)}
        required
        maxLength={maxLengths.notes}
        hint="Misalnya bank, nomor rekening, dan tanggal transfer."
      />
      <div className="flex justify-end gap-3">
        <Button
          variant="quiet"
          disabled={pending}
          onClick={() => {
            draft.discard()
            onCancel()
          }}
        >
          Batal
        </Button>
        <Button type="submit" pending={pending}>
          Simpan
        </Button>
      </div>
    </form>
  )
}

function message({ buyer, order_id, amount }: Refund): string {
  return `Halo ${buyer.name}, kami akan mengembalikan dana pesanan #${order_id} sebesar ${formatRupiah(amount)}. Mohon kirim nomor rekening Anda.`
}
