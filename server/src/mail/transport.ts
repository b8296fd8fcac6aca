import type { QueuedMail } from './queries.ts'

export interface MailTransport {
  /**
   * A second call for the same mail is the same mail again, and looks so to the recipient's program.
   * @throws {MailRefused} it will never be taken; any other error may pass
   */
  send(mail: QueuedMail, signal: AbortSignal): Promise<void>
}

/** The server wants this mail neither now nor later: there is no such mailbox, say. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}
