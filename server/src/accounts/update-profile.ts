import type { ProfileChange } from '@camilan/contract/accounts'
import { imageSentences } from '@camilan/contract/images'
import type { MediaStore } from '../media/media-store.ts'
import { storeImage } from '../media/store-image.ts'
import type { Db } from '../platform/db/db.ts'
import { NotFound } from '../platform/errors.ts'
import { type UserRow, updateUser } from './queries.ts'

/**
 * Change what a form brings and keep the rest. A former picture stays in the store.
 * @param picture  the new picture's bytes; undefined keeps the old one
 * @throws {ShopError} of `storeImage`, when the bytes are no picture
 * @throws {EmailTaken} the e-mail is another user's; nothing is changed
 */
export async function updateProfile(
  { db, media }: { db: Db; media: MediaStore },
  userId: string,
  change: ProfileChange,
  picture: Buffer | undefined,
): Promise<UserRow> {
  const image = picture && (await storeImage(media, picture, { unsupported: imageSentences.profileType }))
  const { name, email, phone, gender, address } = change
  const user = await updateUser(db, userId, { name, email, phone, gender, address, image })
  if (!user) throw new NotFound()
  return user
}
