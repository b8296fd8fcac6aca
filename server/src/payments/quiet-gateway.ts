import { GatewayUnavailable } from './errors.ts'
import type { Gateway } from './gateway.ts'

/** The same gateway; while the shop is quiet it is not called, and counts as unanswered. */
export function gatewayUnlessQuiet(gateway: Gateway, isQuiet: () => boolean): Gateway {
  function unlessQuiet<Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) {
    return async (...args: Args): Promise<Result> => {
      if (isQuiet()) throw new GatewayUnavailable('the shop is quiet after a restore')
      return call(...args)
    }
  }
  return {
    createTransaction: unlessQuiet(gateway.createTransaction),
    status: unlessQuiet(gateway.status),
    cancel: unlessQuiet(gateway.cancel),
    cancelSession: unlessQuiet(gateway.cancelSession),
  }
}
