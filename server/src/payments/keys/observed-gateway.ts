import { GatewayUnavailable, OrderIdUsed, PaymentUndecided } from '../errors.ts'
import { type Gateway, type GatewayCall, gatewayThat } from './gateway.ts'

/** `refused`: an answer that is no success, and was understood. `unavailable`: no usable answer. */
export type GatewayOutcome = 'ok' | 'refused' | 'unavailable'

interface Observer {
  /** While the shop is quiet the gateway is not called, and counts as unanswered. */
  isQuiet: () => boolean
  /** Receives each call after its end. */
  onCall?: ((call: GatewayCall, outcome: GatewayOutcome, ms: number) => void) | undefined
}

export const observedGateway = (gateway: Gateway, { isQuiet, onCall }: Observer): Gateway =>
  gatewayThat(async (ask, call) => {
    if (isQuiet()) throw new GatewayUnavailable('the shop is quiet after a restore')
    const beganAt = performance.now()
    let outcome: GatewayOutcome = 'unavailable'
    try {
      const result = await ask(gateway)
      outcome = 'ok'
      return result
    } catch (error) {
      if (error instanceof OrderIdUsed || error instanceof PaymentUndecided) outcome = 'refused'
      throw error
    } finally {
      onCall?.(call, outcome, performance.now() - beganAt)
    }
  })
