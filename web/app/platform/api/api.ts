import { learnClockOffset } from '~/platform/state/server-time'
import { noAnswer, refusal, unreadable } from './api-error'
import { requireLogin } from './login-redirect'
import { forgetPrefetched, takePrefetched } from './prefetched'
import { currentSession, endSession, isTabCurrent } from './session'

/** The check of an answer: any zod schema is one. A type of our own, so that visitors' pages don't load zod. */
export interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false }
}

/** For the pages of visitors and buyers: the answer must follow the contract, and is not checked. */
export const unchecked = <T>(): Schema<T> => ({ safeParse: (value) => ({ success: true, data: value as T }) })

/** The same for an answer in the usual envelope. */
export const uncheckedData = <T>() => unchecked<{ data: T; message?: string }>()

export interface CallOptions {
  signal?: AbortSignal
  idempotencyKey?: string
  /** The user didn't cause this call: an ended session is removed, without a redirect to the login page. */
  background?: boolean
  /** Instead of that of the tab's session, to end another one. */
  token?: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A stale tab is about to be loaded again: it sends nothing, and shows no answer. */
const never = new Promise<never>(() => {})

/**
 * @throws {ApiError} for every answer but a success in the expected shape
 * @throws the signal's reason when it aborts
 */
async function call<T>(
  method: Method,
  path: string,
  schema: Schema<T>,
  body: unknown,
  options: CallOptions = {},
): Promise<T> {
  const response = await ask(method, path, body, options)
  const answer = await readJson(response, options.signal)
  const checked = schema.safeParse(answer)
  if (!checked.success) throw unreadable(response.status)
  return isTabCurrent() ? checked.data : never
}

/** For an answer that is a file. @returns a success, whose body is not read yet: ask `isTabCurrent` after it */
export async function ask(method: Method, path: string, body?: unknown, options: CallOptions = {}): Promise<Response> {
  if (!isTabCurrent()) return never
  const { token = currentSession().token } = options
  const response = await send(method, path, token, body, options)
  if (response.ok) return response
  const error = refusal(response.status, await readJson(response, options.signal))
  if (!isTabCurrent()) return never
  // The same account may have logged in again since, so only the refused token is removed. If a background call has removed
  // it already, this call still redirects to the login page.
  const { token: now } = currentSession()
  if (error.code === 'UNAUTHENTICATED' && (now === token || now === null)) {
    if (now !== null) endSession({ byServer: true })
    if (!options.background) requireLogin()
  }
  throw error
}

function readJson(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  return response.json().catch((error: unknown) => {
    signal?.throwIfAborted()
    throw error instanceof SyntaxError ? unreadable(response.status) : noAnswer()
  })
}

async function send(method: Method, path: string, token: string | null, body: unknown, options: CallOptions) {
  const headers = new Headers({ Accept: 'application/json' })
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey)
  const isForm = body instanceof FormData
  if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json')
  if (method !== 'GET') forgetPrefetched()
  const first = takePrefetched(path, token)
  const answer = first && (await first.catch(() => undefined))
  options.signal?.throwIfAborted()
  if (answer) {
    learnClockOffset(answer, performance.timeOrigin)
    return answer
  }
  const askedAtMs = Date.now()
  try {
    const answered = await fetch(path, {
      method,
      headers,
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      ...(options.signal && { signal: options.signal }),
    })
    learnClockOffset(answered, askedAtMs)
    return answered
  } catch {
    options.signal?.throwIfAborted()
    throw noAnswer()
  }
}

/** Calls to the shop's API. `path` begins with /api; `schema` describes the whole body of the answer. */
export const api = {
  get: <T>(path: string, schema: Schema<T>, options?: CallOptions) => call('GET', path, schema, undefined, options),
  post: <T>(path: string, body: unknown, schema: Schema<T>, options?: CallOptions) =>
    call('POST', path, schema, body, options),
  put: <T>(path: string, body: unknown, schema: Schema<T>, options?: CallOptions) =>
    call('PUT', path, schema, body, options),
  delete: <T>(path: string, schema: Schema<T>, options?: CallOptions) =>
    call('DELETE', path, schema, undefined, options),
}
