import type { FileHandle } from 'node:fs/promises'
import type { ProfileChange } from '@camilan/contract/accounts'
import { imageSentences } from '@camilan/contract/images'
import type { Sender } from '../mail/mail-content.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Media } from '../media/open-media.ts'
import { storeImage } from '../media/store-image.ts'
import type { Tx } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { NotFound } from '../platform/errors.ts'
import { confirmAnyPassword } from './login/confirm-password.ts'
import { assertStillAllowed, type Caller } from './login/guards.ts'
import { emailChangedMail } from './users/account-mails.ts'
import { assertEmailNotReserved, recordEmailChange } from './users/email-changes.ts'
import type { Client, LimitedDeps } from './users/limits.ts'
import { lockEmail, type UserRow } from './users/queries.ts'
import { updateUser } from './users/write-users.ts'

/**
 * Change the given fields and keep the others. The files of a former picture are deleted a day later. A new e-mail is
 * valid at once; the former one gets a notice.
 * @param input.picture  the new picture; undefined keeps the old one
 * @param input.form.current_password  the password of the user, if it is to be checked
 * @throws {ShopError} of `storeImage`
 * @throws {WrongPassword} | {TooManyAttempts} nothing is changed
 * @throws {EmailTaken} another user has the e-mail, or had it within seven days; nothing is changed
 * @throws {TooManyEmailChanges} nothing is changed
 */
export async function updateProfile(
  { db, limits, media, sender }: LimitedDeps & { media: Media; sender: Sender },
  by: Caller & Client,
  { form, picture }: { form: ProfileChange; picture: FileHandle | undefined },
  now: Date,
): Promise<UserRow> {
  const { current_password } = form
  if (current_password !== undefined) await confirmAnyPassword({ db, limits }, by, current_password, now)
  const image = picture && (await storeImage(media, by, { file: picture, unsupported: imageSentences.profileType }))
  const { name, email, phone, gender, address } = form
  return transact(db, async (tx) => {
    if (picture || current_password !== undefined) await assertStillAllowed(tx, by, now)
    if (email !== undefined) await announceEmailChange(tx, sender, { id: by.id, email }, now)
    const user = await updateUser(tx, by.id, { name, email, phone, gender, address, image })
    if (!user) throw new NotFound()
    if (email !== undefined) await assertEmailNotReserved(tx, user, now)
    return user
  })
}

/** Record the change and queue its notice, unless the new e-mail differs in case only. Locks the user. */
async function announceEmailChange(tx: Tx, sender: Sender, user: { id: string; email: string }, now: Date) {
  const former = await lockEmail(tx, user.id, user.email)
  if (!former || former.keepsKey) return
  const { notifiedEmail, token, expiresAt } = await recordEmailChange(tx, { ...user, email: former.email }, now)
  await queueMail(tx, emailChangedMail(sender, { email: notifiedEmail, token, expiresAt }, now), now)
}
