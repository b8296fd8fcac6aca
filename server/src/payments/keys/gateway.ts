/** The gateway: a client of Midtrans whose failures are the errors of this room. */
import { type Client, type ClientOptions, createClient } from '@camilan/midtrans/client'
import { Failure, type FailureKind } from '@camilan/midtrans/failure'
import {
  GatewayUnavailable,
  KeyRefused,
  MethodInactive,
  OrderIdUsed,
  OrderRefused,
  PaymentUndecided,
} from '../errors.ts'

export type Gateway = Client
export type GatewayCall = keyof Gateway

export function createGateway(options: ClientOptions): Gateway {
  const client = createClient(options)
  return gatewayThat((ask) => ask(client).catch(refuse))
}

/** A gateway that makes each of its calls by `make`, which asks another one. */
export function gatewayThat(
  make: <Result>(ask: (other: Gateway) => Promise<Result>, call: GatewayCall) => Promise<Result>,
): Gateway {
  return {
    createTransaction: (...args) => make((other) => other.createTransaction(...args), 'createTransaction'),
    status: (...args) => make((other) => other.status(...args), 'status'),
    cancel: (...args) => make((other) => other.cancel(...args), 'cancel'),
    cancelSession: (...args) => make((other) => other.cancelSession(...args), 'cancelSession'),
    refund: (...args) => make((other) => other.refund(...args), 'refund'),
  }
}

const errorOf: Record<FailureKind, (failure: Failure) => Error> = {
  'no-answer': ({ message, cause }) => new GatewayUnavailable(message, cause),
  'key-refused': ({ message }) => new KeyRefused(message),
  'method-inactive': ({ message }) => new MethodInactive(message),
  'request-refused': ({ message }) => new OrderRefused(message),
  'id-used': ({ message }) => new OrderIdUsed(message),
  undecided: ({ message }) => new PaymentUndecided(message),
}

function refuse(error: unknown): never {
  throw error instanceof Failure ? errorOf[error.kind](error) : error
}

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
