import { formatNumber, formatRupiah } from '~/platform/state/formats'
import { serverDate } from '~/platform/state/server-time'
import type { NamedProduct } from '~/products/product-ticks'
import { useWords } from '~/products/words'
import { type AnyDiscount, type DiscountState, isVoucher, stateOf } from './discount-state'
import { daysOf, goodsOf, leastSumOf, nameOf, worthOf } from './discount-values'

const states: Record<DiscountState, { label: string; className: string }> = {
  coming: { label: 'Akan datang', className: 'bg-diproses-soft text-diproses' },
  running: { label: 'Berjalan', className: 'bg-selesai-soft text-selesai' },
  usedUp: { label: 'Habis', className: 'bg-soft text-muted' },
  ended: { label: 'Berakhir', className: 'bg-soft text-muted' },
}

interface DiscountRowProps {
  discount: AnyDiscount
  products: readonly NamedProduct[]
}

/** What a discount gives, and what it brought so far. */
export function DiscountRow({ discount, products }: DiscountRowProps) {
  const words = useWords()
  const now = serverDate()
  const { label, className } = states[stateOf(discount, now)]
  const { most_uses, most_uses_each, uses, given, revenue } = discount
  const most = isVoucher(discount) && discount.code === null ? `${most_uses} kali tiap kode` : `${most_uses} kali`
  const rules = [
    worthOf(discount),
    leastSumOf(discount),
    goodsOf(discount, { products, categoryOf: words.category }),
    most_uses && `paling banyak ${most}`,
    most_uses_each && `${most_uses_each} kali per pembeli`,
    isVoucher(discount) && !discount.combinable && 'tidak digabung',
    daysOf(discount, now),
  ].filter(Boolean)
  return (
    <div className="min-w-0">
      <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-bold wrap-anywhere">
        <span translate={isVoucher(discount) ? 'no' : undefined}>{nameOf(discount)}</span>
        <span className={`rounded-lg px-2 py-0.5 text-13 ${className}`}>{label}</span>
      </h3>
      <p className="text-muted">{rules.join(' · ')}</p>
      <p className="mt-1">
        {uses === 0
          ? 'Belum dipakai'
          : `Dipakai ${formatNumber(uses)} kali · potongan ${formatRupiah(given)} · pesanan ${formatRupiah(revenue)}`}
      </p>
    </div>
  )
}
