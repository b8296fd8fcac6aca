/** Midtrans's published client for Node against the sandbox: only its two base URLs are changed. */
import { createRequire } from 'node:module'
import { beforeAll, describe, expect, test } from 'vitest'
import { clientKey, serverKey, snapRequest, startMerchant, useSandbox } from './testing/start-sandbox.ts'

type Answer = Record<string, string>
interface Transactions {
  status(id: string): Promise<Answer>
  cancel(id: string): Promise<Answer>
  expire(id: string): Promise<Answer>
  refund(id: string, parameter: object): Promise<Answer>
  refundDirect(id: string, parameter: object): Promise<Answer>
  notification(body: object | string): Promise<Answer>
}
interface Client {
  transaction: Transactions
}
interface SnapClient extends Client {
  createTransaction(parameter: object): Promise<{ token: string; redirect_url: string }>
  createTransactionToken(parameter: object): Promise<string>
  createTransactionRedirectUrl(parameter: object): Promise<string>
}
interface CoreClient extends Client {
  charge(parameter: object): Promise<Answer>
}
interface Keys {
  isProduction: boolean
  serverKey: string
  clientKey: string
}

const require = createRequire(import.meta.url)
const midtrans: { Snap: new (keys: Keys) => SnapClient; CoreApi: new (keys: Keys) => CoreClient } =
  require('midtrans-client')
const baseUrls: { CORE_SANDBOX_BASE_URL: string; SNAP_SANDBOX_BASE_URL: string } =
  require('midtrans-client/lib/apiConfig')

const keys = { isProduction: false, serverKey, clientKey }
const snap = new midtrans.Snap(keys)
const core = new midtrans.CoreApi(keys)

const sandbox = useSandbox()
beforeAll(() => {
  baseUrls.CORE_SANDBOX_BASE_URL = sandbox.origin
  baseUrls.SNAP_SANDBOX_BASE_URL = `${sandbox.origin}/snap/v1`
})

/** A payment after this step: charged (it waits to be paid) or paid. */
async function payment(orderId: string, step?: 'charge' | 'pay', method = 'bca_va'): Promise<void> {
  await sandbox.create(orderId, { enabled_payments: [method] })
  if (step) await sandbox.act(orderId, step)
}

describe('Snap', () => {
  test('createTransaction returns a token and the URL of its page', async () => {
    const { token, redirect_url } = await snap.createTransaction(snapRequest('client-1'))
    expect(token).toMatch(/^[0-9a-f-]{36}$/)
    expect(redirect_url).toBe(`${sandbox.origin}/snap/v4/redirection/${token}`)
  })

  test('createTransactionToken and createTransactionRedirectUrl return one of the two', async () => {
    expect(await snap.createTransactionToken(snapRequest('client-2'))).toMatch(/^[0-9a-f-]{36}$/)
    expect(await snap.createTransactionRedirectUrl(snapRequest('client-3'))).toContain('/snap/v4/redirection/')
  })

  test('a refused request rejects with the HTTP status and the messages', async () => {
    await expect(snap.createTransaction({})).rejects.toMatchObject({
      httpStatusCode: 400,
      ApiResponse: { error_messages: expect.arrayContaining(['transaction_details.order_id is required']) },
    })
  })
})

describe('CoreApi', () => {
  const transaction_details = { order_id: 'core-1', gross_amount: 46_000 }

  test('charge makes a QRIS and a GoPay transaction', async () => {
    const qris = await core.charge({ payment_type: 'qris', transaction_details, qris: { acquirer: 'gopay' } })
    expect(qris).toMatchObject({ status_code: '201', payment_type: 'qris', qr_string: expect.stringMatching(/^http:/) })
    const gopay = { payment_type: 'gopay', transaction_details: { ...transaction_details, order_id: 'core-2' } }
    expect(await core.charge(gopay)).toMatchObject({ status_code: '201', payment_type: 'gopay' })
    expect(await core.transaction.status('core-2')).toMatchObject({ status_code: '201', payment_type: 'gopay' })
  })
})

describe('transaction', () => {
  test('status, expire and cancel return the payment, or reject with the status of the gateway', async () => {
    await payment('absent')
    await expect(core.transaction.status('absent')).rejects.toMatchObject({ httpStatusCode: '404' })
    await payment('pending', 'charge')
    const pending = { status_code: '201', transaction_status: 'pending' }
    expect(await core.transaction.status('pending')).toMatchObject(pending)
    expect(await core.transaction.expire('pending')).toMatchObject({ status_code: '407', transaction_status: 'expire' })
    await payment('cancelled', 'charge')
    const cancelled = { status_code: '200', transaction_status: 'cancel' }
    expect(await core.transaction.cancel('cancelled')).toMatchObject(cancelled)
    await payment('too-late', 'pay')
    await expect(core.transaction.cancel('too-late')).rejects.toMatchObject({ httpStatusCode: '412' })
  })

  test('refund sends all back, once', async () => {
    await payment('refunded', 'pay', 'gopay')
    const refund = { refund_key: 'one', amount: 46_000, reason: 'test' }
    expect(await core.transaction.refund('refunded', refund)).toMatchObject({ status_code: '200' })
    await expect(core.transaction.refund('refunded', refund)).rejects.toMatchObject({ httpStatusCode: '406' })
    const two = { ...refund, refund_key: 'two' }
    await expect(core.transaction.refundDirect('refunded', two)).rejects.toMatchObject({ httpStatusCode: '412' })
    expect(await core.transaction.status('refunded')).toMatchObject({ refunds: [{ refund_key: 'one' }] })
  })

  test('refundDirect sends a part back', async () => {
    await payment('direct', 'pay', 'other_qris')
    const refund = { refund_key: 'part', amount: 6_000, reason: 'test' }
    expect(await core.transaction.refundDirect('direct', refund)).toMatchObject({
      transaction_status: 'partial_refund',
    })
  })

  test('notification returns the payment of a webhook', async () => {
    const merchant = await startMerchant(200)
    const { body } = await sandbox.create('webhook', {}, { 'x-override-notification': `${merchant.url}/hook` })
    expect(body.token).toBeDefined()
    await sandbox.call('POST', '/_sandbox/transactions/webhook/pay', {})
    await expect.poll(() => merchant.received.length).toBe(2)
    for (const webhook of merchant.received.map((request) => request.body)) {
      expect(await core.transaction.notification(webhook)).toMatchObject({
        order_id: 'webhook',
        transaction_status: 'settlement',
      })
      expect(await core.transaction.notification(JSON.stringify(webhook))).toMatchObject({ order_id: 'webhook' })
    }
    await merchant.close()
  })
})
