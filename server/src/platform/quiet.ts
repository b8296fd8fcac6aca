export interface QuietMark {
  /** The moment at which the restored data was read from its shop. */
  madeAt: Date
}

/** The time of which a restored shop may lack orders and payments: from the backup to the restore. */
export interface MissingSpan {
  from: Date
  until: Date
}

/** The events of this topic say that the mark or the missing time may have changed. */
export const quietTopic = 'quiet'

/**
 * A shop that was restored from a backup is quiet until the operator declares it the live shop: no jobs, no mail, no calls
 * of the payment gateway, no new orders. A backup can therefore be tried with the keys of the real shop.
 */
export interface Quiet {
  /** Undefined while the shop is live. */
  mark(): QuietMark | undefined
  isOn(): boolean
  /** Also after the shop went live, until an administrator compares a report of that time with the shop. */
  missing(): MissingSpan | undefined
  /** A guard for routes that are closed while the shop is quiet: an `onRequest` hook. @throws {ShopError} UNAVAILABLE */
  assertLive(): Promise<void>
}
