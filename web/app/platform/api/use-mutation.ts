import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { toast } from '~/platform/state/toasts'
import { ApiError, sentenceOf } from './api-error'

interface Mutation<Input extends unknown[], Result> {
  /** Sends the change. An error that it throws is passed to `failed`. */
  do: (...input: Input) => Promise<Result>
  /** A sentence to toast, or a function of the result. */
  done?: string | ((result: Result, ...input: Input) => unknown)
  /** The sentence to toast if the server gives none, or a function of the error. */
  failed: string | ((error: unknown, ...input: Input) => unknown)
  /** The outcome after which the page's data is loaded again. Never without an answer, because that load would fail too. */
  revalidate?: 'done' | 'failed' | 'both'
}

/**
 * The one way to change something from a component. `pending` lasts until `done` or `failed` and the revalidation have
 * ended; until then another `run` has no effect. `run` never rejects because of `do`.
 */
export function useMutation<Input extends unknown[], Result>(mutation: Mutation<Input, Result>) {
  const { do: send, done, failed, revalidate: when } = mutation
  const { revalidate } = useRevalidator()
  const [pending, setPending] = useState(false)
  const running = useRef(false)

  async function attempt(input: Input) {
    let result: Result
    try {
      result = await send(...input)
    } catch (error) {
      if (typeof failed === 'string') toastFailure(error, failed)
      else {
        if (!(error instanceof ApiError)) console.error(error)
        await failed(error, ...input)
      }
      if ((when === 'failed' || when === 'both') && wasAnswered(error)) await revalidate()
      return
    }
    if (typeof done === 'string') toast(done)
    else await done?.(result, ...input)
    if (when === 'done' || when === 'both') await revalidate()
  }

  async function run(...input: Input): Promise<void> {
    if (running.current) return
    running.current = true
    setPending(true)
    try {
      await attempt(input)
    } finally {
      running.current = false
      setPending(false)
    }
  }

  return { pending, run }
}

/** False if the request failed without an answer, as without a network. */
export function wasAnswered(error: unknown): boolean {
  return !(error instanceof ApiError && (error.code === 'NETWORK' || error.code === 'UNKNOWN'))
}

/** Toasts the reason of a failed change: the server's own sentence, or else `fallback`. */
export function toastFailure(error: unknown, fallback: string): void {
  if (!(error instanceof ApiError)) console.error(error)
  // The redirect to the login page shows its own toast.
  else if (error.code === 'UNAUTHENTICATED') return
  toast(sentenceOf(error, fallback), 'alert')
}
