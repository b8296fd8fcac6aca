import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { sentenceOf } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { showFieldErrors } from './show-field-errors'

interface ApiForm<Values extends FieldValues, Result> {
  schema: z.ZodMiniType<Values, Values>
  initial: Values
  send: (values: Values) => Promise<Result>
  done: (result: Result) => unknown
  /** The sentence above the fields if the server gives none, or a function that returns it; undefined for none. */
  failed: string | ((error: unknown, values: Values) => string | undefined)
  revalidate?: 'done'
}

/** A form that the browser checks by `schema` and sends to the shop. It shows the shop's sentences at its fields. */
export function useApiForm<Values extends FieldValues, Result>(options: ApiForm<Values, Result>) {
  const { schema, initial, send, done, failed, revalidate } = options
  const form = useForm<Values>({
    resolver: standardSchemaResolver(schema),
    defaultValues: initial as DefaultValues<Values>,
  })
  const { errors, isSubmitting } = form.formState
  const fail = (sentence: string) => form.setError('root', { message: sentence })
  const { run } = useMutation({
    do: send,
    done,
    ...(revalidate && { revalidate }),
    failed(error, values) {
      showFieldErrors(form, error)
      const sentence = typeof failed === 'string' ? sentenceOf(error, failed) : failed(error, values)
      if (sentence) fail(sentence)
    },
  })
  return {
    pending: isSubmitting,
    submit: form.handleSubmit((values) => run(values)),
    /** The sentence to show above the fields. */
    problem: errors.root?.message,
    fail,
    reset: form.reset,
    /** What is typed now. */
    values: form.getValues,
    /** The props of a field: `<TextField label="Email" {...field('email')} />`. */
    field: (name: Path<Values>) => ({ ...form.register(name), error: errors[name]?.message?.toString() }),
  }
}
