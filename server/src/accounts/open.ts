import type { ImageUrl } from '../media/image-url.ts'
import type { Quiet } from '../platform/quiet.ts'
import type { Room } from '../platform/room.ts'
import { type AuthDeps, authRoutes } from './auth-routes.ts'
import { deleteOldLoginData } from './delete-old-login-data.ts'
import { type FirstAdminDeps, firstAdminRoutes } from './first-admin-routes.ts'
import { presentUsers } from './present.ts'
import { type ProfileDeps, profileRoutes } from './profile-routes.ts'
import type { Tell } from './recover-account.ts'
import { recoveryRoutes } from './recovery-routes.ts'
import { resetRoutes } from './reset-routes.ts'
import { sendResetLinks } from './send-reset-links.ts'
import { sessionRoutes } from './session-routes.ts'
import { userListRoutes } from './user-list-routes.ts'

type AccountDeps = AuthDeps &
  FirstAdminDeps &
  Omit<ProfileDeps, 'present'> & { imageUrl: ImageUrl; quiet?: Quiet; tell: Tell }

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
