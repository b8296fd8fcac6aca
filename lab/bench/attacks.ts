/** How fast the shop is for others while it is attacked: the list, a customer's orders, and the memory of the server. */
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { measure, memoryMb } from '../abuse/measure.ts'
import { type Attack, startAttack } from '../abuse/start-attack.ts'
import { admin, adminEnvironment, logIn, makeBuyer, makeProduct } from './bench-client.ts'
import { shopProcess } from './shop-process.ts'

const [seconds = 20] = process.argv.slice(2).map(Number)
const folder = await mkdtemp(path.join(tmpdir(), 'camilan-attacks-'))
const shop = await shopProcess({ DATA_DIR: folder, ...adminEnvironment })
const load = () =>
  loadavg()
    .map((average) => average.toFixed(1))
    .join(' ')

try {
  await shop.start()
  const { origin } = shop
  const seller = await logIn(origin, admin)
  for (let i = 0; i < 60; i += 1) await makeProduct(origin, seller, 10)
  const buyers = []
  for (let i = 0; i < 21; i += 1) buyers.push(await makeBuyer(origin, i))
  const [customer, ...uploaders] = buyers
  const probes = {
    list: { path: '/products' },
    'list of the API': { path: '/api/products' },
    'orders of a customer': { path: '/api/orders/me', ...(customer && { headers: customer.headers }) },
    'orders for the seller': { path: '/api/admin/orders', headers: seller },
  }
  const attacks: Record<string, Attack | undefined> = {
    'no attack': undefined,
    '200 slow senders': { kind: 'slow senders', origin, seconds, parallel: 200 },
    '20 uploads at once': { kind: 'uploads', origin, seconds, tokens: uploaders.map(({ token }) => token) },
    'login flood, 50 at once': { kind: 'login flood', origin, seconds, parallel: 50 },
    'login flood, 300 at once': { kind: 'login flood', origin, seconds, parallel: 300 },
    'page flood, 200 at once': { kind: 'page flood', origin, seconds, parallel: 200 },
  }
  for (const [name, attack] of Object.entries(attacks)) {
    const loadBefore = load()
    const memoryBefore = await memoryMb(shop.pid ?? 0)
    const answers = attack ? (await startAttack(attack)).answers : wait(seconds * 1_000, {})
    const felt = await measure(origin, probes, answers)
    console.log(`\n${name}: answers ${JSON.stringify(await answers)}`)
    console.log(
      `memory ${memoryBefore?.now} MB, then ${(await memoryMb(shop.pid ?? 0))?.now} MB; load ${loadBefore}, then ${load()}`,
    )
    console.table(felt)
  }
} finally {
  await shop.stop()
  await rm(folder, { recursive: true, force: true })
}
