import {
  type ColumnRole,
  columnRoles,
  ReportColumns,
  ReportPreview,
  ReportResult,
} from '@camilan/contract/payment-report'
import { Message, success } from '@camilan/contract/wire'
import { useState } from 'react'
import { me } from '~/people/me'
import { api } from '~/platform/api/api'
import { sentenceOf } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { useAccountStore } from '~/platform/forms/account-store'
import { privatePage } from '~/platform/pages/meta'
import { formatJakartaTime } from '~/platform/state/formats'
import { Button } from '~/ui/ask/button'
import { useConfirm } from '~/ui/ask/confirm'
import { FormProblem, Notice } from '~/ui/ask/notice'
import { SectionCard } from '~/ui/ask/section-card'
import { FileButton } from '~/ui/fields/files/file-button'
import { ChooseColumns } from '~/ui/lists/choose-columns'
import type { PageWords } from '~/ui/loading/failed-page'
import { Skeleton, TitledSkeleton } from '~/ui/loading/skeleton'
import { ReportResults } from './report-results'

const title = 'Cocok dengan Midtrans'

export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat halaman ini' }

export const clientLoader = () => null

export function HydrateFallback() {
  return (
    <TitledSkeleton title={title}>
      <Skeleton className="h-44" />
    </TitledSkeleton>
  )
}

const roles: Record<ColumnRole, { label: string; hint?: string; isRequired?: boolean }> = {
  order_id: { label: 'ID pesanan', hint: 'Wajib. Misalnya 261120-7K3QX9.', isRequired: true },
  amount: { label: 'Jumlah uang', hint: 'Wajib. Yang dibayar pembeli, sebelum dipotong biaya.', isRequired: true },
  status: { label: 'Status', hint: 'Tanpa kolom ini setiap baris dianggap uang yang masuk.' },
  method: { label: 'Cara bayar' },
  fee: { label: 'Biaya Midtrans' },
  net: { label: 'Jumlah bersih', hint: 'Setelah dipotong biaya.' },
  time: { label: 'Waktu transaksi', hint: 'Perlu untuk menemukan pembayaran yang tidak ada di file.' },
  transaction_id: { label: 'ID transaksi' },
}

type Step =
  | { kind: 'file' }
  | { kind: 'columns'; file: File; preview: ReportPreview }
  | { kind: 'result'; file: File; preview: ReportPreview; result: ReportResult }

/** A form with the file, which is sent again with the columns: the server keeps no file. */
function formOf(file: File, columns?: ReportColumns): FormData {
  const form = new FormData()
  if (columns) form.append('columns', JSON.stringify(columns))
  form.append('file', file)
  return form
}

export default function PaymentReportPage() {
  const [step, setStep] = useState<Step>({ kind: 'file' })
  const [problem, setProblem] = useState<string>()
  const failed = (error: unknown) => setProblem(sentenceOf(error, 'File gagal dikirim. Coba pilih lagi.'))
  const compare = useMutation({
    do: (file: File, _preview: ReportPreview, columns: ReportColumns) =>
      api.post('/api/admin/payment-report', formOf(file, columns), success(ReportResult)),
    done: ({ data }, file, preview, columns) => {
      setStep({ kind: 'result', file, preview: { ...preview, columns }, result: data })
      void me.refresh() // the missing time may have been compared
    },
    failed,
  })
  const open = useMutation({
    do: (file: File) => api.post('/api/admin/payment-report/preview', formOf(file), success(ReportPreview)),
    done: async ({ data }, file) => {
      setStep({ kind: 'columns', file, preview: data })
      const { order_id, amount, ...columns } = data.columns
      if (!data.is_remembered || order_id === null || amount === null) return
      await compare.run(file, data, { ...columns, order_id, amount })
    },
    failed,
  })
  const pending = open.pending || compare.pending

  function choose(file: File) {
    setProblem(undefined)
    setStep({ kind: 'file' })
    void open.run(file)
  }

  return (
    <main className="page grid grid-cols-1 gap-4">
      <div>
        <h1 className="title">{title}</h1>
        <p className="mt-1 max-w-prose text-pretty text-muted">
          Bandingkan catatan pembayaran toko dengan catatan Midtrans, agar tidak ada uang yang terlewat.
        </p>
      </div>
      <MissingSpan />
      <SectionCard title="Laporan Midtrans">
        {step.kind === 'file' && (
          <ol className="mb-4 list-decimal pl-5 text-muted">
            <li>Buka dasbor Midtrans, menu Transaksi, lalu pilih rentang tanggalnya.</li>
            <li>Unduh sebagai CSV. File Excel disimpan dulu sebagai CSV.</li>
            <li>Pilih file itu di sini. Paling besar 10 MB atau 50.000 baris.</li>
          </ol>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          {step.kind !== 'file' && <p className="min-w-0 font-semibold wrap-anywhere">{step.file.name}</p>}
          <FileButton pending={pending} isMain={step.kind === 'file'} onChoose={choose}>
            {step.kind === 'file' ? 'Pilih file CSV' : 'Pilih file lain'}
          </FileButton>
        </div>
        <p role="status" className="text-muted not-empty:mt-3">
          {pending && (compare.pending ? 'Mencocokkan dan bertanya ke Midtrans...' : 'Membaca file...')}
        </p>
        <div className="not-empty:mt-3">{step.kind === 'file' && <FormProblem sentence={problem} />}</div>
      </SectionCard>
      {step.kind === 'columns' && (
        <ChooseColumns
          key={step.file.name + step.file.lastModified}
          roles={columnRoles.map((name) => ({ name, ...roles[name] }))}
          preview={step.preview}
          of="laporan"
          yes="Cocokkan"
          missing="Pilih dulu kolom ID pesanan dan jumlah uang."
          pending={compare.pending}
          problem={problem}
          onChosen={(columns) => {
            setProblem(undefined)
            void compare.run(step.file, step.preview, ReportColumns.parse(columns))
          }}
        />
      )}
      {step.kind === 'result' && (
        <ReportResults result={step.result}>
          <Button
            variant="plain"
            disabled={pending}
            onClick={() => setStep({ ...step, kind: 'columns' })}
            className="-mr-5"
          >
            Ubah kolom
          </Button>
        </ReportResults>
      )}
    </main>
  )
}

/** After a restore, until a report of that time was compared. */
function MissingSpan() {
  const span = useAccountStore(me)?.missing_span
  const confirm = useConfirm()
  const { pending, run } = useMutation({
    do: async () => {
      const question = 'Yakin tidak ada pesanan yang hilang?'
      const details = 'Misalnya toko hanya dipindahkan, dan tidak menerima pesanan selama itu.'
      if (!(await confirm(question, { yes: 'Ya, tidak ada', details }))) return
      await api.post('/api/admin/payment-report/nothing-missing', undefined, Message)
      await me.refresh()
    },
    failed: 'Gagal mencatat. Silakan coba lagi.',
  })
  if (!span) return null
  return (
    <Notice>
      <p>
        {`Toko dipulihkan dari cadangan. Pesanan dari ${formatJakartaTime(span.from)} sampai ${formatJakartaTime(span.until)} mungkin tidak ada di sini.`}
      </p>
      <p className="mt-1 font-normal">
        Unggah laporan Midtrans yang memuat waktu itu. Uang yang pesanannya hilang akan ditemukan dan dicatat.
      </p>
      <Button variant="quiet" pending={pending} onClick={run} className="mt-3">
        Tidak ada yang hilang
      </Button>
    </Notice>
  )
}
