import { type ComponentProps, type FormEvent, useContext, useEffect, useRef, useState } from 'react'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { toastFailure, useMutation } from '~/platform/api/use-mutation'
import { sentencesElsewhere } from '~/platform/forms/show-field-errors'
import { FormPending } from '~/ui/ask/dialog'
import type { TextDraft } from './use-text-draft'

type Texts<Name extends string> = Record<Name, string>

/** Of some of the fields: not of a password. */
type AnyDraft = Pick<TextDraft<string>, 'ref' | 'isRestored' | 'onInput' | 'discard' | 'forget' | 'shown'>

interface FormOptions<Name extends string, Result> {
  names: readonly Name[]
  /** The texts of a form that does not begin empty. */
  initial?: Readonly<Partial<Texts<Name>>>
  /** Keeps what is typed when the page is left. It is discarded when the form is done. */
  draft?: AnyDraft
  /** What the browser finds wrong, a sentence by field: nothing is sent. Needed only for what the shop can't say at a field. */
  check?: (values: Texts<Name>) => Partial<Texts<Name>>
  send: (values: Texts<Name>) => Promise<Result>
  done: (result: Result) => unknown
  /** The sentence above the fields if the server gives none, or a function that returns it; undefined for none. */
  failed: string | ((error: unknown) => string | undefined)
  revalidate?: 'done' | 'both'
}

/** What the parts around the fields need of a form. */
export interface FormState {
  pending: boolean
  /** The sentence above the fields. */
  problem: string | undefined
  /** The props of the form itself. */
  form: ComponentProps<'form'>
  draft: Pick<AnyDraft, 'isRestored' | 'forget' | 'discard'> | undefined
}

/** For `failed` where the page may lose the form when it is loaded again: a message stays. What is wrong in the form is in it. */
export const inMessage = (sentence: string) => (error: unknown) => {
  if (error instanceof ApiError && error.code === 'VALIDATION') return sentenceOf(error, sentence)
  toastFailure(error, sentence)
  return undefined
}

/** A form that the shop checks: its sentences are shown at their fields, or else above them. */
export function useForm<Name extends string, Result>(options: FormOptions<Name, Result>) {
  const { names, initial, draft, check, send, done, failed, revalidate } = options
  const ownRef = useRef<HTMLFormElement>(null)
  const ref = draft?.ref ?? ownRef
  const [errors, setErrors] = useState<Partial<Texts<Name>>>({})
  const [problem, setProblem] = useState<string>()
  const { pending, run } = useMutation({
    do: send,
    done: (result) => {
      draft?.discard()
      return done(result)
    },
    ...(revalidate && { revalidate }),
    failed(error) {
      const isWrong = showErrors(error instanceof ApiError ? error.fields : {})
      const sentence = typeof failed === 'string' ? sentenceOf(error, failed) : failed(error)
      // A sentence above the fields would repeat the one at the first wrong field.
      const isSaid = error instanceof ApiError && ['VALIDATION', 'WRONG_PASSWORD'].includes(error.code) && isWrong
      setProblem(isSaid ? sentencesElsewhere(error) : sentence)
    },
  })

  const tellDialog = useContext(FormPending)
  useEffect(() => {
    tellDialog(pending)
    return () => tellDialog(false)
  }, [tellDialog, pending])

  /** @returns whether any field of this form is wrong; the first gets the focus */
  function showErrors(found: Readonly<Partial<Record<string, string>>>): boolean {
    const wrong = names.filter((name) => found[name] !== undefined)
    setErrors(Object.fromEntries(wrong.map((name) => [name, found[name]])) as typeof errors)
    const first = ref.current?.elements.namedItem(wrong[0] ?? '')
    if (first instanceof HTMLElement) first.focus()
    return wrong.length > 0
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const values = Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Texts<Name>
    setProblem(undefined)
    if (!showErrors(check?.(values) ?? {})) void run(values)
  }

  const shown: Readonly<Partial<Record<string, string>>> = draft?.shown ?? initial ?? {}
  return {
    pending,
    problem,
    fail: setProblem,
    clear() {
      setErrors({})
      setProblem(undefined)
    },
    draft,
    form: { ref, noValidate: true, method: 'post', onSubmit: submit, onChange: draft?.onInput },
    /** The props of a field: `<TextField label="Email" {...field('email')} />`. */
    field: (name: Name) => ({
      name,
      ...(shown[name] !== undefined && { defaultValue: shown[name] }),
      error: errors[name],
      onChange: () => setErrors(({ [name]: _, ...others }) => others as typeof errors),
    }),
  }
}
