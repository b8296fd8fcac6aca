import type { Figures, Report } from '@camilan/contract/reports'
import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { formatNumber, formatRupiah } from '~/platform/state/formats'
import { SectionCard } from '~/ui/ask/section-card'
import { Rupiah, SumLine } from '~/ui/shop/rupiah'
import { Change } from './change'

/** What remains of the revenue. */
export const netOf = ({ revenue, refunded, owed }: Figures) => revenue - refunded - owed

export function ReportSums({ totals: { now, before }, asks_costs }: Pick<Report, 'totals' | 'asks_costs'>) {
  return (
    <section aria-label="Ringkasan" className="card grid gap-4 p-4 md:grid-cols-3 md:p-5">
      <Sum
        name="Pendapatan bersih"
        change={<Change now={netOf(now)} before={netOf(before)} format={formatRupiah} saysNone />}
      >
        <Rupiah amount={netOf(now)} />
      </Sum>
      <Sum
        name="Pesanan dibayar"
        change={<Change now={now.orders} before={before.orders} format={formatNumber} saysNone />}
      >
        {formatNumber(now.orders)}
      </Sum>
      <Margin now={now} before={before} asksCosts={asks_costs} />
    </section>
  )
}

/** Without any known cost there is no margin. */
function Margin({ now, before, asksCosts }: { now: Figures; before: Figures; asksCosts: boolean }) {
  const isKnown = now.goods === 0 || now.goods_without_cost < now.goods
  return (
    <Sum
      name="Laba kotor"
      change={
        <>
          {isKnown && <Change now={now.margin} before={before.margin} format={formatRupiah} saysNone />}
          {now.goods_without_cost > 0 && (
            <span className="block text-13 text-muted">
              {isKnown ? (
                <span>
                  Tanpa <Rupiah amount={now.goods_without_cost} /> barang yang dipesan sebelum modalnya diisi.
                </span>
              ) : (
                <span key="none">Modal belum diisi saat dipesan.</span>
              )}{' '}
              {asksCosts && (
                <Link
                  to={`${href('/admin/manage-products/many')}?tab=modal`}
                  className="link -my-3 inline-block min-w-11 py-3"
                >
                  Isi modal
                </Link>
              )}
            </span>
          )}
        </>
      }
    >
      {isKnown ? <Rupiah amount={now.margin} /> : <span className="text-muted">–</span>}
    </Sum>
  )
}

function Sum({ name, change, children }: { name: string; change: ReactNode; children: ReactNode }) {
  return (
    <div>
      <p className="text-muted">{name}</p>
      <p className="text-28 font-extrabold tracking-tight tabular-nums">{children}</p>
      <div>{change}</div>
    </div>
  )
}

/** What the revenue is made of, delivery and service apart from the goods. */
export function RevenueParts({ figures }: { figures: Figures }) {
  const parts = [
    { name: 'Barang', amount: figures.goods + figures.taken_out },
    { name: 'Potongan', amount: -figures.discount },
    { name: 'Ongkos kirim', amount: figures.delivery },
    { name: 'Biaya pelayanan', amount: figures.service },
  ].filter(({ amount }) => amount !== 0)
  // What was taken out is the first of what goes back.
  const lost = figures.refunded + figures.owed
  const takenOut = Math.min(figures.taken_out, lost)
  const others = Math.max(figures.refunded - takenOut, 0)
  const losses = [
    { name: 'Barang yang dikeluarkan dari pesanan', amount: -takenOut },
    { name: 'Dikembalikan atau ditarik', amount: -others },
    { name: 'Masih perlu dikembalikan', amount: takenOut + others - lost },
  ].filter(({ amount }) => amount !== 0)
  return (
    <SectionCard title="Rincian">
      <dl className="grid gap-2">
        {parts.map((part) => (
          <SumLine key={part.name} {...part} />
        ))}
        <SumLine name="Pendapatan" amount={figures.revenue} className="border-t border-line pt-2 font-semibold" />
        {figures.refunded + figures.owed > 0 && (
          <>
            {losses.map((part) => (
              <SumLine key={part.name} {...part} />
            ))}
            <SumLine
              name="Pendapatan bersih"
              amount={netOf(figures)}
              className="border-t border-line pt-2 font-semibold"
            />
          </>
        )}
      </dl>
      <p className="mt-3 text-13 text-pretty text-muted">
        Pesanan dihitung pada hari dipesan. Laba kotor adalah barang dikurangi modal, potongan, dan dana yang
        dikembalikan, sebelum biaya Midtrans.
      </p>
    </SectionCard>
  )
}
