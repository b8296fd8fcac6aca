import { demoRefusal, firstAdminLinkSentences, invalidResetLink, invalidUndoLink } from '@camilan/contract/accounts'
import { errorSentences } from '@camilan/contract/errors'
import type { OwnAccountNeed } from '@camilan/contract/setup'
import { InvalidForm, ShopError, secondsUntil } from '../../platform/errors.ts'

/** The request has no token of a valid session. */
export class Unauthenticated extends ShopError<'UNAUTHENTICATED'> {
  constructor() {
    super('UNAUTHENTICATED')
  }
}

/** The route does not list the role of the user. */
export class NotAllowed extends ShopError<'FORBIDDEN'> {
  constructor() {
    super('FORBIDDEN')
  }
}

/** Another account has this e-mail, ignoring case. */
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

/** A new password that very many people use. */
export class CommonPassword extends InvalidForm {
  constructor(field: string) {
    super({ [field]: 'Kata sandi ini dipakai banyak orang dan mudah ditebak. Pilih kata sandi lain.' })
  }
}

export class GuessablePassword extends InvalidForm {
  constructor(field: string) {
    super({ [field]: 'Kata sandi ini mudah ditebak orang yang mengenal toko ini. Pilih kata sandi lain.' })
  }
}

/** The link is unknown, used or expired; the error does not reveal which. */
export class InvalidResetToken extends InvalidForm {
  constructor() {
    super({ token: invalidResetLink })
  }
}

/** The recovery code is unknown or used, or no account has the e-mail; the error does not reveal which. */
export class InvalidRecoveryCode extends InvalidForm {
  constructor() {
    super({ code: 'Email atau kode pemulihan salah, atau kode itu sudah pernah dipakai.' })
  }
}

/** The link that takes a change of the e-mail back is unknown, used or expired; the error does not reveal which. */
export class InvalidUndoLink extends InvalidForm {
  constructor() {
    super({ token: invalidUndoLink })
  }
}

/** The link for the first administrator can't be used. The error says why, because only the operator has the link. */
export class InvalidFirstAdminLink extends InvalidForm {
  constructor(state: keyof typeof firstAdminLinkSentences) {
    super({ token: firstAdminLinkSentences[state] })
  }
}

/** The e-mail of the account was changed too often within a day. */
export class TooManyEmailChanges extends ShopError<'RATE_LIMITED'> {
  constructor(until: Date, now: Date) {
    const sentence = 'Email sudah terlalu sering diubah hari ini. Silakan coba lagi besok.'
    super('RATE_LIMITED', { sentence, fields: { email: sentence }, retryAfterSeconds: secondsUntil(until, now) })
  }
}

/** An own account is refused: there is one already, or only the operator may make it. */
export class OwnAccountRefused extends ShopError<'FORBIDDEN'> {
  constructor(need: Exclude<OwnAccountNeed, 'new-account'> | null) {
    const sentences = {
      'log-in': 'Toko ini sudah punya akun administrator. Silakan login dengan akun itu.',
      command: 'Di server ini akun administrator dibuat dengan perintah admin:create.',
    }
    super('FORBIDDEN', { sentence: need === null ? 'Anda sudah memakai akun Anda sendiri.' : sentences[need] })
  }
}

/** A demo account must not do this, because its password is public. */
export class NotForDemoAccounts extends ShopError<'FORBIDDEN'> {
  constructor() {
    super('FORBIDDEN', { sentence: demoRefusal })
  }
}

export class TooManyAttempts extends ShopError<'RATE_LIMITED'> {
  constructor(until: Date, now: Date) {
    super('RATE_LIMITED', { retryAfterSeconds: secondsUntil(until, now) })
  }
}

/** The values of a new administrator are not valid. Reported to the operator, one problem per line. */
export class InvalidAdmin extends Error {
  override name = 'InvalidAdmin'

  constructor(problems: string[]) {
    super(problems.join('\n'))
  }
}
