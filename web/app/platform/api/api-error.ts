import type { ErrorCode } from '@camilan/contract/errors'
import type { Failure } from '@camilan/contract/wire'

/**
 * `NETWORK`: no answer came. `UNREADABLE`: the answer says no reason. `UNNAMED`: it says one, without a code. `UNKNOWN`: no
 * readable answer came to an addition, with a sentence that says so.
 */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'UNREADABLE' | 'UNNAMED' | 'UNKNOWN'

export class ApiError extends Error {
  override name = 'ApiError'
  /** The HTTP status; 0 if no answer came. */
  readonly status: number
  readonly code: ApiErrorCode
  /** One sentence for each invalid field of the form. */
  readonly fields: Readonly<Record<string, string>>
  readonly data: unknown

  constructor(
    status: number,
    code: ApiErrorCode,
    message: string,
    more: { fields?: Record<string, string>; data?: unknown } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.fields = more.fields ?? {}
    this.data = more.data
  }
}

export function noAnswer(): ApiError {
  return new ApiError(0, 'NETWORK', 'Tidak bisa terhubung ke toko. Periksa koneksi internet Anda lalu coba lagi.')
}

export function unreadable(status: number): ApiError {
  return new ApiError(status, 'UNREADABLE', 'Jawaban dari toko tidak bisa dibaca. Silakan coba lagi.')
}

export function refusal(status: number, body: unknown): ApiError {
  if (!isFailure(body)) {
    const reason = reasonIn(body)
    return typeof reason === 'string' ? new ApiError(status, 'UNNAMED', reason) : unreadable(status)
  }
  const { code, errors, fields, data } = body
  return new ApiError(status, code, errors, { data, ...(fields && { fields }) })
}

/** Written by hand, so that visitors' pages don't load zod. The code may be one of a later release. */
function isFailure(body: unknown): body is Failure {
  if (typeof body !== 'object' || body === null) return false
  const { code, errors, fields = {} } = body as Partial<Failure>
  return typeof code === 'string' && typeof errors === 'string' && typeof fields === 'object'
}

/** As the specification has it: `{"errors": "…"}`, or a message, alone. */
function reasonIn(body: unknown): unknown {
  const { errors, message } = Object(body)
  return typeof errors === 'string' ? errors : message
}

/** Whether the shop's answer is missing, so that nobody knows what the call has done. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'NETWORK' || error.code === 'UNREADABLE')

/** The server's own sentence if there is one, else `fallback`. */
export function sentenceOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && !isUnanswered(error) ? error.message : fallback
}
