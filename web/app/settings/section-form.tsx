import type { ReactNode } from 'react'
import { Button } from '~/ui/ask/button'
import { FormProblem } from '~/ui/ask/notice'
import type { Elements } from '~/ui/elements'
import { DraftNotice } from '~/ui/form/draft-notice'
import type { Section } from './use-section-form'

/** The fields of a section with the buttons that save them or bring the saved values back. */
export function SectionForm({ section, children }: { section: Section; children: Elements }) {
  const { submit, forget, problem, isDirty, isRestored, pending } = section
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      {isRestored && <DraftNotice onDiscard={forget} />}
      {children}
      <FormProblem sentence={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={pending} className="max-sm:grow">
          {pending ? 'Menyimpan...' : 'Simpan'}
        </Button>
        {isDirty && (
          <Button variant="quiet" disabled={pending} onClick={forget} className="max-sm:grow">
            Batal
          </Button>
        )}
      </div>
    </form>
  )
}

interface GroupProps {
  legend: string
  hint?: ReactNode
  error?: string | undefined
  children: ReactNode
}

/** Fields that belong together. */
export function Group({ legend, hint, error, children }: GroupProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-15 font-bold">{legend}</legend>
      {hint && <p className="text-13 text-muted">{hint}</p>}
      {error && (
        <p role="alert" className="mt-1 text-13 font-semibold text-danger">
          {error}
        </p>
      )}
      <div className="mt-2">{children}</div>
    </fieldset>
  )
}
