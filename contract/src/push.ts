/** Web Push: what a device may ask for, and what it is told. A push has neither a name nor an address. */
import * as z from 'zod/mini'
import type { Role } from './accounts.ts'
import { type NotificationKind, staffKinds } from './notification-list.ts'

export const pushGroups = ['mine', 'paid', 'orders', 'money', 'stock', 'troubles'] as const
export type PushGroup = (typeof pushGroups)[number]

/** The title of a push, which is also the label of its switch. */
export const pushTitles: Record<PushGroup, string> = {
  mine: 'Kabar pesanan Anda',
  paid: 'Pesanan dibayar',
  orders: 'Pesanan baru, diterima, atau batal',
  money: 'Uang yang perlu dilihat',
  stock: 'Stok menipis atau habis',
  troubles: 'Toko perlu perhatian',
}

const kinds: Partial<Record<PushGroup, readonly NotificationKind[]>> = {
  paid: ['order-paid'],
  orders: ['new-order', 'order-received', 'order-not-confirmed', 'order-cancelled-by-buyer', 'unpaid-order-expired'],
  money: [
    'refund-due',
    'refund-account-set',
    'amount-differs',
    'payment-reversed',
    'payment-restored',
    'payment-unclear',
    'unmatched-payment',
  ],
  stock: ['stock-low', 'stock-out'],
}

/** What a device of this role may ask for: staff hear of the kinds that they get. */
export function pushGroupsFor(role: Role): readonly PushGroup[] {
  const isOffered = {
    admin: () => true,
    staf: (group: PushGroup) => group === 'mine' || staffKinds.some((kind) => kinds[group]?.includes(kind)),
    customer: (group: PushGroup) => group === 'mine',
  }[role]
  return pushGroups.filter(isOffered)
}

/** @param isBuyers  whether the notification is about an order of its recipient's own */
export function pushGroupOf(kind: NotificationKind, isBuyers: boolean): PushGroup {
  return isBuyers ? 'mine' : (pushGroups.find((group) => kinds[group]?.includes(kind)) ?? 'troubles')
}

const invalid = 'Perangkat ini tidak bisa menerima kabar.'
/** Base64url, as `PushSubscription.toJSON()` gives it. */
const key = (bytes: number) =>
  z.string(invalid).check(z.regex(/^[\w-]+={0,2}$/, invalid), z.maxLength(Math.ceil((bytes * 4) / 3) + 2, invalid))
const Hour = z.nullable(z.int().check(z.gte(0), z.lte(23)))

const Device = z.object({
  groups: z.array(z.enum(pushGroups)).check(z.maxLength(pushGroups.length, invalid)),
  quiet_from: Hour,
  quiet_to: Hour,
})
export type PushDevice = z.infer<typeof Device>

/** Silent hours, in Jakarta, begin at `quiet_from` and end at `quiet_to`; both are null for none. */
export const PushSubscribe = z.extend(Device, {
  endpoint: z.string(invalid).check(z.regex(/^https:\/\/[!-?A-~]+$/, invalid), z.maxLength(1000, invalid)),
  keys: z.object({ p256dh: key(65), auth: key(16) }),
})
export type PushSubscribe = z.infer<typeof PushSubscribe>

/** `public_key` is null if the shop can't keep keys. `device`: what this session's device has asked for. */
export const PushState = z.object({ public_key: z.nullable(z.string()), device: z.nullable(Device) })
export type PushState = z.infer<typeof PushState>
