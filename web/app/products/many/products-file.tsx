import { CsvChanges } from '@camilan/contract/many-products'
import { Download } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { changePhrases } from '~/people/audit/change-sentence'
import { ask } from '~/platform/api/api'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { isTabCurrent } from '~/platform/api/session'
import { useMutation } from '~/platform/api/use-mutation'
import { formatNumber } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'
import { isUnlikely } from '~/products/form/read-price'
import { Button } from '~/ui/ask/button'
import { FormProblem } from '~/ui/ask/notice'
import { SectionCard } from '~/ui/ask/section-card'
import { FileButton } from '~/ui/fields/file-button'
import { csvPath, sendCsv, textOfFile, undoCsv } from './products-csv'

/** All products as a file for a spreadsheet, and back: what it would change is shown first. */
export function ProductsFile() {
  const [read, setRead] = useState<{ csv: string; result: CsvChanges } | null>(null)
  const [problem, setProblem] = useState<string>()
  const download = useMutation({ do: downloadCsv, failed: 'Gagal mengunduh. Silakan coba lagi.' })
  const { run, pending } = useMutation({
    do: (csv: string, { seen, onlyCorrect }: Agreed) =>
      sendCsv(csv, seen === undefined ? { preview: true } : { seen, ...(onlyCorrect && { only_correct: true }) }),
    done: ({ data }, csv, { seen }) => {
      const isEmpty = data.items.length === 0 && data.problems.length === 0
      setProblem(isEmpty ? 'File ini tidak mengubah apa pun.' : undefined)
      setRead(seen === undefined && !isEmpty ? { csv, result: data } : null)
      if (seen !== undefined)
        toast(`${formatNumber(data.items.length)} produk diperbarui`, 'status', undoCsv(data.items))
    },
    failed: (error, csv) => {
      setProblem(sentenceOf(error, 'File gagal dikirim. Coba pilih lagi.'))
      const fresh = error instanceof ApiError ? z.safeParse(CsvChanges, error.data) : undefined
      setRead(fresh?.success ? { csv, result: fresh.data } : null)
    },
  })
  async function choose(file: File) {
    const csv = textOfFile(await file.arrayBuffer())
    setProblem(csv === undefined ? 'Ini bukan CSV. Simpan sebagai CSV dulu, lalu pilih file CSV itu.' : undefined)
    if (csv === undefined) setRead(null)
    else await run(csv, {})
  }
  return (
    <SectionCard title="File CSV">
      <ol className="mb-4 list-decimal pl-5 text-muted">
        <li>Unduh semua produk, lalu buka di Excel, LibreOffice atau Google Sheets.</li>
        <li>
          Ubah isinya. Kolom <Name of="ID" /> dan <Name of="Kode" /> jangan diubah; baris dan kolom lain yang tidak
          perlu boleh dihapus.
        </li>
        <li>Hanya isian yang Anda ubah yang disimpan. Penjualan sesudah file diunduh tetap terhitung.</li>
        <li>Simpan sebagai CSV, lalu pilih di sini. Perubahannya tampil dulu sebelum disimpan.</li>
      </ol>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button variant="quiet" pending={download.pending} onClick={() => download.run()}>
          <Download aria-hidden className="size-5" />
          Unduh semua produk
        </Button>
        <FileButton pending={pending} isMain={read === null} onChoose={choose}>
          Pilih file CSV
        </FileButton>
      </div>
      <div className="mt-4 grid gap-4 empty:hidden">
        <FormProblem sentence={problem} />
        {read && (
          <Preview
            result={read.result}
            pending={pending}
            onApply={(agreed) => run(read.csv, { seen: read.result.seen, ...agreed })}
          />
        )}
      </div>
    </SectionCard>
  )
}

/** What the seller has agreed to; without `seen` it is only shown. */
interface Agreed {
  seen?: string
  onlyCorrect?: boolean
}

interface PreviewProps {
  result: CsvChanges
  pending: boolean
  onApply: (agreed: Agreed) => void
}

function Preview({ result: { items, problems, unknown_columns = [] }, pending, onApply }: PreviewProps) {
  const count = formatNumber(items.length)
  return (
    <>
      {problems.length > 0 && (
        <ul aria-label="Baris yang salah" className="list-disc pl-5 font-semibold text-danger wrap-anywhere">
          {problems.map(({ line, column, sentence }) => (
            <li key={`${line} ${column}`}>{`Baris ${line}${column ? `, kolom ${column}` : ''}: ${sentence}`}</li>
          ))}
        </ul>
      )}
      {unknown_columns.length > 0 && (
        <p className="text-muted wrap-anywhere">{`Kolom yang tidak dibaca: ${unknown_columns.join(', ')}.`}</p>
      )}
      {items.length > 0 && <Changes items={items} />}
      {problems.length > 0 && items.length > 0 && (
        <div className="grid gap-2 md:justify-self-start">
          <p className="text-muted">
            {`Perbaiki filenya lalu pilih lagi, atau ubah ${count} produk dari baris yang benar saja.`}
          </p>
          <Button variant="quiet" pending={pending} onClick={() => onApply({ onlyCorrect: true })}>
            Terapkan baris yang benar
          </Button>
        </div>
      )}
      {problems.length === 0 && items.length > 0 && (
        <Button pending={pending} onClick={() => onApply({})} className="md:justify-self-start">
          {`Ubah ${count} produk`}
        </Button>
      )}
    </>
  )
}

/** A column of the file. */
const Name = ({ of }: { of: string }) => <code className="rounded bg-soft px-1 font-mono text-13 text-body">{of}</code>

function Changes({ items }: Pick<CsvChanges, 'items'>) {
  return (
    <ul aria-label="Perubahan" className="divide-y divide-line border-y border-line">
      {items.map(({ id, name, changes }) => (
        <li key={id} className="py-2">
          <p className="font-semibold wrap-anywhere">{name}</p>
          <p className="text-muted wrap-anywhere">{changePhrases(changes)}</p>
          {changes.some(
            ({ field, before, after }) => field === 'price' && isUnlikely(Number(after), Number(before)),
          ) && <p className="text-13 font-semibold text-warning">Harganya berubah jauh. Periksa lagi.</p>}
        </li>
      ))}
    </ul>
  )
}

async function downloadCsv(): Promise<void> {
  const response = await ask('GET', `${csvPath}?form=labels`)
  const url = URL.createObjectURL(await response.blob())
  if (!isTabCurrent()) return
  const link = document.createElement('a')
  link.href = url
  link.download = /"(.+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'produk.csv'
  link.click()
  URL.revokeObjectURL(url)
}
