export interface QuietMark {
  /** When the restored data was read from the shop that it belongs to. */
  madeAt: Date
}

/**
 * A shop that was restored from a backup is quiet until somebody says that it is the one that people use: no jobs, no mail,
 * no calls of the payment gateway, no new orders. So trying a backup with the keys of the real shop harms nobody.
 */
export interface Quiet {
  /** Undefined while the shop is live. */
  mark(): QuietMark | undefined
  isOn(): boolean
  /** A guard for routes that are closed while the shop is quiet: an `onRequest` hook. @throws {ShopError} UNAVAILABLE */
  assertLive(): Promise<void>
}
