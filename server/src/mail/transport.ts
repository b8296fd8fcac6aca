import type { QueuedMail } from './outbox.ts'

export interface MailTransport {
  /**
   * A second call for the same mail sends the same message again, with the same Message-ID.
   * @throws {MailRefused} it is refused permanently; after any other error a later try may succeed
   */
  send(mail: QueuedMail, signal: AbortSignal): Promise<void>
}
