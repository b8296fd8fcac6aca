import { randomInt } from 'node:crypto'
import { jakartaDay } from '@camilan/contract/jakarta'

/** Crockford's base 32: no I, L, O or U, so that an id can be dictated on the phone. */
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `261120-7K3QX9`: the Jakarta day, then six random characters. Two ids may, rarely, be equal. */
export function newOrderId(now: Date): string {
  const day = jakartaDay(now).slice(2).replaceAll('-', '')
  const letters = Array.from({ length: 6 }, () => crockford[randomInt(crockford.length)])
  return `${day}-${letters.join('')}`
}
