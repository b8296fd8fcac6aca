import type { ProfileChange } from '@camilan/contract/accounts'
import { imageSentences } from '@camilan/contract/images'
import type { MediaStore } from '../media/media-store.ts'
import { storeImage } from '../media/store-image.ts'
import type { Db } from '../platform/db/db.ts'
import { NotFound } from '../platform/errors.ts'
import type { UserRow } from './queries.ts'
import { updateUser } from './write-users.ts'

/**
 * Change the given fields and keep the others. The files of a former picture are not deleted.
 * @param input.picture  the new picture's bytes; undefined keeps the old one
 * @throws the refusals of `storeImage`
 * @throws {EmailTaken} another user has the e-mail; nothing is changed
 */
export async function updateProfile(
  { db, media }: { db: Db; media: MediaStore },
  userId: string,
  { form, picture }: { form: ProfileChange; picture: Buffer | undefined },
): Promise<UserRow> {
  const image = picture && (await storeImage(media, picture, { unsupported: imageSentences.profileType }))
  const { name, email, phone, gender, address } = form
  const user = await updateUser(db, userId, { name, email, phone, gender, address, image })
  if (!user) throw new NotFound()
  return user
}
