import { inflateSync } from 'node:zlib'
import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { useSandbox } from '../testing/start-sandbox.ts'

const sandbox = useSandbox()

const request = (order_id: string, payment_type: string, extra = {}) =>
  sandbox.call('POST', '/v2/charge', {
    payment_type,
    transaction_details: { order_id, gross_amount: 46_000 },
    ...extra,
  })

test('QRIS is charged with a QR that holds a URL of the sandbox', async () => {
  const { status, body } = await request('CORE-1', 'qris')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status_code: '201',
    status_message: 'QRIS transaction is created',
    payment_type: 'qris',
    transaction_status: 'pending',
    acquirer: 'gopay',
    actions: [{ name: 'generate-qr-code', method: 'GET' }, { name: 'generate-qr-code-v2' }],
  })
  expect(body).not.toHaveProperty('signature_key')
  const page = `${sandbox.origin}/v2/qris/index?id=${body.transaction_id}`
  for (const { url } of body.actions) {
    const picture = await fetch(url)
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(readQr(Buffer.from(await picture.arrayBuffer()))).toBe(page)
  }
  expect((await fetch(`${sandbox.origin}/v2/qris/unknown/qr-code`)).status).toBe(404)
})

test('GoPay is charged with a QR, a link to its app and calls of the Core API', async () => {
  const { body } = await request('CORE-2', 'gopay', { custom_expiry: { expiry_duration: 5 } })
  expect(body.status_message).toBe('GoPay transaction is created')
  expect(body.actions.map(({ name }) => name)).toEqual([
    'generate-qr-code',
    'generate-qr-code-v2',
    'deeplink-redirect',
    'get-status',
    'cancel',
  ])
  const cancel = body.actions.at(-1)?.url.replace(sandbox.origin, '') ?? ''
  expect((await sandbox.call('POST', cancel)).body.transaction_status).toBe('cancel')
})

test('it is refused for another type, a method that is not active, a used id, a wrong body', async () => {
  expect((await request('CORE-3', 'bank_transfer')).body).toMatchObject({
    status_code: '402',
    status_message: 'bank_transfer: not simulated by this sandbox',
  })
  const transaction_details = { order_id: 'CORE-3', gross_amount: 0 }
  expect(await request('CORE-3', 'bank_transfer', { transaction_details })).toMatchObject({ status: 400 })
  await sandbox.set({ inactiveMethod: 'gopay' })
  expect((await request('CORE-3', 'gopay')).body.status_code).toBe('402')
  await request('CORE-4', 'qris')
  expect((await request('CORE-4', 'qris')).body.status_code).toBe('406')
  expect(await request('CORE-5', 'qris', { transaction_details: {} })).toMatchObject({
    status: 400,
    body: { validation_messages: expect.arrayContaining(['transaction_details.order_id is required']) },
  })
  const custom_expiry = { expiry_duration: 1, order_time: '2020-01-01 00:00:00 +0700' }
  expect((await request('CORE-6', 'qris', { custom_expiry })).body).toMatchObject({
    validation_messages: ['custom_expiry is below minimum threshold'],
  })
})

/** Reads a PNG of one bit per pixel. */
function readQr(png: Buffer): string {
  const size = png.readUInt32BE(16)
  const start = png.indexOf('IDAT') + 4
  const rows = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)))
  const data = Uint8Array.from({ length: size * size * 4 }, (_none, index) => {
    const pixel = Math.floor(index / 4)
    const x = pixel % size
    const byte = rows[Math.floor(pixel / size) * (size / 8 + 1) + 1 + (x >> 3)] ?? 0
    return index % 4 === 3 || (byte >> (7 - (x & 7))) & 1 ? 255 : 0
  })
  return decodeQR({ width: size, height: size, data })
}

test('an unknown path is answered in the form of Midtrans, and methods that are not played are called so', async () => {
  for (const path of ['/v2/token', '/v1/subscriptions', '/iris/api/v1/payouts', '/snap/v1/nothing']) {
    expect(await sandbox.call('POST', path)).toMatchObject({
      status: 404,
      body: { status_code: '404', status_message: expect.stringContaining('not simulated by this sandbox') },
    })
  }
  expect(await sandbox.create('CARD', { enabled_payments: ['credit_card'] })).toMatchObject({
    status: 402,
    body: { error_messages: ['enabled_payments: not simulated by this sandbox'] },
  })
})
