import { success } from '@camilan/contract/wire'
import { ZonesCsvResult } from '@camilan/contract/zones'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { api } from '~/platform/api/api'
import { sentenceOf } from '~/platform/api/api-error'
import { downloadFile } from '~/platform/api/download-file'
import { useMutation } from '~/platform/api/use-mutation'
import { textOfFile } from '~/platform/forms/text-of-file'
import { formatNumber } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'
import { useConfirm } from '~/ui/ask/confirm'
import { lostQuestion, useLeaveQuestion } from '~/ui/ask/leave-guard'
import { FormProblem } from '~/ui/ask/notice'
import { TextAreaField } from '~/ui/fields/field'
import { FileButton } from '~/ui/fields/files/file-button'
import { FileFaults } from '~/ui/fields/files/file-faults'
import { Gaps, ZoneSummary } from './zone-summary'

const csvPath = '/api/admin/zones/csv'

interface ZonesFileProps {
  version: number
  /** The number of zones now. */
  count: number
}

/** All zones as a table for a spreadsheet, and back: what it would make is shown before it replaces them. */
export function ZonesFile({ version, count }: ZonesFileProps) {
  const [text, setText] = useState('')
  const [read, setRead] = useState<{ csv: string; result: ZonesCsvResult }>()
  const [problem, setProblem] = useState<string>()
  const confirm = useConfirm()
  useLeaveQuestion(text !== '' || read !== undefined, lostQuestion)
  const send = (csv: string, preview: boolean) => api.put(csvPath, { csv, version, preview }, success(ZonesCsvResult))
  const failed = (error: unknown) => setProblem(sentenceOf(error, 'Tabel belum terbaca. Silakan coba lagi.'))
  const download = useMutation({
    do: () => downloadFile(csvPath, 'zona.csv'),
    failed: 'Gagal mengunduh. Silakan coba lagi.',
  })
  const preview = useMutation({
    do: (csv: string) => send(csv, true),
    done: ({ data: result }, csv) => setRead({ csv, result }),
    failed,
  })
  const save = useMutation({
    do: (csv: string) => send(csv, false),
    done(_, csv) {
      setRead(undefined)
      // What was typed after the check stays.
      setText((now) => (now === csv ? '' : now))
      toast('Zona disimpan')
    },
    failed,
    revalidate: 'both',
  })
  function show(csv: string | undefined) {
    setRead(undefined)
    setProblem(csv === undefined ? 'Ini bukan CSV. Simpan sebagai CSV dulu, lalu pilih file CSV itu.' : undefined)
    if (csv !== undefined) void preview.run(csv)
  }
  async function replace(csv: string) {
    const question = `Ganti ${formatNumber(count)} zona dengan tabel ini?`
    if (count === 0 || (await confirm(question, { yes: 'Ganti', danger: true }))) await save.run(csv)
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-muted">
        Unduh tabelnya, ubah di Excel atau Google Sheets, lalu pilih filenya atau tempel selnya di sini. Kolom yang
        harus ada: Daerah dan Layanan. Tabel mengganti semua zona, dan hasilnya tampil dulu sebelum disimpan.
      </p>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button variant="quiet" pending={download.pending} onClick={() => download.run()}>
          <Download aria-hidden className="size-5" />
          Unduh tabel
        </Button>
        <FileButton
          pending={preview.pending}
          isMain={false}
          onChoose={async (file) => show(textOfFile(await file.arrayBuffer()))}
        >
          Pilih file CSV
        </FileButton>
      </div>
      <TextAreaField
        label="Tempel dari spreadsheet"
        rows={4}
        placeholder={'Daerah\tLayanan\tKg Pertama\tKg Berikutnya'}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <div>
        <Button variant="quiet" pending={preview.pending} disabled={text.trim() === ''} onClick={() => show(text)}>
          Periksa tabel
        </Button>
      </div>
      <FormProblem sentence={problem} />
      {read && (
        <div role="status" className="grid gap-3">
          <FileFaults {...read.result} />
          <p className="font-semibold">{`Tabel ini berisi ${formatNumber(read.result.zones.length)} zona.`}</p>
          <ul className="divide-y divide-line">
            {read.result.zones.slice(0, shownZones).map((zone) => (
              <li key={zone.name} className="py-3">
                <ZoneSummary zone={zone} />
              </li>
            ))}
          </ul>
          {read.result.zones.length > shownZones && (
            <p className="text-muted">{`dan ${formatNumber(read.result.zones.length - shownZones)} zona lainnya`}</p>
          )}
          <Gaps gaps={read.result.gaps} />
          <div>
            <Button
              pending={save.pending}
              disabled={read.result.problems.length > 0}
              onClick={() => void replace(read.csv)}
            >
              Pakai tabel ini
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

const shownZones = 5
