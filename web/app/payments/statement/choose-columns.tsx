import { type ColumnRole, columnRoles, type ReportColumns, type ReportPreview } from '@camilan/contract/payment-report'
import { useRef, useState } from 'react'
import { formatJakartaTime } from '~/platform/state/formats'
import { Button } from '~/ui/ask/button'
import { FormProblem } from '~/ui/ask/notice'
import { SectionCard } from '~/ui/ask/section-card'
import { SelectField } from '~/ui/fields/field'
import { ScrollArrows } from '~/ui/lists/scroll-arrows'

const roles: Record<ColumnRole, { label: string; hint?: string }> = {
  order_id: { label: 'ID pesanan', hint: 'Wajib. Misalnya 261120-7K3QX9.' },
  amount: { label: 'Jumlah uang', hint: 'Wajib. Yang dibayar pembeli, sebelum dipotong biaya.' },
  status: { label: 'Status', hint: 'Tanpa kolom ini setiap baris dianggap uang yang masuk.' },
  method: { label: 'Cara bayar' },
  fee: { label: 'Biaya Midtrans' },
  net: { label: 'Jumlah bersih', hint: 'Setelah dipotong biaya.' },
  time: { label: 'Waktu transaksi', hint: 'Perlu untuk menemukan pembayaran yang tidak ada di file.' },
  transaction_id: { label: 'ID transaksi' },
}

interface ChooseColumnsProps {
  preview: ReportPreview
  pending: boolean
  problem: string | undefined
  onChosen: (columns: ReportColumns) => void
}

/** The columns of a report, as they were guessed or assigned before, beside the first rows of the file. */
export function ChooseColumns({
  preview: { headers, rows, columns: guessed, is_remembered },
  pending,
  problem,
  onChosen,
}: ChooseColumnsProps) {
  const [columns, setColumns] = useState(guessed)
  const table = useRef<HTMLElement>(null)
  const { order_id, amount, ...others } = columns
  const isComplete = order_id !== null && amount !== null
  const roleOf = (index: number) => columnRoles.find((role) => columns[role] === index)
  return (
    <SectionCard title="Kolom">
      <p className="mb-4 max-w-prose text-muted">
        {is_remembered
          ? 'Kolom ini Anda pilih untuk laporan dengan judul kolom yang sama.'
          : 'Ini tebakan toko dari judul dan isi kolom. Periksa, lalu betulkan yang salah. Pilihan Anda diingat untuk laporan berikutnya.'}
      </p>
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {columnRoles.map((role) => (
          <SelectField
            key={role}
            {...roles[role]}
            disabled={pending}
            value={columns[role] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setColumns((chosen) => ({ ...chosen, [role]: value === '' ? null : Number(value) }))
            }
          >
            <option value="">{role === 'order_id' || role === 'amount' ? 'Pilih kolom' : 'Tidak ada'}</option>
            {headers.map((header, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place, and two may have one heading
              <option key={index} value={index}>
                {header || `Kolom ${index + 1}`}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <div className="relative mt-5 [--behind:var(--color-surface)]">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
        <section ref={table} aria-label="Baris pertama file" tabIndex={0} className="overflow-auto">
          <table className="w-full border border-line text-left text-13">
            <thead className="bg-soft">
              <tr>
                {headers.map((header, index) => {
                  const role = roleOf(index)
                  return (
                    // biome-ignore lint/suspicious/noArrayIndexKey: as above
                    <th key={index} scope="col" className="px-2.5 py-2 align-top whitespace-nowrap">
                      <span>{header || `Kolom ${index + 1}`}</span>
                      {role && <span className="block font-semibold text-accent">{roles[role].label}</span>}
                    </th>
                  )
                })}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <tr key={row} className="border-t border-line">
                  {headers.map((_, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: as above
                    <td key={index} className="px-2.5 py-2 whitespace-nowrap">
                      {shortened(cells[index] ?? '')}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <ScrollArrows row={table} />
      </div>
      <div className="mt-5 grid gap-3 justify-items-start">
        <FormProblem sentence={problem} />
        <Button
          pending={pending}
          disabled={!isComplete}
          onClick={() => isComplete && onChosen({ ...others, order_id, amount })}
          className="max-sm:w-full"
        >
          Cocokkan
        </Button>
        {!isComplete && <p className="text-13 text-muted">Pilih dulu kolom ID pesanan dan jumlah uang.</p>}
      </div>
    </SectionCard>
  )
}

/** `2026-11-26T18:43:29.797Z` as the time in the shop. Other texts stay as they are in the file. */
const shortened = (cell: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(Z|[+-]\d\d:\d\d)$/.test(cell) ? formatJakartaTime(cell) : cell
