import type { User } from '@camilan/contract/accounts'
import type { ImageUrl } from '../media/files/image-url.ts'
import type { Quiet } from '../platform/quiet.ts'
import { noPhone } from './first-admin/create-admin.ts'
import type { Account } from './sessions/sessions.ts'
import type { UserRow } from './users/queries.ts'

const live = { mark: () => undefined, missing: () => undefined }

/**
 * Turns rows of users into the shapes of the contract.
 * @param quiet  the profile of an administrator tells that the shop is quiet after a restore, and what it may lack
 */
export const presentUsers = (imageUrl: ImageUrl, quiet: Pick<Quiet, 'mark' | 'missing'> = live) => {
  const user = (row: UserRow): User => ({
    ...row,
    phone: row.phone === noPhone ? '' : row.phone,
    image: imageUrl(row.image),
  })
  return {
    user,
    me(row: UserRow, { isDemo }: Pick<Account, 'isDemo'>): User {
      if (!row.is_admin) return user(row)
      const mark = quiet.mark()
      const missing = quiet.missing()
      return {
        ...user(row),
        ...(mark && { restored_backup_made_at: mark.madeAt.toISOString() }),
        ...(missing && { missing_span: { from: missing.from.toISOString(), until: missing.until.toISOString() } }),
        ...(isDemo && { is_demo: true }),
      }
    },
  }
}
export type UserPresenter = ReturnType<typeof presentUsers>
