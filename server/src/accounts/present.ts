import type { User } from '@camilan/contract/accounts'
import type { ImageUrl } from '../media/image-url.ts'
import type { UserRow } from './queries.ts'

/** Turns rows of users into the shapes of the contract. */
export const presentUsers = (imageUrl: ImageUrl) => ({
  user: (row: UserRow): User => ({ ...row, image: imageUrl(row.image) }),
})
export type UserPresenter = ReturnType<typeof presentUsers>
