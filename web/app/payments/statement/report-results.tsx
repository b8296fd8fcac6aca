import type { GatewayAnswer, ReportResult } from '@camilan/contract/payment-report'
import CircleCheck from 'lucide-react/icons/circle-check'
import { type ReactNode, useEffect, useId } from 'react'
import { href, Link } from 'react-router'
import { formatJakartaTime, formatNumber } from '~/platform/state/formats'
import { FormSuccess } from '~/ui/ask/notice'
import { SectionCard } from '~/ui/ask/section-card'
import type { Elements } from '~/ui/elements'
import { type Column, DataTable } from '~/ui/lists/data-table'
import { Facts } from '~/ui/lists/facts'
import { Rupiah } from '~/ui/shop/rupiah'

const answers: Record<GatewayAnswer, string> = {
  recorded: 'Uangnya masuk di Midtrans. Dicatat sebagai pembayaran tanpa pesanan: hubungi pembelinya.',
  applied: 'Uangnya masuk di Midtrans. Pesanannya diperbarui.',
  'no-money': 'Menurut Midtrans uangnya tidak masuk.',
  'has-money': 'Uangnya masuk di Midtrans.',
  absent: 'Midtrans tidak mengenal ID ini. Mungkin dari akun lain.',
  unasked: 'Belum dijawab Midtrans. Cocokkan file ini sekali lagi.',
}

/** Of money that went back according to the file. */
const answersOfLoss: Record<GatewayAnswer, string> = {
  ...answers,
  applied: 'Midtrans membenarkannya. Pesanannya diperbarui.',
  'has-money': 'Menurut Midtrans uangnya masih ada. Periksa di dasbornya.',
}

