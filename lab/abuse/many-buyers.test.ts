/** Many buyers behind one address, such as that of a mobile provider: none of them is refused while the server keeps up. */
import http from 'node:http'
import https from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeUser } from '../../server/src/testing/make-user.ts'
import { startShopProcess } from '../../server/src/testing/shop-process.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'
import { domain, hasProxy, type ProxyName, startProxy } from '../operate/proxies.ts'
import { memoryMb } from './measure.ts'

const buyers = 5_000
/** How many of them wait for an answer at a time, but for the moment in which all ask at once. */
const atOnce = 50

const shop = useTestDb()

/** For each buyer a connection of its own, which stays open. */
function connectionsTo(url: string, certificate: string | undefined) {
  const library = certificate === undefined ? http : https
  const agents = Array.from(
    { length: buyers },
    () =>
      new library.Agent({
        keepAlive: true,
        maxSockets: 1,
        ...(certificate && { ca: certificate, servername: domain }),
      }),
  )
  return (buyer: number, path: string, headers: Record<string, string>) =>
    new Promise<string>((resolve) => {
      const options = { agent: agents[buyer], headers: { ...headers, host: domain } }
      const attempt = () => {
        const sent = library.get(url + path, options, (response) =>
          response.resume().once('end', () => resolve(`${response.statusCode}`)),
        )
        // As browsers do: nginx closes a connection that was not used for 75 s.
        sent.once('error', (error) => (sent.reusedSocket ? attempt() : resolve(error.message)))
      }
      attempt()
    })
}

async function open(proxyName: ProxyName | undefined) {
  const server = await startShopProcess(shop.connection, { TRUST_PROXY: '127.0.0.1' })
  onTestFinished(async () => void (await server.kill()))
  if (!proxyName) return { server, url: server.origin, certificate: undefined }
  const proxy = await startProxy(proxyName, [new URL(server.origin).host])
  onTestFinished(() => proxy.stop())
  return { server, url: `https://127.0.0.1:${proxy.httpsPort}`, certificate: proxy.certificate }
}

test.each<ProxyName | undefined>([undefined, 'nginx', 'caddy'])(
  '5,000 buyers behind one address (proxy: %s)',
  async (name) => {
    if (name && !hasProxy(name)) return
    const { server, url, certificate } = await open(name)
    const product = await makeProduct(shop.db)
    const users = await Promise.all(Array.from({ length: 100 }, () => makeUser(shop.db)))
    const ask = connectionsTo(url, certificate)
    const answers: Record<string, number> = {}
    const visit = async (buyer: number, path: string) => {
      const answer = await ask(
        buyer,
        path,
        path.startsWith('/api/') ? (users[buyer % users.length]?.headers ?? {}) : {},
      )
      answers[answer] = (answers[answer] ?? 0) + 1
    }

    let next = 0
    const startedAt = performance.now()
    const visitInTurn = async () => {
      for (let buyer = next++; buyer < buyers; buyer = next++) {
        for (const path of ['/', `/products/${product.id}`, '/api/carts', '/api/orders/me']) await visit(buyer, path)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, visitInTurn))
    console.log(
      name ?? 'direct',
      answers,
      `${Math.round(performance.now() - startedAt)} ms`,
      await memoryMb(server.pid),
    )
    // Through a proxy each of them needs a new connection to the shop: the moment is an overload of both.
    const together = name ? [] : ['/products', '/api/carts']
    for (const path of together) {
      const askedAt = performance.now()
      await Promise.all(Array.from({ length: buyers }, (_, buyer) => visit(buyer, path)))
      console.log(
        `all at once ${path}: ${Math.round(performance.now() - askedAt)} ms`,
        answers,
        await memoryMb(server.pid),
      )
    }
    expect(answers).toEqual({ 200: (4 + together.length) * buyers })
  },
  600_000,
)
