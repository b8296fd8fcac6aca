import { invalidResetLink } from '@camilan/contract/accounts'
import { errorSentences } from '@camilan/contract/errors'
import { InvalidForm, ShopError } from '../platform/errors.ts'

export class EmailTaken extends ShopError<'EMAIL_TAKEN'> {
  constructor() {
    super('EMAIL_TAKEN', { fields: { email: errorSentences.EMAIL_TAKEN } })
  }
}

/** Says nothing of which of the two was wrong. */
export class InvalidCredentials extends ShopError<'INVALID_CREDENTIALS'> {
  constructor() {
    super('INVALID_CREDENTIALS')
  }
}

export class WrongPassword extends ShopError<'WRONG_PASSWORD'> {
  constructor() {
    super('WRONG_PASSWORD', { fields: { current_password: errorSentences.WRONG_PASSWORD } })
  }
}

/** A link that never was, is used, or came too late: which of them is nobody's business. */
export class InvalidResetToken extends InvalidForm {
  constructor() {
    super({ token: invalidResetLink })
  }
}

export class TooManyAttempts extends ShopError<'RATE_LIMITED'> {
  constructor(until: Date, now: Date) {
    super('RATE_LIMITED', { retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)) })
  }
}
