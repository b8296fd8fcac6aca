import type { AdminSettings } from '@camilan/contract/settings'
import { InvalidForm, type Refusal, ShopError } from '../platform/errors.ts'

/** The form was filled from older settings; `data` has the present ones. */
export class SettingsChanged extends ShopError<'SETTINGS_CHANGED'> {
  constructor(current: AdminSettings) {
    super('SETTINGS_CHANGED', { data: current })
  }
}

/** A product, an order, a discount that runs, or the season has the term. */
export class TermInUse extends ShopError<'TERM_IN_USE'> {
  constructor(refusal: Pick<Refusal, 'cause'>) {
    super('TERM_IN_USE', refusal)
  }
}

/** These settings are set in the environment: each with the name of its variable. */
export class SettingsLocked extends InvalidForm {
  constructor(variables: Record<string, string>) {
    const sentences = Object.entries(variables).map(([field, name]) => [
      field,
      `Diatur di server dengan ${name}, jadi tidak bisa diubah di sini.`,
    ])
    super(Object.fromEntries(sentences))
  }
}
