import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that passes requests on, counts them, and adds these headers to the answers. */
export async function startPassOn(to: string, addedHeaders: () => http.OutgoingHttpHeaders) {
  let count = 0
  const server = http.createServer((request, response) => {
    count += 1
    const { method = 'GET', url = '/', headers } = request
    const passed = http.request(`${to}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, { ...answer.headers, ...addedHeaders() })
      answer.pipe(response)
    })
    request.pipe(passed)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
