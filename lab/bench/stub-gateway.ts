/** A payment gateway that answers at once, so that a measurement of orders is not one of the payment sandbox. */
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

const serverKey = 'SB-Mid-server-bench'

/** Each payment gets its token, and is settled whenever the shop asks for its status. */
export async function stubGateway() {
  const amounts = new Map<string, string>()
  const settled = (order_id: string) => ({
    order_id,
    status_code: '200',
    gross_amount: amounts.get(order_id) ?? '',
    currency: 'IDR',
    transaction_status: 'settlement',
  })
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const [, paid = ''] = /^\/v2\/([^/]+)\/status$/.exec(request.url ?? '') ?? []
    if (paid === '') {
      const { order_id, gross_amount } = JSON.parse(body).transaction_details
      amounts.set(order_id, `${gross_amount}.00`)
    }
    const created = { token: `token-${amounts.size}`, redirect_url: 'https://bayar.contoh.invalid/' }
    response.writeHead(paid ? 200 : 201, { 'content-type': 'application/json' })
    response.end(JSON.stringify(paid ? settled(paid) : created))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    environment: {
      MIDTRANS_SERVER_KEY: serverKey,
      MIDTRANS_CLIENT_KEY: 'SB-Mid-client-bench',
      MIDTRANS_SNAP_URL: origin,
      MIDTRANS_API_URL: origin,
    },
    /** The notification that this payment is settled. */
    notificationOf(orderId: string) {
      const { order_id, status_code, gross_amount, transaction_status } = settled(orderId)
      const signature_key = hash('sha512', order_id + status_code + gross_amount + serverKey)
      return { order_id, status_code, gross_amount, transaction_status, signature_key }
    },
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
