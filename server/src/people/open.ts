import type { ImageUrl } from '../media/files/image-url.ts'
import type { Quiet } from '../platform/quiet.ts'
import type { Room } from '../platform/room.ts'
import { type AuthDeps, authRoutes } from './auth-routes.ts'
import { type FirstAdminDeps, firstAdminRoutes } from './first-admin/first-admin-routes.ts'
import { presentUsers } from './present.ts'
import { type ProfileDeps, profileRoutes } from './profile-routes.ts'
import type { NotifyAdmins } from './recovery/recover-account.ts'
import { recoveryRoutes } from './recovery/recovery-routes.ts'
import { resetRoutes } from './recovery/reset-routes.ts'
import { sendResetLinks } from './recovery/send-reset-links.ts'
import { deleteOldLoginData } from './sessions/delete-old-login-data.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { userListRoutes } from './user-list-routes.ts'

type AccountDeps = AuthDeps &
  FirstAdminDeps &
  Omit<ProfileDeps, 'present'> & { imageUrl: ImageUrl; quiet?: Quiet; tell: NotifyAdmins }

/** The links are mailed later, because mailing at once would delay the next requests and reveal that the account exists. */
const resetLinkSeconds = 2

export function openAccounts({ imageUrl, quiet, ...deps }: AccountDeps) {
  const present = presentUsers(imageUrl, quiet)
  return {
    api: [
      authRoutes(deps),
      firstAdminRoutes(deps),
      resetRoutes(deps),
      recoveryRoutes(deps),
      profileRoutes({ ...deps, present }),
      sessionRoutes(deps),
      userListRoutes({ ...deps, present }),
    ],
    jobs: [
      {
        name: 'send links for new passwords',
        seconds: resetLinkSeconds,
        task: (db, signal) => sendResetLinks({ ...deps, db }, signal),
      },
    ],
    deleteExpired: deleteOldLoginData,
  } satisfies Room
}
