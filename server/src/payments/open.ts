import type { PaymentMethod } from '@camilan/contract/payment-methods'
import type { FastifyBaseLogger } from 'fastify'
import type { AdminOrderPresenter, BuyerOrderPresenter } from '../orders/present.ts'
import type { Guards } from '../people/login/guards.ts'
import type { AlarmDeps } from '../people/notifications/alarms.ts'
import type { Limits } from '../people/users/limits.ts'
import { type ClockWatch, createClockWatch, type OutsideClock } from '../platform/clock-watch.ts'
import { dueJob } from '../platform/jobs/due-work.ts'
import type { Quiet } from '../platform/quiet.ts'
import type { Room } from '../platform/room.ts'
import type { Sealer } from '../platform/sealed.ts'
import { adminPaymentRoutes } from './admin-routes.ts'
import { newRound, reconcile } from './apply/reconcile.ts'
import { cancelExpiredOrders, endingWork } from './attempts/cancel-expired-orders.ts'
import { openWaitingPayment } from './attempts/open-waiting-payment.ts'
import { moneyRoutes, unmatchedRoutes } from './book/routes.ts'
import { alertClock } from './clock-guard.ts'
import type { PaymentDeps, PaymentUrls, PaymentWatch } from './deps.ts'
import { type GatewayCall, type GatewayOutcome, observedGateway } from './keys/gateway.ts'
import type { GatewayAccess } from './keys/gateway-access.ts'
import { openGateways } from './keys/gateways.ts'
import type { KeySets } from './keys/key-sets.ts'
import { deleteOldChanges } from './methods/change-in-turn.ts'
import { notificationRoute } from './notification-route.ts'
import { openPaymentSignals, type PaymentSignals } from './payment-signals.ts'
import { accountRoute } from './refunds/account/account-route.ts'
import { deleteOldAccounts } from './refunds/account/refund-account.ts'
import { keptOrderRoutes } from './refunds/kept-order-routes.ts'
import { refundRoutes } from './refunds/routes.ts'
import { readAskedRefunds } from './refunds/sending/send-refund.ts'
import { buyerOrderRoutes, paymentRoutes } from './routes.ts'

/** The values that the room adds to the metrics of the process. */
export interface PaymentCounters extends PaymentWatch {
  gatewayCall(call: GatewayCall, outcome: GatewayOutcome, ms: number): void
}

interface PaymentsRoomDeps extends AlarmDeps {
  publicUrl: string
  notificationUrl: string
  log: FastifyBaseLogger
  guards: Guards
  quiet: Quiet
  keySets: KeySets
  access: GatewayAccess
  limits: Limits
  sealer: Sealer
  /** Clocks of other machines, with which ours is compared. */
  outsideClocks: ((gatewayUrl: () => string | undefined) => readonly OutsideClock[]) | undefined
  methodsOn: () => readonly PaymentMethod[]
  present: { forBuyer: BuyerOrderPresenter; forAdmin: AdminOrderPresenter }
  counters: PaymentCounters | undefined
  reconcileSeconds: number
}

export interface PaymentsRoom extends Room {
  payments: PaymentDeps
  clockWatch: ClockWatch
  signals: PaymentSignals
}

const waitingPaymentSeconds = 60

export function openPayments(deps: PaymentsRoomDeps): PaymentsRoom {
  const { db, clock, log, sender, methodsOn, quiet, keySets, access, counters } = deps
  const gateways = openGateways(keySets, access, (gateway) =>
    observedGateway(gateway, { isQuiet: quiet.isOn, onCall: counters?.gatewayCall }),
  )
  const clockWatch = createClockWatch({
    clock,
    outside: deps.outsideClocks?.(() => gatewayUrl(deps)) ?? [],
    onChange: (difference) => alertClock(deps, difference),
  })
  const signals = openPaymentSignals(deps)
  const watch = countBoth(signals, counters)
  const payments = { db, clock, log, sender, urls: urlsOf(deps), methodsOn, gateways, clockWatch, watch }
  const routeDeps = { ...deps, payments }
  const round = newRound()
  return {
    payments,
    clockWatch,
    signals,
    api: [
      paymentRoutes({ ...routeDeps, present: deps.present.forBuyer }),
      buyerOrderRoutes({ ...routeDeps, present: deps.present.forBuyer }),
      adminPaymentRoutes({ ...routeDeps, present: deps.present.forAdmin }),
      keptOrderRoutes({ ...routeDeps, present: deps.present.forAdmin }),
      notificationRoute(routeDeps),
      refundRoutes(routeDeps),
      moneyRoutes(routeDeps),
      unmatchedRoutes(routeDeps),
      accountRoute({ ...deps, present: deps.present.forBuyer }),
    ],
    jobs: [
      dueJob(endingWork, {
        name: 'end unpaid orders whose time is over',
        clock,
        task: (fenced, signal) => cancelExpiredOrders({ ...payments, db: fenced }, signal),
      }),
      {
        name: 'reconcile payments',
        seconds: deps.reconcileSeconds,
        task: (fenced, signal) => reconcile({ ...payments, db: fenced }, signal, round),
      },
      {
        name: 'read the outcome of refunds',
        seconds: deps.reconcileSeconds,
        task: (fenced, signal) => readAskedRefunds({ ...payments, db: fenced }, signal),
      },
      {
        name: 'open a payment that waits',
        seconds: waitingPaymentSeconds,
        task: (fenced) =>
          openWaitingPayment({ payments: { ...payments, db: fenced }, alarms: { ...deps, db: fenced }, keySets }),
      },
    ],
    deleteExpired: async (db, now) => {
      await deleteOldAccounts(db, now)
      await deleteOldChanges(db, now)
    },
    close: signals.close,
  }
}

const urlsOf = ({ publicUrl, notificationUrl }: PaymentsRoomDeps): PaymentUrls => ({
  notification: notificationUrl,
  finish: (orderId) => `${publicUrl}/my-order/order/${orderId}`,
  linkedOrder: `${publicUrl}/pesanan`,
})

/** The local sandbox has this machine's clock. */
function gatewayUrl({ keySets, access }: PaymentsRoomDeps): string | undefined {
  const environment = keySets.current()?.environment
  return environment === undefined || environment === 'local' ? undefined : access.origins[environment]?.apiUrl
}

const countBoth = (signals: PaymentSignals, counters: PaymentCounters | undefined): PaymentWatch => ({
  webhook(outcome) {
    counters?.webhook(outcome)
    if (outcome === 'forged') signals.count('forged')
  },
  paid(by) {
    counters?.paid(by)
    signals.count(`paid-by-${by}`)
  },
})
