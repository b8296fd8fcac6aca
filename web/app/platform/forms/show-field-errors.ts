import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '~/platform/api/api-error'

/** Shows the server's sentences at their fields. */
export function showFieldErrors<T extends FieldValues, C, U>(form: UseFormReturn<T, C, U>, error: unknown): void {
  if (!(error instanceof ApiError)) return
  for (const [field, message] of Object.entries(error.fields)) {
    if (field in form.getValues()) form.setError(field as Path<T>, { message })
  }
}
