/** Two processes of the whole server on one database, with separate data folders. */
import { afterAll, beforeAll } from 'vitest'
import { openSandbox, type Sandbox } from './sandbox.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'
import type { TestDb } from './test-db.ts'

const keys = { serverKey: 'SB-Mid-server-uji', clientKey: 'SB-Mid-client-uji' }

export const reconcileSeconds = 0.5

/** A payment gateway outside of the processes. @returns it, and their settings for it and for buyers who order a lot */
export async function openSharedGateway() {
  const gateway = await openSandbox({ ...keys, clock: () => new Date() })
  const environment = {
    MIDTRANS_SERVER_KEY: keys.serverKey,
    MIDTRANS_CLIENT_KEY: keys.clientKey,
    MIDTRANS_SNAP_URL: gateway.origin,
    MIDTRANS_API_URL: gateway.origin,
    MAX_UNPAID_ORDERS: '1000000',
    MAX_UNPAID_ENDED: '1000000',
    PAYMENT_RECONCILE_SECONDS: String(reconcileSeconds),
  }
  return { gateway, environment }
}

export interface TwoProcesses {
  readonly gateway: Sandbox
  readonly here: ShopProcess
  readonly there: ShopProcess
}

/** For the tests of this file. What must be in the database when they start is written by an earlier `beforeAll`. */
export function useTwoProcesses(database: TestDb): TwoProcesses {
  let gateway: Sandbox | undefined
  let processes: ShopProcess[] = []
  beforeAll(async () => {
    const shared = await openSharedGateway()
    gateway = shared.gateway
    const start = () => startShopProcess(database.connection, shared.environment)
    processes = await Promise.all([start(), start()])
  }, 300_000)
  afterAll(async () => {
    await Promise.all(processes.map((shop) => shop.stop()))
    await gateway?.close()
  })
  const opened = <Part>(part: Part | undefined): Part => {
    if (!part) throw new Error('The processes run only inside tests and hooks')
    return part
  }
  return {
    get gateway() {
      return opened(gateway)
    },
    get here() {
      return opened(processes[0])
    },
    get there() {
      return opened(processes[1])
    },
  }
}
