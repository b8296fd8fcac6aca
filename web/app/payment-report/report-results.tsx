import type { GatewayAnswer, ReportResult } from '@camilan/contract/payment-report'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { href, Link } from 'react-router'
import { formatJakartaTime, formatNumber } from '~/platform/formats'
import { FormSuccess } from '~/ui/notice'
import { Rupiah } from '~/ui/rupiah'
import { SectionCard } from '~/ui/section-card'

const answers: Record<GatewayAnswer, string> = {
  recorded: 'Midtrans menerima uangnya. Dicatat sebagai pembayaran tanpa pesanan: hubungi pembelinya.',
  applied: 'Midtrans menerima uangnya. Pesanannya diperbarui.',
  'no-money': 'Menurut Midtrans uangnya tidak masuk.',
  absent: 'Midtrans tidak mengenal ID ini. Mungkin dari akun lain.',
  unasked: 'Belum dijawab Midtrans. Cocokkan file ini sekali lagi.',
}

/** @param children  an action beside the summary */
export function ReportResults({ result, children }: { result: ReportResult; children: ReactNode }) {
  const { matched, other_amounts, missing_here, missing_there, problems, rows, span } = result
  // The button that was pressed is below the end of a short result.
  useEffect(() => {
    window.scrollTo({ top: 0 })
  }, [])
  const hasFindings = [other_amounts, missing_here, missing_there, problems].some(({ total }) => total > 0)
  return (
    <>
      <SectionCard title="Hasil" aside={children}>
        {!hasFindings && <FormSuccess icon={CircleCheck} sentence="Semua cocok." />}
        <p className="mt-2 text-muted first:mt-0">
          {formatNumber(rows)} baris
          {span && `, ${formatJakartaTime(span.from)} sampai ${formatJakartaTime(span.until)}`}
        </p>
        <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 lg:grid-cols-5">
          <Count name="Cocok" count={matched.count}>
            <Rupiah amount={matched.amount} className="text-13 text-muted" />
          </Count>
          <Count name="Tidak ada di toko" count={missing_here.total} isFinding />
          <Count name="Tidak ada di Midtrans" count={missing_there.total} isFinding />
          <Count name="Jumlahnya lain" count={other_amounts.total} isFinding />
          <Count name="Tidak terbaca" count={problems.total} isFinding />
        </dl>
        {!span && (
          <p className="mt-3 text-13 text-muted">
            Tanpa kolom waktu, pembayaran toko yang tidak ada di file tidak bisa dicari.
          </p>
        )}
      </SectionCard>
      <Findings title="Tidak ada di toko" about="Uang di laporan, tetapi toko tidak mencatatnya." list={missing_here}>
        {({ id, order_id, line, amount, answer }) => (
          <Finding key={id} id={id} orderId={order_id} amount={amount}>
            {answers[answer]} <span className="text-muted">Baris {formatNumber(line)}.</span>
          </Finding>
        )}
      </Findings>
      <Findings
        title="Tidak ada di Midtrans"
        about="Dibayar menurut toko, tetapi bukan uang di laporan. Yang dibayar menjelang tengah malam mungkin ada di laporan hari lain."
        list={missing_there}
      >
        {({ id, order_id, amount, paid_at, status }) => (
          <Finding key={id} id={id} orderId={order_id} amount={amount}>
            Dibayar {formatJakartaTime(paid_at)}. {status ? `Di laporan: ${status}.` : 'Tidak ada di laporan.'}
          </Finding>
        )}
      </Findings>
      <Findings
        title="Jumlahnya lain"
        about="Jumlah di laporan tidak sama dengan yang diterima toko."
        list={other_amounts}
      >
        {({ id, order_id, line, amount, expected }) => (
          <Finding key={id} id={id} orderId={order_id} amount={amount}>
            Menurut toko <Rupiah amount={expected} />. <span className="text-muted">Baris {formatNumber(line)}.</span>
          </Finding>
        )}
      </Findings>
      <Findings
        title="Tidak terbaca"
        about="Isi sel ini tidak dimengerti. Barisnya tetap dicocokkan sejauh bisa."
        list={problems}
      >
        {({ line, column, problem }) => (
          <li key={`${line} ${column} ${problem}`} className="py-2 wrap-anywhere">
            Baris {formatNumber(line)}, kolom “{column}”: {problem}
          </li>
        )}
      </Findings>
      <Fees fees={result.fees} />
    </>
  )
}

