/** A payment gateway that gives a token at once, so that a measurement of orders does not measure the payment sandbox. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export async function stubGateway() {
  let tokens = 0
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      tokens += 1
      const isToken = request.method === 'POST'
      const answer = isToken
        ? { token: `token-${tokens}`, redirect_url: 'https://bayar.contoh.invalid/' }
        : { status_code: '404', status_message: "Transaction doesn't exist." }
      response.writeHead(isToken ? 201 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    environment: {
      MIDTRANS_SERVER_KEY: 'SB-Mid-server-bench',
      MIDTRANS_CLIENT_KEY: 'SB-Mid-client-bench',
      MIDTRANS_SNAP_URL: origin,
      MIDTRANS_API_URL: origin,
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
