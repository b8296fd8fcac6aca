import { ApiError, sentenceOf } from './api-error'
import { toast } from './toasts'

/** Tell that something asked for did not happen: the shop's own sentence, or else `fallback`. */
export function toastFailure(error: unknown, fallback: string): void {
  if (!(error instanceof ApiError)) console.error(error)
  // The way to the login page says so by itself.
  else if (error.code === 'UNAUTHENTICATED') return
  toast(sentenceOf(error, fallback), 'alert')
}
