import { type ErrorCode, errorSentences } from '@camilan/contract/errors'

export interface Refusal {
  /** An Indonesian sentence for the user. The default is that of the code (`errorSentences`). */
  sentence?: string
  /** A sentence for each invalid field of a form. */
  fields?: Record<string, string>
  data?: unknown
  retryAfterSeconds?: number
  cause?: unknown
}

/** An expected error. It is independent of HTTP: `errorStatuses` of the contract maps its code to a status. */
export class ShopError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code
  readonly fields: Record<string, string> | undefined
  readonly data: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(code: Code, refusal: Refusal = {}) {
    super(refusal.sentence ?? errorSentences[code], { cause: refusal.cause })
    this.name = new.target.name
    this.code = code
    this.fields = refusal.fields
    this.data = refusal.data
    this.retryAfterSeconds = refusal.retryAfterSeconds
  }
}

export class NotFound extends ShopError<'NOT_FOUND'> {
  constructor(sentence?: string) {
    super('NOT_FOUND', sentence === undefined ? {} : { sentence })
  }
}

/** An invalid form, found after the schema accepted it, for example a picture that can't be decoded. */
export class InvalidForm extends ShopError<'VALIDATION'> {
  constructor(fields: Record<string, string>) {
    const [sentence] = Object.values(fields)
    super('VALIDATION', { fields, ...(sentence !== undefined && { sentence }) })
  }
}

/** For `retryAfterSeconds`: at least 1. */
export const secondsUntil = (until: Date, now: Date) =>
  Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000))
