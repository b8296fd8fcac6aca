import { CsvChanges } from '@camilan/contract/many-products'
import { success } from '@camilan/contract/wire'
import { Download } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { changePhrases } from '~/audit/change-sentence'
import { api } from '~/platform/api'
import { ApiError, sentenceOf } from '~/platform/api-error'
import { formatNumber } from '~/platform/formats'
import { currentSession } from '~/platform/session'
import { type ToastAction, toast } from '~/platform/toasts'
import { useMutation } from '~/platform/use-mutation'
import { Button } from '~/ui/button'
import { FileButton } from '~/ui/file-button'
import { FormProblem } from '~/ui/notice'
import { SectionCard } from '~/ui/section-card'

const path = '/api/admin/products/csv'
const send = (csv: string, more: { preview?: boolean; seen?: string }) =>
  api.post(path, { csv, ...more }, success(CsvChanges))

/** All products as a file for a spreadsheet, and back: what it would change is shown first. */
export function ProductsFile() {
  const [read, setRead] = useState<{ csv: string; result: CsvChanges } | null>(null)
  const [problem, setProblem] = useState<string>()
  const download = useMutation({ do: downloadCsv, failed: 'Gagal mengunduh. Silakan coba lagi.' })
  const { run, pending } = useMutation({
    do: (csv: string, seen: string | undefined) => send(csv, seen === undefined ? { preview: true } : { seen }),
    done: ({ data }, csv, seen) => {
      const isEmpty = data.items.length === 0 && data.problems.length === 0
      setProblem(isEmpty ? 'File ini tidak mengubah apa pun.' : undefined)
      setRead(seen === undefined && !isEmpty ? { csv, result: data } : null)
      if (seen !== undefined) toast(`${formatNumber(data.items.length)} produk diperbarui`, 'status', undo(data))
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
        <li>Ubah isinya. Kolom id jangan diubah; baris dan kolom yang tidak perlu boleh dihapus.</li>
        <li>Stok berubah hanya kalau kolom expected_stock tetap berisi stok saat diunduh.</li>
        <li>Simpan sebagai CSV, lalu pilih di sini. Perubahannya tampil dulu sebelum disimpan.</li>
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" pending={download.pending} onClick={() => download.run()}>
          <Download aria-hidden className="size-5" />
          Unduh semua produk
        </Button>
        <FileButton
          pending={pending}
          isMain={read === null}
          onChoose={async (file) => {
            setProblem(undefined)
            await run(await file.text(), undefined)
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

function Changes({ items }: Pick<CsvChanges, 'items'>) {
  return (
    <ul aria-label="Perubahan" className="divide-y divide-line border-y border-line">
      {items.map(({ id, name, changes }) => (
        <li key={id} className="py-2">
          <p className="font-semibold wrap-anywhere">{name}</p>
          <p className="text-muted wrap-anywhere">{changePhrases(changes)}</p>
        </li>
      ))}
    </ul>
  )
}

async function downloadCsv(): Promise<void> {
  const response = await fetch(path, { headers: { Authorization: `Bearer ${currentSession().token}` } })
  if (!response.ok) throw new Error(`the export answered ${response.status}`)
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = /"(.+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'produk.csv'
  link.click()
  URL.revokeObjectURL(url)
}

/** Sends the former values; nothing is changed if a stock was sold from since. An empty cell keeps its value. */
function undo({ items }: CsvChanges): ToastAction {
  const fields = [...new Set(items.flatMap(({ changes }) => changes.map(({ field }) => field)))]
  const rows = items.map(({ id, changes }) => {
    const of = (name: string) => changes.find(({ field }) => field === name)
    return [id, ...fields.map((field) => of(field)?.before ?? ''), of('stock')?.after ?? '']
  })
  const csv = [['id', ...fields, 'expected_stock'], ...rows].map((cells) => cells.map(quoted).join()).join('\n')
  return {
    label: 'Urungkan',
    do: async () => {
      await send(csv, {})
      toast('Produk kembali seperti semula')
    },
    failed: 'Gagal mengembalikan. Periksa produknya.',
  }
}

const quoted = (value: unknown) => `"${String(value).replaceAll('"', '""')}"`
