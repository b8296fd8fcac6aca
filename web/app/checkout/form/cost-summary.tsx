import { chargeNames, paidToCourier } from '@camilan/contract/order-values'
import { href, Link } from 'react-router'
import { FreeDeliveryNote } from '~/orders/cart/price-notes'
import { useShopInfo } from '~/platform/pages/shop-info'
import { formatNumber } from '~/platform/state/formats'
import { Button } from '~/ui/ask/button'
import { FormProblem, Notice } from '~/ui/ask/notice'
import { DiscountLines, FeeLine, Rupiah, SumLine } from '~/ui/shop/rupiah'
import type { Costs } from './use-costs'

interface CostSummaryProps extends Costs {
  /** Takes the buyer to the choice of a city. Undefined if one is chosen. */
  chooseCity: (() => void) | undefined
}

export function CostSummary({
  items,
  shipping,
  service,
  discounts,
  total,
  untilFreeDelivery,
  weight,
  chosen,
  problem,
  askAgain,
  chooseCity,
}: CostSummaryProps) {
  const { delivery } = useShopInfo()
  return (
    <div aria-live="polite" className="grid gap-2">
      <dl className="grid gap-1.5">
        <SumLine name={chargeNames.goods} amount={items} />
        <div className="flex items-baseline justify-between gap-x-4 narrow:flex-wrap">
          <dt className="flex flex-wrap items-baseline gap-x-2">
            <span>{chargeNames.delivery}</span>
            {chooseCity && (
              <button type="button" onClick={chooseCity} className="link -my-2.5 min-h-11 text-13">
                {delivery.hasZones ? 'Pilih daerah' : 'Pilih kota'}
              </button>
            )}
            {chooseCity && (
              <span className="text-13 text-muted">
                {!delivery.isOneCost && <span>{'mulai '}</span>}
                <Rupiah amount={delivery.cost} />{' '}
                <span>{`${delivery.isPerKg ? 'per kg ' : ''}${delivery.isOneCost ? 'ke semua kota' : delivery.hasZones ? 'menurut tujuan' : 'menurut kota'}`}</span>
              </span>
            )}
          </dt>
          <dd>
            {chosen?.to_courier && !chooseCity ? (
              <span className="font-semibold">dibayar ke kurir</span>
            ) : (
              <KnownAmount amount={shipping ?? (problem && !problem.isElsewhere ? 0 : null)} problem={problem} />
            )}
          </dd>
        </div>
        <FeeLine name={chargeNames.service} amount={service} />
        <DiscountLines discounts={discounts} />
        <div className="mt-1.5 flex items-baseline justify-between gap-x-4 border-t narrow:flex-wrap border-line pt-3 text-17 font-extrabold">
          <dt>
            <span>Total Pembayaran</span>
            {chooseCity && <span className="text-13 font-normal text-muted"> mulai dari</span>}
          </dt>
          <dd>
            <KnownAmount amount={total} problem={problem} />
          </dd>
        </div>
      </dl>
      {chosen?.to_courier && !chooseCity && <p className="text-13 text-muted">{paidToCourier}</p>}
      {!chooseCity && <FreeDeliveryNote until={untilFreeDelivery} />}
      {!problem?.isElsewhere && <Weight weight={weight} problem={problem} askAgain={askAgain} />}
    </div>
  )
}

/** An amount that the server has not said is a sentence. */
export function KnownAmount({ amount, className, problem }: KnownAmountProps) {
  if (amount !== null) return <Rupiah amount={amount} {...(className && { className })} />
  return <span className="text-13 font-normal text-muted">{problem ? 'Belum diketahui' : 'Menghitung...'}</span>
}

interface KnownAmountProps extends Pick<Costs, 'problem'> {
  amount: number | null
  className?: string
}

/** The weight for which delivery is paid, or why it is not known. */
function Weight({ weight, problem, askAgain }: Pick<Costs, 'weight' | 'problem' | 'askAgain'>) {
  if (problem) {
    return (
      <div className="grid justify-items-start gap-2">
        <FormProblem sentence={problem.sentence} />
        <Button variant="quiet" onClick={askAgain}>
          Coba lagi
        </Button>
      </div>
    )
  }
  if (weight === undefined) return null
  return (
    <p className="text-13 text-muted">
      {`Berat ${formatNumber(weight / 1_000)} kg, ongkos kirim dihitung ${formatNumber(Math.ceil(weight / 1_000))} kg.`}
    </p>
  )
}

/** Shown before the order is refused for it. */
export function MinimumNote({ total, minimum }: { total: number; minimum: number | null }) {
  if (minimum === null || total >= minimum) return null
  return (
    <div className="mt-3">
      <Notice>
        Total pesanan minimal <Rupiah amount={minimum} />. Tambah <Rupiah amount={minimum - total} /> lagi di{' '}
        <Link to={href('/products')} className="underline underline-offset-4">
          Produk
        </Link>
        .
      </Notice>
    </div>
  )
}
