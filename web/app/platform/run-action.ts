import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { ApiError } from './api-error'
import { toastFailure, wasAnswered } from './use-mutation'

/**
 * The body of a route's action, for pages that show a change before the server has confirmed it. Everything else uses
 * `useMutation`. A failure is toasted: the server's own sentence, or else `failed`.
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

/** The `shouldRevalidate` of such a route: without an answer, loading the page again would replace it by an error. */
export function revalidateIfAnswered({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionResult?.answered ?? defaultShouldRevalidate
}

/** For `.catch` of a deletion: something that another tab has deleted already is no failure. */
export function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error
}
