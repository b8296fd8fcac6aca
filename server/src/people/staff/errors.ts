import { invalidInvitation } from '@camilan/contract/staff'
import { InvalidForm, ShopError } from '../../platform/errors.ts'

/** The invitation is unknown, used, ended or expired; the error does not reveal which. */
export class InvalidInvitation extends InvalidForm {
  constructor() {
    super({ token: invalidInvitation })
  }
}

/** An administrator or a member of staff opened the invitation of somebody else. */
export class HasRole extends ShopError<'FORBIDDEN'> {
  constructor() {
    super('FORBIDDEN', { sentence: 'Anda sudah mengelola toko ini. Undangan ini untuk orang lain.' })
  }
}
