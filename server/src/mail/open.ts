import type { Room } from '../platform/room.ts'
import { deliverMail, type MailDeps } from './deliver-mail.ts'
import { deleteOldMail } from './outbox.ts'
import { mailTopic } from './queue-mail.ts'
import { type MailServer, type MailServerDeps, openMailServer } from './transports/mail-server.ts'

export async function openMail(
  deps: MailServerDeps & Pick<MailDeps, 'clock' | 'log'>,
): Promise<Room & { mailServer: MailServer }> {
  const mailServer = await openMailServer(deps)
  const { clock, log } = deps
  return {
    mailServer,
    jobs: [deliveryJob({ transport: mailServer.transport, clock, log })],
    deleteExpired: deleteOldMail,
    close: mailServer.close,
  }
}

/** Due mail is delivered every minute, and queued mail as soon as its transaction commits. */
export const deliveryJob = (deps: Omit<MailDeps, 'db'>) => ({
  name: 'deliver mail',
  seconds: 60,
  topic: mailTopic,
  task: (db: MailDeps['db'], signal: AbortSignal) => deliverMail({ ...deps, db }, signal),
})
