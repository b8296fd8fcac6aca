import { invalidResetLink } from '@camilan/contract/accounts'
import { errorSentences } from '@camilan/contract/errors'
import { InvalidForm, ShopError } from '../platform/errors.ts'

/** The request has no token of a valid session. */
export class Unauthenticated extends ShopError<'UNAUTHENTICATED'> {
  constructor() {
    super('UNAUTHENTICATED')
  }
}

/** The user is not an administrator. */
export class NotAdmin extends ShopError<'FORBIDDEN'> {
  constructor() {
    super('FORBIDDEN')
  }
}

/** Another account has this e-mail, in any case. */
export class EmailTaken extends ShopError<'EMAIL_TAKEN'> {
  constructor() {
    super('EMAIL_TAKEN', { fields: { email: errorSentences.EMAIL_TAKEN } })
  }
}

/** Does not reveal whether the e-mail or the password was wrong. */
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

/** The link is unknown, used or expired; the error does not reveal which. */
export class InvalidResetToken extends InvalidForm {
  constructor() {
    super({ token: invalidResetLink })
  }
}

/** A limit of `Limits` was reached. */
export class TooManyAttempts extends ShopError<'RATE_LIMITED'> {
  constructor(until: Date, now: Date) {
    super('RATE_LIMITED', { retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)) })
  }
}

/** The values of a new administrator are not valid. Reported to the operator, one problem per line. */
export class InvalidAdmin extends Error {
  override name = 'InvalidAdmin'

  constructor(problems: string[]) {
    super(problems.join('\n'))
  }
}
