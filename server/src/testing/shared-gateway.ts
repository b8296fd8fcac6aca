import type { Clock } from '../platform/clock.ts'
import { openSandbox } from './sandbox.ts'
import { useOpened } from './use-opened.ts'

const keys = { serverKey: 'SB-Mid-server-uji', clientKey: 'SB-Mid-client-uji' }

export const reconcileSeconds = 0.5

/** A payment gateway outside the processes. @returns it, and their settings for it and for buyers who order a lot */
export async function openSharedGateway(clock: Clock = () => new Date()) {
  const gateway = await openSandbox({ ...keys, clock })
  const environment: Record<string, string> = {
    MIDTRANS_SERVER_KEY: keys.serverKey,
    MIDTRANS_CLIENT_KEY: keys.clientKey,
    MIDTRANS_SNAP_URL: gateway.origin,
    MIDTRANS_API_URL: gateway.origin,
    MAX_UNPAID_ORDERS: '1000000',
    MAX_UNPAID_ENDED: '1000000',
    PAYMENT_RECONCILE_SECONDS: String(reconcileSeconds),
  }
  return { gateway, environment, serverKey: keys.serverKey }
}

export const useSharedGateway = () =>
  useOpened(
    () => openSharedGateway(),
    ({ gateway }) => gateway.close(),
  )
