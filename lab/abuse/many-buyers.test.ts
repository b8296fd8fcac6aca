/** Many buyers behind one address, such as that of a mobile provider. None of them is refused while the server keeps up. */
import http from 'node:http'
import https from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import { makeProduct } from '../../server/src/testing/make-product.ts'
import { makeUser } from '../../server/src/testing/make-user.ts'
import { startShopProcess } from '../../server/src/testing/shop-process.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'
import { memoryMb } from '../bench/process-use.ts'
import { domain, hasProxy, type ProxyName, startProxy } from '../operate/proxies.ts'

const buyers = 5_000
/** The number of buyers who wait for an answer at a time, except when all ask at once. */
const atOnce = 50

const shop = useTestDb()

/** A connection for each buyer, which stays open. */
function connectionsTo(url: string, ca?: string) {
  const library = ca ? https : http
  const options = { keepAlive: true, maxSockets: 1, ...(ca && { ca, servername: domain }) }
  const agents = Array.from({ length: buyers }, () => new library.Agent(options))
  return (buyer: number, path: string, headers: Record<string, string>) =>
    new Promise<string>((resolve) => {
      const attempt = () => {
        const sent = library.get(
          url + path,
          { agent: agents[buyer], headers: { ...headers, host: domain } },
          (answer) => answer.resume().once('end', () => resolve(`${answer.statusCode}`)),
        )
        // As browsers do, because nginx closes a connection that was not used for 75 s.
        sent.once('error', (error) => (sent.reusedSocket ? attempt() : resolve(error.message)))
      }
      attempt()
    })
}

async function open(name: ProxyName | undefined, origin: string) {
  if (!name) return connectionsTo(origin)
  const proxy = await startProxy(name, [new URL(origin).host])
  onTestFinished(() => proxy.stop())
  return connectionsTo(`https://127.0.0.1:${proxy.httpsPort}`, proxy.certificate)
}

test.each<ProxyName | undefined>([undefined, 'nginx', 'caddy'])(
  '5,000 buyers behind one address (proxy: %s)',
  async (name) => {
    if (name && !hasProxy(name)) return
    const server = await startShopProcess(shop.connection, { TRUST_PROXY: '127.0.0.1' })
    onTestFinished(async () => void (await server.kill()))
    const ask = await open(name, server.origin)
    const product = await makeProduct(shop.db)
    const users = await Promise.all(Array.from({ length: 100 }, () => makeUser(shop.db)))
    const answers: Record<string, number> = {}
    const visit = async (buyer: number, path: string) => {
      const headers = path.startsWith('/api/') ? users[buyer % users.length]?.headers : undefined
      const answer = await ask(buyer, path, headers ?? {})
      answers[answer] = (answers[answer] ?? 0) + 1
    }

    let next = 0
    const visitInTurn = async () => {
      for (let buyer = next++; buyer < buyers; buyer = next++) {
        for (const path of ['/', `/products/${product.id}`, '/api/carts', '/api/orders/me']) await visit(buyer, path)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, visitInTurn))
    // Through a proxy each of them needs a new connection to the shop, which overloads both for a moment.
    const together = name ? [] : ['/products', '/api/carts']
    for (const path of together) await Promise.all(Array.from({ length: buyers }, (_, buyer) => visit(buyer, path)))
    console.log(name ?? 'direct', answers, await memoryMb(server.pid))
    expect(answers).toEqual({ 200: (4 + together.length) * buyers })
  },
  600_000,
)
