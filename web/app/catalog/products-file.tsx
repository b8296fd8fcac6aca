import { CsvChanges } from '@camilan/contract/many-products'
import { Download } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { changePhrases } from '~/audit/change-sentence'
import { ApiError, sentenceOf } from '~/platform/api-error'
import { formatNumber } from '~/platform/formats'
import { currentSession } from '~/platform/session'
import { toast } from '~/platform/toasts'
import { useMutation } from '~/platform/use-mutation'
import { Button } from '~/ui/button'
import { FileButton } from '~/ui/file-button'
import { FormProblem } from '~/ui/notice'
import { SectionCard } from '~/ui/section-card'
import { csvPath, sendCsv, textOfFile, undoCsv } from './products-csv'
import { isUnlikely } from './read-price'

/** All products as a file for a spreadsheet, and back: what it would change is shown first. */
export function ProductsFile() {
  const [read, setRead] = useState<{ csv: string; result: CsvChanges } | null>(null)
  const [problem, setProblem] = useState<string>()
  const download = useMutation({ do: downloadCsv, failed: 'Gagal mengunduh. Silakan coba lagi.' })
  const { run, pending } = useMutation({
    do: (csv: string, seen: string | undefined) => sendCsv(csv, seen === undefined ? { preview: true } : { seen }),
    done: ({ data }, csv, seen) => {
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
  const { items = [], problems = [], seen } = read?.result ?? {}
  return (
    <SectionCard title="File CSV">
      <ol className="mb-4 list-decimal pl-5 text-muted">
        <li>Unduh semua produk, lalu buka di Excel, LibreOffice atau Google Sheets.</li>
        <li>
          Ubah isinya. Kolom <Name of="id" /> jangan diubah; baris dan kolom yang tidak perlu boleh dihapus.
        </li>
        <li>
          Stok baru diisi di kolom <Name of="stock" />. Biarkan kolom <Name of="expected_stock" />: isinya stok saat
          file diunduh, supaya penjualan sesudahnya tetap terhitung.
        </li>
        <li>Simpan sebagai CSV, lalu pilih di sini. Perubahannya tampil dulu sebelum disimpan.</li>
      </ol>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button variant="quiet" pending={download.pending} onClick={() => download.run()}>
          <Download aria-hidden className="size-5" />
          Unduh semua produk
        </Button>
        <FileButton
          pending={pending}
          isMain={read === null}
          onChoose={async (file) => {
            setProblem(undefined)
            await run(textOfFile(await file.arrayBuffer()), undefined)
          }}
        >
          Pilih file CSV
        </FileButton>
      </div>
      <div className="mt-4 grid gap-4 empty:hidden">
        <FormProblem sentence={problem} />
        {problems.length > 0 && (
          <ul aria-label="Baris yang salah" className="list-disc pl-5 font-semibold text-danger">
            {problems.map(({ line, sentence }) => (
              <li key={line}>
                Baris {line}: {sentence}
              </li>
            ))}
          </ul>
        )}
        {items.length > 0 && <Changes items={items} />}
        {read && seen !== undefined && problems.length === 0 && (
          <Button pending={pending} onClick={() => run(read.csv, seen)} className="md:justify-self-start">
            Ubah {formatNumber(items.length)} produk
          </Button>
        )}
      </div>
    </SectionCard>
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
  const response = await fetch(csvPath, { headers: { Authorization: `Bearer ${currentSession().token}` } })
  if (!response.ok) throw new Error(`the export answered ${response.status}`)
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = /"(.+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'produk.csv'
  link.click()
  URL.revokeObjectURL(url)
}
