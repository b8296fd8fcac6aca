import {
  type ImportChoices as Choices,
  ImportColumns,
  ImportPlan,
  ImportPreview,
  ProductImports,
} from '@camilan/contract/product-import'
import { success } from '@camilan/contract/wire'
import { useState } from 'react'
import { href } from 'react-router'
import * as z from 'zod/mini'
import { api } from '~/platform/api/api'
import { sentenceOf } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { privatePage } from '~/platform/pages/meta'
import { toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'
import { FormProblem } from '~/ui/ask/notice'
import { SectionCard } from '~/ui/ask/section-card'
import { TextAreaField } from '~/ui/fields/field'
import { FileButton } from '~/ui/fields/files/file-button'
import { ChooseColumns } from '~/ui/lists/choose-columns'
import type { PageWords } from '~/ui/loading/failed-page'
import { Skeleton, TitledSkeleton } from '~/ui/loading/skeleton'
import { BackLink } from '~/ui/page/back-link'
import type { Route } from './+types/import-page'
import { DefaultFields } from './default-fields'
import { ImportList, importsPath as path } from './import-list'
import { shownRoles } from './import-roles'
import { PlanCard } from './plan-card'

const title = 'Pindahkan Produk'

export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat halaman ini' }

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  return (await api.get(path, success(ProductImports), { signal })).data
}

export function HydrateFallback() {
  return (
    <TitledSkeleton title={title}>
      <Skeleton className="h-44" />
    </TitledSkeleton>
  )
}

interface Chosen {
  file: File
  preview: ImportPreview
}
type Step =
  | { kind: 'file' }
  | (Chosen & { kind: 'columns' })
  | (Chosen & { kind: 'plan'; choices: Choices; plan: ImportPlan })

/** A form with the file, which is sent again at each step: the server keeps no file. */
function formOf(file: File, more: Readonly<Record<string, unknown>> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(more)) {
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  form.append('file', file)
  return form
}

const noChoices: Choices = { defaults: {}, words: [], skip: [] }

export default function ImportPage({ loaderData: imports }: Route.ComponentProps) {
  const [defaults, setDefaults] = useState<Choices['defaults']>({})
  const { step, setStep, problem, open, plan, write, choose, pending, pasted, setPasted } = useImport()
  return (
    <main className="page grid grid-cols-1 gap-4">
      <div>
        <BackLink to={href('/admin/manage-products')} />
        <h1 className="title">{title}</h1>
        <p className="mt-1 max-w-prose text-pretty text-muted">
          Dari marketplace, toko lama, atau catatan Anda: produk baru masuk sebagai draf, yang belum dilihat pembeli.
        </p>
      </div>
      <SectionCard title="Tabel produk">
        {step.kind === 'file' && <PastedTable text={pasted} onText={setPasted} pending={pending} onChoose={choose} />}
        <div className="flex flex-wrap items-center justify-between gap-3">
          {step.kind !== 'file' && <p className="min-w-0 font-semibold wrap-anywhere">{step.file.name}</p>}
          <div className="flex flex-wrap gap-3">
            {step.kind !== 'file' && pasted !== '' && (
              <Button variant="quiet" disabled={pending} onClick={() => setStep({ kind: 'file' })}>
                Ubah tabel yang ditempel
              </Button>
            )}
            <FileButton pending={pending} isMain={step.kind === 'file'} onChoose={choose}>
              {step.kind === 'file' ? 'Pilih file CSV' : 'Pilih file lain'}
            </FileButton>
          </div>
        </div>
        <p role="status" className="text-muted not-empty:mt-3">
          {pending && (write.pending ? 'Menyimpan produk...' : open.pending ? 'Membaca file...' : 'Memeriksa...')}
        </p>
        <div className="not-empty:mt-3">{step.kind === 'file' && <FormProblem sentence={problem} />}</div>
      </SectionCard>
      {step.kind === 'columns' && (
        <ChooseColumns
          key={step.file.name + step.file.lastModified}
          roles={shownRoles}
          preview={step.preview as Parameters<typeof ChooseColumns>[0]['preview']}
          of="file"
          yes="Periksa"
          missing="Pilih dulu kolom nama produk."
          pending={pending}
          problem={problem}
          onChosen={(columns) => {
            const preview = { ...step.preview, columns: ImportColumns.parse(columns) }
            void plan.run({ file: step.file, preview }, { ...noChoices, defaults })
          }}
        >
          <DefaultFields defaults={defaults} onChange={setDefaults} />
        </ChooseColumns>
      )}
      {step.kind === 'plan' && (
        <PlanCard
          plan={step.plan}
          choices={step.choices}
          pending={pending}
          problem={problem}
          onChoose={(choices) => plan.run(step, choices)}
          onBack={() => setStep({ ...step, kind: 'columns' })}
          onWrite={() => write.run(step, step.choices, step.plan.plan)}
        />
      )}
      {step.kind === 'file' && <ImportList loaded={imports} />}
    </main>
  )
}

