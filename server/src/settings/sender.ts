import type { MailKind } from '@camilan/contract/settings-values'
import type { Sender } from '../accounts/account-mails.ts'
import type { Settings } from './settings.ts'

/** The shop in mails, with the name that it has at the moment. */
export const senderOf = (settings: Pick<Settings, 'current'>, publicUrl: string): Sender => ({
  get shopName() {
    return settings.current().shop_name
  },
  publicUrl,
  sends: (kind: MailKind) => settings.current().mails[kind],
})
