/**
 * Midtrans's documentation allows several behaviours in some places. The sandbox can have each, and the shop's result must
 * not depend on it. `closeAfterVa` changes only the browser's view, so the browser tests cover it.
 */
import type { Switches } from '@camilan/payment-sandbox'
import { beforeEach, describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { useShop } from '../../testing/make-shop.ts'
import { oneGateway } from '../../testing/one-gateway.ts'
import { useEach } from '../../testing/use-each.ts'
import { GatewayUnavailable } from '../errors.ts'
import { createGateway } from '../keys/gateway.ts'
import { carryOut } from './carry-out.ts'

const behaviours: Partial<Switches>[] = [
  { chargeOnOpen: true },
  { chargeOnOpen: false },
  { reuseEndedOrderId: false },
  { reuseEndedOrderId: true },
  { unauthorizedHttpStatus: 401 },
  { unauthorizedHttpStatus: 200 },
  { vaLength: 11 },
  { vaLength: 23 },
  { vaLength: 32 },
]

const shop = useShop()
const ani = useEach(() => shop.customer())
const nastar = useEach(() => shop.product({ price: 40_000, stock: 10 }))

const placeOrder = () => ani.buy(nastar)

/** The actions of the payment page's script when a buyer opens it. */
async function openPage(orderId: string): Promise<{ vaNumber: string | null }> {
  const { snap_token: token } = (await ani.openPayment(orderId)).body.data
  const url = `${shop.sandbox.origin}/snap/v4/redirection/${token}`
  const page = await (await fetch(url)).text()
  const isChosenByItself = page.includes('value="bca_va" data-click-after')
  if (isChosenByItself) await fetch(url, { method: 'POST', body: new URLSearchParams({ payment_type: 'bca_va' }) })
  await ani.refresh(orderId)
  return { vaNumber: (await ani.order(orderId)).transaction?.va_number ?? null }
}

describe.each(behaviours)('with a gateway of %o', (behaviour) => {
  beforeEach(() => shop.sandbox.setFaults(behaviour))

  test('an order is paid, and its whole VA number is shown', async () => {
    const id = await placeOrder()
    const { vaNumber } = await openPage(id)
    if (behaviour.chargeOnOpen === false) expect(vaNumber).toBeNull()
    else expect(vaNumber).toHaveLength(behaviour.vaLength ?? 23)
    await shop.sandbox.pay(id)
    await shop.sandbox.webhookStatuses(id)
    const order = await ani.order(id)
    expect(order).toMatchObject({ status: 'DIBAYAR', transaction: { status: 'SUKSES' } })
    expect(order.transaction?.va_number).toHaveLength(behaviour.vaLength ?? 23)
  })

  test('an order whose payment page was opened can be cancelled, and then can’t be paid', async () => {
    const id = await placeOrder()
    await openPage(id)
    expect((await ani.setStatus(id, 'DIBATALKAN')).status).toBe(200)
    await expect(shop.sandbox.pay(id)).rejects.toThrow('409')
    expect(await shop.stockOf(nastar)).toBe(10)
  })

  test('an order that is not paid in time is cancelled', async () => {
    const id = await placeOrder()
    await openPage(id)
    await shop.advanceClock(days(1))
    await shop.reconcile()
    expect(await ani.order(id)).toMatchObject({ status: 'DIBATALKAN', transaction: { status: 'KADALUARSA' } })
    expect(await shop.stockOf(nastar)).toBe(10)
  })

  test('an order whose payment was denied is paid by its next attempt', async () => {
    const id = await placeOrder()
    await shop.sandbox.charge(id)
    await shop.sandbox.deny(id)
    await shop.sandbox.webhookStatuses(id)
    await openPage(id)
    await shop.sandbox.pay(`${id}-2`)
    await shop.sandbox.webhookStatuses(`${id}-2`)
    expect((await ani.order(id)).status).toBe('DIBAYAR')
  })

  test('an order can be paid although its first payment ended at the gateway before the shop got its token', async () => {
    await shop.sandbox.setFaults({ create: 'lost-reply', webhook: 'drop' })
    const id = await placeOrder()
    await shop.sandbox.charge(id)
    await fetch(`${shop.sandbox.origin}/v2/${id}/cancel`, {
      method: 'POST',
      headers: { authorization: shop.sandbox.authorization },
    })
    await shop.sandbox.setFaults({ create: 'ok', webhook: 'deliver' })
    expect((await ani.openPayment(id)).status).toBe(200)
    const attemptId = behaviour.reuseEndedOrderId ? id : `${id}-2`
    await shop.sandbox.pay(attemptId)
    await expect.poll(async () => (await ani.order(id)).status).toBe('DIBAYAR')
  })

  test('nothing changes when the gateway refuses the server key', async () => {
    const id = await placeOrder()
    const { origin } = shop.sandbox
    const gateway = createGateway({ serverKey: 'SB-Mid-server-wrong', snapUrl: origin, apiUrl: origin })
    await expect(
      carryOut({ ...shop.payments, gateways: oneGateway(gateway) }, id, { kind: 'cancel', by: 'customer' }),
    ).rejects.toThrow(GatewayUnavailable)
    expect(await ani.order(id)).toMatchObject({ status: 'DIPROSES', transaction: { status: 'PENDING' } })
  })
})
