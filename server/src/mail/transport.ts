import type { QueuedMail } from './outbox.ts'

/** What a transport needs of a mail. */
export type SentMail = Pick<QueuedMail, 'id' | 'recipient' | 'subject' | 'text' | 'html' | 'created_at'>

export interface MailTransport {
  /**
   * A second call for the same mail sends the same message again, with the same Message-ID.
   * @throws {MailRefused} it is refused permanently; after any other error a later try may succeed
   */
  send(mail: SentMail, signal: AbortSignal): Promise<void>
}