/** The steps, and the calls that lead from one to the next. */
function useImport() {
  const [step, setStep] = useState<Step>({ kind: 'file' })
  const [pasted, setPasted] = useState('')
  const [problem, setProblem] = useState<string>()
  const failed = (error: unknown) => setProblem(sentenceOf(error, 'File gagal dikirim. Coba pilih lagi.'))
  const open = useMutation({
    do: (file: File) => api.post(`${path}/columns`, formOf(file), success(ImportPreview)),
    done: ({ data }, file) => setStep({ kind: 'columns', file, preview: data }),
    failed,
  })
  const plan = useMutation({
    do({ file, preview }: Chosen, choices: Choices) {
      setProblem(undefined)
      return api.post(`${path}/plan`, formOf(file, { columns: preview.columns, choices }), success(ImportPlan))
    },
    done: ({ data }, { file, preview }, choices) => setStep({ kind: 'plan', file, preview, choices, plan: data }),
    failed,
  })
  const write = useMutation({
    do({ file, preview }: Chosen, choices: Choices, seen: string) {
      setProblem(undefined)
      const form = formOf(file, { columns: preview.columns, choices, plan: seen })
      return api.post(path, form, success(z.object({ id: z.string() })))
    },
    done() {
      setStep({ kind: 'file' })
      setPasted('')
      toast('Produk disimpan')
    },
    failed,
    revalidate: 'done',
  })
  function choose(file: File) {
    setProblem(undefined)
    setStep({ kind: 'file' })
    void open.run(file)
  }
  const pending = open.pending || plan.pending || write.pending
  return { step, setStep, problem, open, plan, write, choose, pending, pasted, setPasted }
}

interface PastedTableProps {
  text: string
  onText: (text: string) => void
  pending: boolean
  onChoose: (file: File) => void
}

/** Cells that are copied from a spreadsheet are a table, too. */
function PastedTable({ text, onText, pending, onChoose }: PastedTableProps) {
  return (
    <div className="mb-4 grid gap-3">
      <ol className="list-decimal pl-5 text-muted">
        <li>Unduh daftar produk dari marketplace, atau buka tabel Anda. File Excel disimpan dulu sebagai CSV.</li>
        <li>Pilih file itu di sini, atau salin sel-selnya beserta baris judul lalu tempel di bawah.</li>
        <li>Cocokkan kolomnya, lalu periksa. Belum ada yang disimpan sebelum Anda menekan Simpan.</li>
      </ol>
      <TextAreaField
        label="Tempel isi tabel"
        hint="Paling banyak 3.000 baris."
        rows={3}
        value={text}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
      />
      {text.trim() !== '' && (
        <Button
          variant="quiet"
          pending={pending}
          onClick={() => onChoose(new File([text], 'Tabel yang ditempel'))}
          className="justify-self-start"
        >
          Baca tabel
        </Button>
      )}
    </div>
  )
}
