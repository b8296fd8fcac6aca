import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError, sentenceOf } from '~/platform/api/api-error'

/**
 * Shows the server's sentences at those of their fields that are on screen.
 * @param shownAs  the names of fields that have another one on screen
 */
export function showFieldErrors<T extends FieldValues, C, U>(
  form: UseFormReturn<T, C, U>,
  error: unknown,
  shownAs: Record<string, string> = {},
): void {
  if (!(error instanceof ApiError)) return
  for (const [name, message] of Object.entries(error.fields)) {
    const field = shownAs[name] ?? name
    if (isOnScreen(field) && field in form.getValues()) form.setError(field as Path<T>, { message })
  }
}

const isOnScreen = (name: string) => document.getElementsByName(name).length > 0

/**
 * The sentences about fields that are not on screen, such as those of another choice; undefined: there are none.
 * @param shownAs  the names of fields that have another one on screen
 */
export function sentencesElsewhere(error: unknown, shownAs: Record<string, string> = {}): string | undefined {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : []
  const unseen = fields.filter(([name]) => !isOnScreen(shownAs[name] ?? name))
  return unseen.length > 0 ? unseen.map(([, sentence]) => sentence).join(' ') : undefined
}

/** The sentence above a form whose fields show their own. */
export const sentenceAbove = (error: unknown, fallback: string): string | undefined =>
  error instanceof ApiError && Object.keys(error.fields).length > 0
    ? sentencesElsewhere(error)
    : sentenceOf(error, fallback)
