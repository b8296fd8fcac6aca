import { CsvChanges } from '@camilan/contract/many-products'
import { success } from '@camilan/contract/wire'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { api } from '~/platform/api/api'
import { sentenceOf } from '~/platform/api/api-error'
import { downloadFile } from '~/platform/api/download-file'
import { useMutation } from '~/platform/api/use-mutation'
import { textOfFile } from '~/platform/forms/text-of-file'
import { Button } from '~/ui/ask/button'
import { FileButton } from '~/ui/fields/files/file-button'
import { FileFaults } from '~/ui/fields/files/file-faults'
import type { Changes } from './use-changes'

const csvPath = '/api/admin/products/csv'

/** All products as a file for a spreadsheet, and back: what it would change fills the table. */
export function ProductsFile({ changes }: { changes: Changes }) {
  const [read, setRead] = useState<CsvChanges>()
  const download = useMutation({
    do: () => downloadFile(`${csvPath}?form=labels`, 'produk.csv'),
    failed: 'Gagal mengunduh. Silakan coba lagi.',
  })
  const { run, pending } = useMutation({
    do: (csv: string) => api.post(csvPath, { csv }, success(CsvChanges)),
    done({ data }) {
      setRead(data)
      changes.writeFile(data.items)
      if (data.items.length + data.problems.length === 0) changes.fail('File ini tidak mengubah apa pun.')
    },
    failed: (error) => refuse(sentenceOf(error, 'File gagal dikirim. Coba pilih lagi.')),
  })
  function refuse(sentence: string) {
    setRead(undefined)
    changes.discard()
    changes.fail(sentence)
  }
  async function choose(file: File) {
    const csv = textOfFile(await file.arrayBuffer())
    if (csv === undefined) refuse('Ini bukan CSV. Simpan sebagai CSV dulu, lalu pilih file CSV itu.')
    else await run(csv)
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <ol className="list-decimal pl-5 text-muted">
        <li>Unduh semua produk, lalu buka di Excel, LibreOffice atau Google Sheets.</li>
        <li>
          Ubah isinya. Kolom <Name of="ID" /> dan <Name of="Kode" /> jangan diubah; baris dan kolom lain yang tidak
          perlu boleh dihapus.
        </li>
        <li>Hanya isian yang Anda ubah yang disimpan. Penjualan sesudah file diunduh tetap terhitung.</li>
        <li>Simpan sebagai CSV, lalu pilih di sini. Isinya tampil di tabel dulu sebelum disimpan.</li>
      </ol>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button variant="quiet" pending={download.pending} onClick={() => download.run()}>
          <Download aria-hidden className="size-5" />
          Unduh semua produk
        </Button>
        <FileButton pending={pending} isMain={changes.count === 0} onChoose={choose}>
          Pilih file CSV
        </FileButton>
      </div>
      {read && <FileFaults {...read} />}
      {read && read.problems.length > 0 && read.items.length > 0 && (
        <p className="text-muted">Perbaiki filenya lalu pilih lagi, atau simpan baris yang benar di bawah ini saja.</p>
      )}
    </div>
  )
}

/** A column of the file. */
const Name = ({ of }: { of: string }) => <code className="rounded bg-soft px-1 font-mono text-13 text-body">{of}</code>
