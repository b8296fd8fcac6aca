import { maxLengths } from '@camilan/contract/lengths'
import type { OrderDetail } from '@camilan/contract/orders'
import { useState } from 'react'
import { OwnPasswordField } from '~/people/profile/own-password-field'
import { api, unchecked } from '~/platform/api/api'
import { useNow } from '~/platform/state/use-now'
import { Button } from '~/ui/ask/button'
import { FormProblem } from '~/ui/ask/notice'
import { SectionCard } from '~/ui/ask/section-card'
import { TextField } from '~/ui/fields/field'
import { useForm } from '~/ui/form/use-form'
import { formatMoment } from '~/ui/shop/moment'
import { Rupiah } from '~/ui/shop/rupiah'

const ways = { gateway: 'lewat Midtrans', hand: 'lewat transfer', outside: 'lewat Midtrans' }

interface OrderRefundsProps {
  order: Pick<OrderDetail, 'id' | 'refunds' | 'refund_account' | 'source'>
  /** Its buyer may give a bank account. */
  forBuyer?: boolean
}

/** What of an order's money goes back, or went back. A page loads this only if there is some. */
export default function OrderRefunds({ order, forBuyer = false }: OrderRefundsProps) {
  const now = useNow()
  const isByHand = order.refunds.some(({ by_hand_from: from }) => from !== null && Date.parse(from) <= now)
  return (
    <SectionCard title="Pengembalian Dana">
      <ul className="grid gap-3">
        {order.refunds.map(({ amount, state, way, cause, at }) => (
          <li key={`${at} ${amount} ${state}`}>
            <Rupiah amount={amount} className="font-semibold" />
            <p>
              {state === 'done'
                ? `Sudah dikembalikan ${formatMoment(at)} ${ways[way ?? 'hand']}`
                : state === 'asked'
                  ? 'Sedang diproses Midtrans'
                  : 'Akan dikembalikan'}
            </p>
            {cause && <p className="text-13 text-muted wrap-anywhere">{`Alasan: ${cause}`}</p>}
          </li>
        ))}
      </ul>
      {isByHand && forBuyer !== (order.source === 'penjual') && (
        <RefundAccountForm order={order} bySeller={!forBuyer} />
      )}
    </SectionCard>
  )
}

interface RefundAccountFormProps {
  order: Pick<OrderDetail, 'id' | 'refund_account'>
  /** An administrator types it for a buyer without an account. */
  bySeller?: boolean
}

/** The buyer's bank account for a refund by hand. Only its last digits are shown again. */
function RefundAccountForm({ order, bySeller = false }: RefundAccountFormProps) {
  const [isOpen, setOpen] = useState(order.refund_account === null)
  const form = useForm({
    names: ['bank', 'number', 'holder', 'current_password'],
    send: (account) =>
      api.put(
        `/api/${bySeller ? 'admin/' : ''}orders/${encodeURIComponent(order.id)}/refund-account`,
        account,
        unchecked<unknown>(),
      ),
    done: () => setOpen(false),
    failed: 'Rekening belum tersimpan. Silakan coba lagi.',
    revalidate: 'both',
  })

  if (!isOpen) {
    return (
      <div className="mt-4 border-t border-line pt-3">
        <p className="text-13 text-muted">Dikirim ke rekening</p>
        <p className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="min-w-0 font-semibold wrap-anywhere">{order.refund_account?.shown}</span>
          <button type="button" onClick={() => setOpen(true)} className="link min-h-11 min-w-11 text-right">
            Ganti<span className="sr-only"> rekening</span>
          </button>
        </p>
      </div>
    )
  }
  return (
    <form {...form.form} autoComplete="off" className="mt-4 grid gap-3 border-t border-line pt-4">
      <FormProblem sentence={form.problem} />
      <p>
        {`${bySeller ? 'Tanyakan rekening pembeli.' : 'Dana ini kami transfer ke rekening Anda.'} Nomornya disimpan terenkripsi, hanya dilihat penjual, dan dihapus 90 hari setelah dana kembali.`}
      </p>
      <TextField label="Nama bank" maxLength={maxLengths.bank} {...form.field('bank')} />
      <TextField
        label="Nomor rekening"
        inputMode="numeric"
        maxLength={maxLengths.accountNumber}
        {...form.field('number')}
      />
      <TextField label="Nama pemilik rekening" maxLength={maxLengths.accountHolder} {...form.field('holder')} />
      <OwnPasswordField {...form.field('current_password')} />
      <Button type="submit" pending={form.pending}>
        Simpan rekening
      </Button>
    </form>
  )
}
