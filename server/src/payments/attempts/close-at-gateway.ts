import type { PaymentReport } from '@camilan/midtrans/wire'
import { PaymentUndecided } from '../errors.ts'
import type { Gateway } from '../keys/gateway.ts'

/** The payment may change between the check of its status and its closing; in practice only a few times. */
const maxRounds = 4

interface Closing {
  id: string
  /** Of its payment page. */
  token: string | null
  /** False: the gateway was never asked for its token, so it does not know the payment. */
  isSent: boolean
}

export interface Closed {
  /** Whether nobody can pay it any more. */
  mayEnd: boolean
  /** The gateway's report of a payment that was not closed. */
  report?: PaymentReport
}

/**
 * Close an unpaid payment at the gateway: cancel it or, without a chosen method, its payment page. A second call finds
 * it closed.
 * @param beforeClosing  called before each request that may close it
 * @throws {GatewayUnavailable} | {PaymentUndecided} | {PaymentKeysUnknown} it may be open
 */
export async function closeAtGateway(
  gateway: Gateway,
  { id, token, isSent }: Closing,
  beforeClosing = async () => {},
): Promise<Closed> {
  if (!isSent) return { mayEnd: true }
  for (let round = 0; round < maxRounds; round += 1) {
    const report = await gateway.status(id)
    if (report.state === 'absent') {
      if (token === null) return { mayEnd: true }
      await beforeClosing()
      if (await gateway.cancelSession(token)) return { mayEnd: true }
      continue
    }
    if (report.orderId !== id) return { mayEnd: false, report }
    switch (report.state) {
      case 'pending':
        await beforeClosing()
        if (await gateway.cancel(id)) return { mayEnd: true }
        break
      case 'denied':
      case 'expired':
      case 'cancelled':
        return { mayEnd: true }
      default:
        return { mayEnd: false, report }
    }
  }
  throw new PaymentUndecided(`payment ${id} keeps changing`)
}