interface CountProps {
  name: string
  count: number
  /** More than none is a matter to look at. */
  isFinding?: boolean
  children?: ReactNode
}

function Count({ name, count, isFinding = false, children }: CountProps) {
  return (
    <div>
      <dt className="text-13 text-muted">{name}</dt>
      <dd>
        <span className={`block text-21 font-bold tabular-nums ${isFinding && count > 0 ? 'text-danger' : ''}`}>
          {formatNumber(count)}
        </span>
        {children}
      </dd>
    </div>
  )
}

interface FindingsProps<Item> {
  title: string
  about: string
  list: { total: number; data: readonly Item[] }
  children: (item: Item) => ReactNode
}

function Findings<Item>({ title, about, list: { total, data }, children }: FindingsProps<Item>) {
  if (total === 0) return null
  return (
    <SectionCard title={title}>
      <p className="-mt-2 mb-2 text-muted">{about}</p>
      <ul className="divide-y divide-line">{data.map(children)}</ul>
      {total > data.length && (
        <p className="mt-2 text-muted">dan {formatNumber(total - data.length)} lagi. Selesaikan yang ini dulu.</p>
      )}
    </SectionCard>
  )
}

interface FindingProps {
  id: string
  orderId: string | null
  amount: number
  children: ReactNode
}

function Finding({ id, orderId, amount, children }: FindingProps) {
  return (
    <li className="py-2">
      <div className="flex items-baseline justify-between gap-3">
        {orderId === null ? (
          <span className="font-semibold wrap-anywhere">{id}</span>
        ) : (
          <Link
            to={href('/admin/manage-orders/order/:orderId', { orderId })}
            className="link inline-flex min-h-11 items-center wrap-anywhere md:min-h-0"
          >
            #{id}
          </Link>
        )}
        <Rupiah amount={amount} className="font-semibold" />
      </div>
      <p>{children}</p>
    </li>
  )
}

const unknown = <span className="text-muted">belum diketahui</span>

function Fees({ fees }: Pick<ReportResult, 'fees'>) {
  if (fees.length === 0) return null
  return (
    <SectionCard title="Biaya per hari dan cara bayar">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section aria-label="Tabel biaya" tabIndex={0} className="-mx-1 overflow-auto px-1">
        <table className="w-full text-left text-13 md:text-15">
          <thead>
            <tr className="border-b border-line text-muted">
              <th scope="col" className="py-2 pr-3">
                Hari
              </th>
              <th scope="col" className="py-2 pr-3">
                Cara bayar
              </th>
              {['Banyaknya', 'Masuk', 'Biaya', 'Bersih'].map((name) => (
                <th key={name} scope="col" className="py-2 pl-3 text-right">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {fees.map(({ day, method, count, amount, fee, net }) => (
              <tr key={`${day} ${method}`} className="border-b border-line last:border-b-0">
                <td className="py-2 pr-3 whitespace-nowrap">{day?.split('-').reverse().join('-') ?? 'tanpa waktu'}</td>
                <td className="py-2 pr-3 whitespace-nowrap">{method || 'tanpa cara bayar'}</td>
                <td className="py-2 pl-3 text-right tabular-nums">{formatNumber(count)}</td>
                {[amount, fee, net].map((value, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: three fixed columns
                  <td key={index} className="py-2 pl-3 text-right">
                    {value === null ? unknown : <Rupiah amount={value} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </SectionCard>
  )
}
