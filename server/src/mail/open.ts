import { dueJob } from '../platform/jobs/due-work.ts'
import type { Room } from '../platform/room.ts'
import { deliverMail, type MailDeps } from './deliver-mail.ts'
import { deleteOldMail, mailWork } from './outbox.ts'
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

/** Due mail is delivered, also as soon as the transaction that queues it commits. */
export const deliveryJob = (deps: Omit<MailDeps, 'db'>) =>
  dueJob(mailWork, {
    name: 'deliver mail',
    topic: mailTopic,
    clock: deps.clock,
    task: (db, signal) => deliverMail({ ...deps, db }, signal),
  })
