import { emptyReport } from '@camilan/midtrans/wire'
import { GatewayUnavailable, KeyRefused, PaymentKeysUnknown } from '../errors.ts'
import { createGateway, type Gateway, gatewayThat } from './gateway.ts'
import type { GatewayAccess } from './gateway-access.ts'
import type { KeySet, KeySets, KnownSet } from './key-sets.ts'

export interface OpeningKeys {
  /** Stored with the attempt. */
  keySetId: string | null
  gateway: Gateway
}

export interface Gateways {
  /** Undefined: the shop can't be paid. */
  current(): OpeningKeys | undefined
  /**
   * The gateway for a payment that was opened with this set. It is asked with the keys of that set or, if they are
   * unknown or refused, with other keys of the same environment. Without any, all its calls throw PaymentKeysUnknown.
   * @param keySetId  null in attempts of former releases: the current set counts
   */
  of(keySetId: string | null): Promise<Gateway>
}

/** @param wrap  applied to every gateway */
export function openGateways(
  keySets: Pick<KeySets, 'current' | 'usable' | 'find'>,
  { origins, ...options }: GatewayAccess,
  wrap: (gateway: Gateway) => Gateway = (gateway) => gateway,
): Gateways {
  /** By the id of the set. They keep connections open. */
  const made = new Map<string, Gateway>()

  function gatewayOf({ id, environment, serverKey }: KeySet): Gateway | undefined {
    const known = made.get(id)
    const reached = origins[environment]
    if (known || !reached) return known
    const gateway = wrap(createGateway({ ...options, ...reached, serverKey }))
    made.set(id, gateway)
    return gateway
  }

  /** The sets with which a payment of this set may be asked about, its own first. */
  function gatewaysFor(set: KnownSet): { own: Gateway | undefined; other: Gateway | undefined } {
    const sameEnvironment = keySets.usable().filter(({ environment }) => environment === set.environment)
    const own = sameEnvironment.find(({ id }) => id === set.id)
    const other = sameEnvironment.find(({ id }) => id !== set.id)
    return { own: own && gatewayOf(own), other: other && gatewayOf(other) }
  }

  return {
    current() {
      const set = keySets.current()
      const gateway = set && gatewayOf(set)
      return gateway && { keySetId: set.id, gateway }
    },
    async of(keySetId) {
      const set = keySetId === null ? keySets.current() : await keySets.find(keySetId)
      if (!set) return unknownKeys
      const { own, other } = gatewaysFor(set)
      if (own) return other ? withOther(own, other) : own
      if (other) return asStranger(other)
      return set.environment === 'local' ? goneSandbox : unknownKeys
    },
  }
}

/** The gateway refuses the payment's own key, for example after a new one was made in its dashboard. */
function withOther(own: Gateway, other: Gateway): Gateway {
  const stranger = asStranger(other)
  const ownFirst = gatewayThat((ask) =>
    ask(own).catch((error: unknown) => {
      if (!(error instanceof KeyRefused)) throw error
      return ask(stranger)
    }),
  )
  return { ...ownFirst, createTransaction: own.createTransaction }
}

/**
 * The gateway asked with another key than the payment's own, perhaps of another account. If it does not know a payment
 * page, the page may still be paid.
 */
function asStranger(other: Gateway): Gateway {
  return {
    ...other,
    cancelSession: (token) => other.cancelSession(token, { unknown: 'undecided' }),
    createTransaction: () => Promise.reject(new GatewayUnavailable('a payment is opened with its own keys only')),
  }
}

const unknownKeys = gatewayThat(() => Promise.reject(new PaymentKeysUnknown()))

/** The local payment sandbox of a shop that now has real keys. It does not run, so nobody can pay there. */
const goneSandbox: Gateway = {
  ...unknownKeys,
  status: async (attemptId) => ({ ...emptyReport, state: 'absent', orderId: attemptId }),
  cancel: async () => false,
  cancelSession: async () => true,
}
