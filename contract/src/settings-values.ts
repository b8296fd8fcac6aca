/** Names of settings. This file is loaded by pages of visitors, so it must not import zod. */

/** ISO 8601: 1 is Monday, 7 is Sunday. */
export const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const
export type Weekday = (typeof weekdays)[number]

/** The gateway's minimum for a BCA virtual account, in rupiah. The shop's own is never below it. */
export const minimumTotal = 10_000

/** A buyer reads at least this many days before that an order completes itself. */
export const minAutoCompleteDays = 3

/** Of one fee, in rupiah. */
export const maxFee = 10_000_000
