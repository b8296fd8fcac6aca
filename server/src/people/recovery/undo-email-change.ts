import type { EmailChangeUndo } from '@camilan/contract/accounts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { deleteLoginFailures } from '../login/login-attempts.ts'
import { unusableHash } from '../login/password-hash.ts'
import { endSessions } from '../sessions/sessions.ts'
import { lockUndoableChange, markUndone } from '../users/email-changes.ts'
import { InvalidUndoLink } from '../users/errors.ts'
import { updateUser } from '../users/write-users.ts'
import { createReset, endResets } from './password-resets.ts'

/**
 * Give an account its former e-mail back with the token of the notice, and end its sessions, its reset link and its
 * password: the person who changed the e-mail may know the password.
 * @returns the token of a new reset link, with which the owner sets a new password
 * @throws {InvalidUndoLink} unknown, used or expired; also for the second of two simultaneous requests
 */
export function undoEmailChange(db: Db, { token }: EmailChangeUndo, now: Date): Promise<{ resetToken: string }> {
  return transact(db, async (tx) => {
    const change = await lockUndoableChange(tx, token, now)
    if (!change) throw new InvalidUndoLink()
    const { user_id: id, notified_email: email } = change
    await updateUser(tx, id, { email, password_hash: unusableHash() })
    await markUndone(tx, change, now)
    await endSessions(tx, id)
    await endResets(tx, id, now)
    await deleteLoginFailures(tx, email)
    const reset = await createReset(tx, { id, email }, now)
    return { resetToken: reset.token }
  })
}
