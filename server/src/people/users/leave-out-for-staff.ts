import type { FastifyRequest } from 'fastify'

/** Fields in answers of the administration that only administrators see. */
const adminFields: ReadonlySet<string> = new Set([
  'refunds',
  'refund_account',
  'assigned_payments',
  'balance',
  'refunded_at',
  'reversed_at',
  'reversed_state',
  'cost_price',
])

/** A `preSerialization` hook: answers of the administration to members of staff lack the fields of administrators. */
export async function leaveOutForStaff({ account, routeOptions }: FastifyRequest, _reply: unknown, answer: unknown) {
  const isSeen = account?.role !== 'staf' || !routeOptions.url?.startsWith('/api/admin/')
  return isSeen ? answer : withoutAdminFields(answer)
}

function withoutAdminFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAdminFields)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  const seen = Object.entries(value).filter(([name]) => !adminFields.has(name))
  return Object.fromEntries(seen.map(([name, field]) => [name, withoutAdminFields(field)]))
}
