/** MODEL_ORDERS and MODEL_SEED set the number of orders and the history. */

import { paymentMethodNames } from '@camilan/contract/payment-methods'
import { beforeAll, test } from 'vitest'
import { useShop } from '../../testing/make-shop.ts'
import { runPaymentModel } from '../../testing/payment-model.ts'
import { setSettings } from '../../testing/settings.ts'
import { readAskedRefunds } from '../refunds/sending/send-refund.ts'

const shop = useShop()
const orders = Number(process.env.MODEL_ORDERS ?? 300)
const seed = Number(process.env.MODEL_SEED ?? Math.floor(Math.random() * 2 ** 31))

beforeAll(async () => {
  await setSettings(await shop.admin(), { payment_methods: [...paymentMethodNames] })
})

test(`${orders} orders end as the gateway and the API said (MODEL_SEED=${seed})`, {
  timeout: 120_000 + orders * 1_000,
}, async () => {
  const { db, sandbox, serverKey, clock, advanceClock: advance } = shop
  const origins = [shop.origin, await shop.openAnother()]
  let asked = 0
  const origin = () => origins[asked++ % origins.length] ?? ''
  const runJobs = async () => {
    await shop.reconcile()
    await readAskedRefunds(shop.payments)
  }
  const model = { db, sandbox, serverKey, clock, origin, advance, runJobs }
  const figures = await runPaymentModel(model, { seed, orders, ordersPerRound: 50, ticks: 10 })
  if (process.env.MODEL_FIGURES) console.log(figures)
})
