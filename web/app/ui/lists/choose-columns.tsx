import { useRef, useState } from 'react'
import { formatJakartaTime } from '~/platform/state/formats'
import { Button } from '~/ui/ask/button'
import { FormProblem } from '~/ui/ask/notice'
import { SectionCard } from '~/ui/ask/section-card'
import type { Elements } from '~/ui/elements'
import { SelectField } from '~/ui/fields/field'
import { ScrollArrows } from '~/ui/lists/scroll-arrows'

/** The index of the column of each role. */
export type ChosenColumns = Readonly<Record<string, number | null>>

export interface Role {
  name: string
  label: string
  hint?: string
  isRequired?: boolean
  /** Shown below the others, when it is asked for. */
  isRare?: boolean
}

interface ChooseColumnsProps {
  roles: readonly Role[]
  preview: {
    headers: readonly string[]
    rows: readonly (readonly string[])[]
    columns: ChosenColumns
    is_remembered: boolean
  }
  /** What a remembered choice was for: `laporan`. */
  of: string
  /** The button that goes on. */
  yes: string
  /** What is asked for without the required columns. */
  missing: string
  pending: boolean
  problem: string | undefined
  /** Between the columns and the first rows. */
  children?: Elements
  onChosen: (columns: ChosenColumns) => void
}

/** The columns of a table, as they were guessed or assigned before, beside the first rows of the file. */
export function ChooseColumns({
  roles,
  preview,
  of,
  yes,
  missing,
  pending,
  problem,
  children,
  onChosen,
}: ChooseColumnsProps) {
  const { headers, rows, columns: guessed, is_remembered } = preview
  const [columns, setColumns] = useState(guessed)
  const table = useRef<HTMLElement>(null)
  const isComplete = roles.every(({ name, isRequired }) => !isRequired || typeof columns[name] === 'number')
  const roleOf = (index: number) => roles.find(({ name }) => columns[name] === index)
  const rare = roles.filter(({ isRare }) => isRare)
  const fieldOf = ({ name, label, hint, isRequired }: Role) => (
    <SelectField
      key={name}
      label={label}
      hint={hint}
      disabled={pending}
      value={columns[name] ?? ''}
      onChange={({ currentTarget: { value } }) =>
        setColumns((chosen) => ({ ...chosen, [name]: value === '' ? null : Number(value) }))
      }
    >
      <option value="">{isRequired ? 'Pilih kolom' : 'Tidak ada'}</option>
      {headers.map((header, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place, and two may have one heading
        <option key={index} value={index}>
          {header || `Kolom ${index + 1}`}
        </option>
      ))}
    </SelectField>
  )
  return (
    <SectionCard title="Kolom">
      <p className="mb-4 max-w-prose text-muted">
        {is_remembered
          ? `Kolom ini Anda pilih untuk ${of} dengan judul kolom yang sama.`
          : `Ini tebakan toko dari judul dan isi kolom. Periksa, lalu betulkan yang salah. Pilihan Anda diingat untuk ${of} berikutnya.`}
      </p>
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {roles.filter(({ isRare }) => !isRare).map(fieldOf)}
      </div>
      {rare.length > 0 && (
        <details className="mt-3">
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">Kolom lain</summary>
          <div className="mt-2 grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">{rare.map(fieldOf)}</div>
        </details>
      )}
      {children}
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
                      {role && <span className="block font-semibold text-accent">{role.label}</span>}
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
          onClick={() => isComplete && onChosen(columns)}
          className="max-sm:w-full"
        >
          {yes}
        </Button>
        {!isComplete && <p className="text-13 text-muted">{missing}</p>}
      </div>
    </SectionCard>
  )
}

/** `2026-11-26T18:43:29.797Z` as the time in the shop. Other texts stay as they are in the file. */
const shortened = (cell: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(Z|[+-]\d\d:\d\d)$/.test(cell) ? formatJakartaTime(cell) : cell
