import type { PaymentReport } from '@camilan/midtrans/wire'
import type { Gateway } from '../keys/gateway.ts'

/**
 * Close an unpaid payment at the gateway: cancel it or, without a chosen method, its payment page. A second call finds
 * it closed.
 * @param token  of its payment page
 * @param beforeClosing  called before the request that may close it
 * @returns `changed` if it can't be closed in the state that was read; the report of one that nobody can close
 * @throws {GatewayUnavailable} | {PaymentUndecided} | {PaymentKeysUnknown} it may be open
 */
export async function closeAtGateway(
  gateway: Gateway,
  { id, token }: { id: string; token: string | null },
  beforeClosing: () => Promise<unknown>,
): Promise<'closed' | 'changed' | PaymentReport> {
  const report = await gateway.status(id)
  if (report.state === 'absent') {
    if (token === null) return 'closed'
    await beforeClosing()
    return (await gateway.cancelSession(token)) ? 'closed' : 'changed'
  }
  if (report.orderId !== id) return report
  switch (report.state) {
    case 'pending':
      await beforeClosing()
      return (await gateway.cancel(id)) ? 'closed' : 'changed'
    case 'denied':
    case 'expired':
    case 'cancelled':
      return 'closed'
    default:
      return report
  }
}
