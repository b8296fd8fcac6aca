import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Schema } from '~/platform/api/api'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { useDraft } from '~/platform/forms/use-draft'
import { lostQuestion, useLeaveQuestion } from '~/ui/ask/leave-guard'
import type { FormState } from './use-form'

type Errors = Readonly<Partial<Record<string, string>>>

interface TypedFormOptions<Typed extends object, Result> {
  /** Names the form and its subject: `zone:Bandung`. */
  draftKey: string
  /** Of a draft. */
  schema: Schema<Typed>
  initial: () => Typed
  /** What would be sent: a form is untouched while it is that of its initial values. */
  bodyOf: (typed: Typed) => object
  /** What the browser finds wrong, a sentence by field: nothing is sent. */
  check?: (typed: Typed) => Errors
  send: (body: object) => Promise<Result>
  done: (result: Result) => unknown
  /** The sentence above the fields if the server gives none. */
  failed: string
  /** The field of this form for one of the server; undefined: it is elsewhere. */
  fieldOf?: (name: string, typed: Typed) => string | undefined
  /** Back to the initial values. */
  onForget?: () => void
}

/** What stands in a field: `name`, `prices.<id>`, or `services.<key>.name` in a list whose entries have keys. */
function valueAt(typed: unknown, field: string): unknown {
  return field.split('.').reduce((part, step) => {
    if (Array.isArray(part)) return part.find(({ key }) => String(key) === step)
    return (part as Record<string, unknown> | undefined)?.[step]
  }, typed)
}

/** The errors of fields in which the same stands as before. */
export const errorsLeft = (errors: Errors, before: object, after: object): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => valueAt(before, field) === valueAt(after, field)))

/** A form with lists or choices in it: its values are held as they are typed, and kept when the page is left. The shop checks it. */
export function useTypedForm<Typed extends object, Result>(options: TypedFormOptions<Typed, Result>) {
  const { draftKey, schema, bodyOf, check, send, done, failed, fieldOf = (name) => name, onForget } = options
  const draft = useDraft(draftKey, schema)
  const ref = useRef<HTMLFormElement>(null)
  const [initial] = useState(options.initial)
  const [typed, setTyped] = useState<Typed>(draft.restored ?? initial)
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<string>()
  useLeaveQuestion(draft.isLost, lostQuestion)
  const isUntouched = JSON.stringify(bodyOf(typed)) === JSON.stringify(bodyOf(initial))
  const { keep } = draft
  useEffect(() => keep(isUntouched ? null : typed), [isUntouched, typed, keep])
  const [found, setFound] = useState(errors)
  useEffect(() => {
    if (Object.keys(found).length > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [found])
  function showErrors(found: Errors) {
    setErrors(found)
    setFound(found)
  }

  const { pending, run } = useMutation({
    do: () => send(bodyOf(typed)),
    done(result: Result) {
      draft.discard()
      return done(result)
    },
    failed(error) {
      const fields = Object.entries(error instanceof ApiError ? error.fields : {})
      const placed = fields.map(([name, sentence]) => ({ field: fieldOf(name, typed), sentence }))
      const own = placed.filter(({ field }) => field !== undefined)
      const others = placed.filter(({ field }) => field === undefined).map(({ sentence }) => sentence)
      showErrors(Object.fromEntries(own.map(({ field, sentence }) => [field, sentence])))
      const isSaid = own.length > 0 && others.length === 0
      setProblem(isSaid ? undefined : others.join(' ') || sentenceOf(error, failed))
    },
    revalidate: 'both',
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const found = check?.(typed) ?? {}
    showErrors(found)
    setProblem(undefined)
    if (Object.keys(found).length === 0) void run()
  }
  function forget() {
    draft.discard()
    setTyped(initial)
    onForget?.()
  }
  return {
    typed,
    change(part: Partial<Typed>) {
      setTyped((former) => ({ ...former, ...part }))
      setErrors((former) => errorsLeft(former, typed, { ...typed, ...part }))
    },
    errors,
    /** For `FormBody`. */
    state: {
      pending,
      problem,
      form: { ref, noValidate: true, onSubmit: submit },
      draft: { isRestored: draft.restored !== null && !isUntouched, forget, discard: draft.discard },
    } satisfies FormState,
  }
}
