import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { ApiError } from './api-error'
import { toastFailure, wasAnswered } from './use-mutation'

/**
 * The body of a route's action, for pages that show a change before the server has confirmed it. All other changes use
 * `useMutation`. A failure is toasted with the server's own sentence, or else `failed`.
 * @returns whether the server answered, for `revalidateIfAnswered`
 */
export async function runAction(send: () => Promise<unknown>, failed: string): Promise<{ answered: boolean }> {
  try {
    await send()
    return { answered: true }
  } catch (error) {
    toastFailure(error, failed)
    return { answered: wasAnswered(error) }
  }
}

/** The `shouldRevalidate` of such a route. Without an answer, a new load would replace the page with an error. */
export function revalidateIfAnswered({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionResult?.answered ?? defaultShouldRevalidate
}

/** For `.catch` of a deletion: a row that another tab has deleted already is no failure. */
export function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error
}