/** @param children  an action beside the summary */
export function ReportResults({ result, children }: { result: ReportResult; children: ReactNode }) {
  const { matched, other_amounts, went_back, missing_here, missing_there, problems, rows, span } = result
  // The button that was pressed is below the end of a short result.
  useEffect(() => {
    window.scrollTo({ top: 0 })
  }, [])
  const lists = [missing_here, missing_there, went_back, other_amounts, problems]
  const found = lists.reduce((sum, { total }) => sum + total, 0)
  return (
    <>
      <SectionCard title="Hasil" aside={children}>
        {found === 0 ? (
          <FormSuccess icon={CircleCheck} sentence="Semua cocok." />
        ) : (
          <p className="text-21 font-bold">{`${formatNumber(found)} hal perlu diperiksa`}</p>
        )}
        <p className="mt-1 text-muted">
          {`${formatNumber(rows)} baris${span ? `, ${formatJakartaTime(span.from)} sampai ${formatJakartaTime(span.until)}` : ''}`}
        </p>
        <dl className="mt-3 grid lg:grid-cols-6 lg:gap-x-6">
          <Count name="Cocok" count={matched.count} amount={matched.amount} />
          <Count name="Tidak ada di toko" count={missing_here.total} amount={sumOf(missing_here)} isFinding />
          <Count name="Tidak ada di Midtrans" count={missing_there.total} amount={sumOf(missing_there)} isFinding />
          <Count name="Dikembalikan atau ditarik" count={went_back.total} amount={sumOf(went_back)} isFinding />
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
            {`${answers[answer]} Baris ${formatNumber(line)}.`}
          </Finding>
        )}
      </Findings>
      <Findings
        title="Tidak ada di Midtrans"
        about="Dibayar menurut toko, tetapi tidak ada atau bukan uang di laporan. Yang dibayar menjelang tengah malam mungkin ada di laporan hari lain."
        list={missing_there}
      >
        {({ id, order_id, amount, paid_at, status }) => (
          <Finding key={id} id={id} orderId={order_id} amount={amount}>
            {`Dibayar ${formatJakartaTime(paid_at)}${status ? `. Di laporan: ${status}` : ''}`}
          </Finding>
        )}
      </Findings>
      <Findings
        title="Dikembalikan atau ditarik"
        about="Menurut laporan uangnya sudah dikembalikan atau ditarik kembali, dan toko belum mencatatnya."
        list={went_back}
      >
        {({ id, order_id, line, amount, status, answer }) => (
          <Finding key={id} id={id} orderId={order_id} amount={amount}>
            {`${answersOfLoss[answer]} Di laporan: ${status}. Baris ${formatNumber(line)}.`}
          </Finding>
        )}
      </Findings>
      <Findings
        title="Jumlahnya lain"
        about="Jumlah di laporan tidak sama dengan yang masuk menurut toko."
        list={other_amounts}
      >
        {({ id, order_id, line, amount, expected }) => (
          <Finding key={id} id={id} orderId={order_id} amount={amount}>
            Menurut toko <Rupiah amount={expected} />
            <span>{`. Baris ${formatNumber(line)}.`}</span>
          </Finding>
        )}
      </Findings>
      <Findings
        title="Tidak terbaca"
        about="Isi sel ini tidak dimengerti. Barisnya tetap dicocokkan sejauh bisa."
        list={problems}
      >
        {({ line, column, problem }) => (
          <li key={`${line} ${column} ${problem}`} className="wrap-anywhere">
            {`Baris ${formatNumber(line)}, kolom “${column}”: ${problem}`}
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
  /** Rupiah of all of them, if it is known. */
  amount?: number | undefined
  /** More than none is a matter to look at. */
  isFinding?: boolean
}

/** On a phone a line, on a desktop a column. */
function Count({ name, count, amount = 0, isFinding = false }: CountProps) {
  const look = count === 0 ? 'text-muted' : isFinding ? 'text-warning' : ''
  return (
    <div className="flex items-baseline gap-x-3 narrow:flex-wrap border-t border-line py-2 lg:grid lg:content-start lg:gap-0 lg:border-0 lg:pb-0">
      <dt className="grow narrow:basis-full lg:text-13 lg:text-muted">{name}</dt>
      {amount > 0 && (
        <dd className="text-13 text-muted lg:order-last">
          <Rupiah amount={amount} />
        </dd>
      )}
      <dd className={`min-w-8 text-right text-17 font-bold tabular-nums lg:-order-1 lg:text-left lg:text-21 ${look}`}>
        {formatNumber(count)}
      </dd>
    </div>
  )
}

/** Unknown while some of them are not shown. */
const sumOf = ({ total, data }: { total: number; data: readonly { amount: number }[] }) =>
  total === data.length ? data.reduce((sum, { amount }) => sum + amount, 0) : undefined

interface FindingsProps<Item> {
  title: string
  about: string
  list: { total: number; data: readonly Item[] }
  children: (item: Item) => Elements
}

function Findings<Item>({ title, about, list: { total, data }, children }: FindingsProps<Item>) {
  if (total === 0) return null
  return (
    <SectionCard title={title}>
      <p className="-mt-2 mb-3 text-pretty text-muted">{about}</p>
      <ul className="-mb-2 grid grid-cols-1 *:border-t *:border-line *:py-2.5 lg:grid-cols-2 lg:gap-x-10 lg:*:only:col-span-2">
        {data.map(children)}
      </ul>
      {total > data.length && (
        <p className="mt-2 text-muted">{`dan ${formatNumber(total - data.length)} lagi. Selesaikan yang ini dulu.`}</p>
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
    <li className="relative">
      <div className="flex items-baseline justify-between gap-3">
        {orderId === null ? (
          <span className="font-semibold wrap-anywhere">{id}</span>
        ) : (
          <Link
            to={href('/admin/manage-orders/order/:orderId', { orderId })}
            className="link wrap-anywhere after:absolute after:inset-0"
          >
            {`#${id}`}
          </Link>
        )}
        <Rupiah amount={amount} className="font-semibold" />
      </div>
      <p className="text-13 text-muted">{children}</p>
    </li>
  )
}

type Fee = ReportResult['fees'][number]

const dayOf = ({ day }: Fee) => day?.split('-').reverse().join('-') ?? 'tanpa waktu'
const methodOf = ({ method }: Fee) => method || 'tanpa cara bayar'
const money = (value: number | null) =>
  value === null ? <span className="text-muted">belum diketahui</span> : <Rupiah amount={value} />

const feeColumns: readonly Column<Fee & { id: string }>[] = [
  { heading: 'Hari', cell: dayOf, className: 'whitespace-nowrap' },
  { heading: 'Cara bayar', cell: methodOf },
  { heading: 'Banyaknya', cell: ({ count }) => formatNumber(count), numeric: true },
  { heading: 'Masuk', cell: ({ amount }) => money(amount), numeric: true },
  { heading: 'Biaya', cell: ({ fee }) => money(fee), numeric: true },
  { heading: 'Bersih', cell: ({ net }) => money(net), numeric: true },
]

function Fees({ fees }: Pick<ReportResult, 'fees'>) {
  const titleId = useId()
  if (fees.length === 0) return null
  return (
    <section aria-labelledby={titleId} className="mt-2 min-w-0">
      <h2 id={titleId} className="mb-3 text-17 font-bold">
        Biaya per hari dan cara bayar
      </h2>
      <DataTable
        label="biaya"
        columns={feeColumns}
        rows={fees.map((fee) => ({ ...fee, id: `${fee.day} ${fee.method}` }))}
        card={(fee) => (
          <>
            <p className="font-semibold">{methodOf(fee)}</p>
            <p className="mb-2 text-13 text-muted">{`${dayOf(fee)} · ${formatNumber(fee.count)} pembayaran`}</p>
            <Facts
              facts={[
                { name: 'Masuk', value: money(fee.amount), isLong: true },
                { name: 'Biaya', value: money(fee.fee) },
                { name: 'Bersih', value: money(fee.net) },
              ]}
            />
          </>
        )}
      />
    </section>
  )
}
