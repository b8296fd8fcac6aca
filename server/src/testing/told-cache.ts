/** A real HTTP server that replaces a cache and records the requests that it gets. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from './free-port.ts'

export interface ToldCache {
  url: string
  told: { everything: boolean; paths: string[] }[]
  /** The headers of the last request. */
  headers(): IncomingMessage['headers']
  close(): Promise<void>
}

/** @param answer  is called with the number of the request, from 1 */
export async function openToldCache(
  answer: (response: ServerResponse, count: number) => unknown = (response) => response.writeHead(204).end(),
): Promise<ToldCache> {
  const told: ToldCache['told'] = []
  let headers: IncomingMessage['headers'] = {}
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    headers = { ':method': request.method, ':path': request.url, ...request.headers }
    told.push(JSON.parse(body))
    answer(response, told.length)
  })
  return {
    url: `http://127.0.0.1:${await listen(server)}/purge?key=rahasia`,
    told,
    headers: () => headers,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
