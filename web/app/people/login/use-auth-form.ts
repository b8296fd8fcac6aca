import { type FormEvent, useRef, useState } from 'react'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'

interface AuthFormOptions<Name extends string, Result> {
  names: readonly Name[]
  send: (values: Record<Name, string>) => Promise<Result>
  done: (result: Result) => unknown
  /** The sentence above the fields if the server gives none, or a function that returns it; undefined for none. */
  failed: string | ((error: unknown) => string | undefined)
  revalidate?: 'done' | 'both'
}

/**
 * A form that only the shop checks: its sentences are shown at their fields. It loads no library for forms, unlike
 * useApiForm: a visitor's first form is one under /auth.
 */
export function useAuthForm<Name extends string, Result>(options: AuthFormOptions<Name, Result>) {
  const { names, send, done, failed, revalidate } = options
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({})
  const [problem, setProblem] = useState<string>()
  const { pending, run } = useMutation({
    do: send,
    done,
    ...(revalidate && { revalidate }),
    failed(error) {
      const { fields, code } =
        error instanceof ApiError ? error : { fields: {} as Record<string, string>, code: undefined }
      const wrong = names.filter((name) => fields[name] !== undefined)
      setErrors(Object.fromEntries(wrong.map((name) => [name, fields[name]])) as typeof errors)
      const sentence = typeof failed === 'string' ? sentenceOf(error, failed) : failed(error)
      // A sentence above the fields would repeat the one at the first wrong field.
      setProblem(code === 'VALIDATION' && wrong.length > 0 ? undefined : sentence)
      const first = form.current?.elements.namedItem(wrong[0] ?? '')
      if (first instanceof HTMLElement) first.focus()
    },
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    form.current = event.currentTarget
    const typed = new FormData(event.currentTarget)
    setErrors({})
    setProblem(undefined)
    void run(Object.fromEntries(names.map((name) => [name, String(typed.get(name) ?? '')])) as Record<Name, string>)
  }

  return {
    pending,
    submit,
    problem,
    fail: setProblem,
    /** The props of a field: `<TextField label="Email" {...field('email')} />`. */
    field: (name: Name) => ({
      name,
      error: errors[name],
      onChange: () => setErrors(({ [name]: _, ...others }) => others as typeof errors),
    }),
  }
}
