import { type ErrorCode, errorSentences } from '@camilan/contract/errors'

export interface Refusal {
  /** One Indonesian sentence for a person; by default the code's own. */
  sentence?: string
  fields?: Record<string, string>
  data?: unknown
  retryAfterSeconds?: number
  cause?: unknown
}

/** A refusal that the shop understands. It knows nothing of HTTP: `http.ts` gives each code its status. */
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

/** A form whose fields are wrong, found after the shape was right: a picture that can't be decoded, say. */
export class InvalidForm extends ShopError<'VALIDATION'> {
  constructor(fields: Record<string, string>) {
    const [sentence] = Object.values(fields)
    super('VALIDATION', { fields, ...(sentence !== undefined && { sentence }) })
  }
}
