import type { FileHandle } from 'node:fs/promises'
import type { ProfileChange } from '@camilan/contract/accounts'
import { imageSentences } from '@camilan/contract/images'
import type { Media } from '../media/open-media.ts'
import { storeImage, type Uploader } from '../media/store-image.ts'
import type { Db } from '../platform/db/db.ts'
import { NotFound } from '../platform/errors.ts'
import type { UserRow } from './queries.ts'
import { updateUser } from './write-users.ts'

/**
 * Change the given fields and keep the others. The files of a former picture are deleted a day later.
 * @param input.picture  the new picture; undefined keeps the old one
 * @throws {ShopError} of `storeImage`
 * @throws {EmailTaken} another user has the e-mail; nothing is changed
 */
export async function updateProfile(
  { db, media }: { db: Db; media: Media },
  by: Uploader,
  { form, picture }: { form: ProfileChange; picture: FileHandle | undefined },
): Promise<UserRow> {
  const image = picture && (await storeImage(media, by, { file: picture, unsupported: imageSentences.profileType }))
  const { name, email, phone, gender, address } = form
  const user = await updateUser(db, by.id, { name, email, phone, gender, address, image })
  if (!user) throw new NotFound()
  return user
}
