/** Names of settings. This file is loaded by pages of visitors, so it must not import zod. */

/** The mails that an administrator can switch off. Requested links are always sent. */
export const mailKinds = ['password-changed', 'alarm', 'alarm-over'] as const
export type MailKind = (typeof mailKinds)[number]

/** The alarms that an administrator can switch off. */
export const alarmNames = [
  'clock',
  'mail',
  'payments',
  'payment-keys',
  'webhooks-forged',
  'webhooks-missing',
  'disk-data',
  'disk-backup',
  'backup',
] as const
export type AlarmName = (typeof alarmNames)[number]

/** The settings that are the id of an uploaded picture. */
export const pictureSettings = ['logo', 'hero_picture', 'seller_photo', 'season_picture'] as const
export type PictureSetting = (typeof pictureSettings)[number]

/** ISO 8601: 1 is Monday, 7 is Sunday. */
export const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const
export type Weekday = (typeof weekdays)[number]

/** The gateway's minimum for a BCA virtual account, in rupiah. The shop's own is never below it. */
export const minimumTotal = 10_000

/** A buyer reads at least this many days before that an order completes itself. */
export const minAutoCompleteDays = 3
