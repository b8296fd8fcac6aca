/** Sends random requests, made from the description of the API, and compares each answer with the description. */
import { createHash } from 'node:crypto'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { sendResetLinks } from '../accounts/send-reset-links.ts'
import { openSession } from '../accounts/sessions.ts'
import { minutes } from '../platform/clock.ts'
import type { TestShop as Shop } from './make-shop.ts'
import { makePicture } from './pictures.ts'
import { makeRandom } from './random.ts'
import { makeRequest, type Nameable, type Operation, type RandomRequest, type Route } from './random-requests.ts'
import { clientOf } from './shop-client.ts'

interface Answer {
  status: number
  type: string
  text: string
}

interface FuzzReport {
  statuses: Record<string, number>
  /** The number of 503 answers, by route and code. */
  unavailable: Record<string, number>
  /** The number of routes that succeeded at least once, and of all routes. */
  succeeded: string[]
  routes: string[]
  /** The faults, each with its number and the first request that showed it. */
  findings: string[]
}

/** Each request comes from another IP address, and no limit on them is reached. */
export const fuzzEnvironment = {
  TRUST_PROXY: '127.0.0.1',
  LOGIN_FAILURES_PER_EMAIL: '1000000',
}

const parallel = 8
const requestsPerStage = 500

/**
 * The same seed sends nearly the same requests, because ids come from the present state of the shop.
 * @param count  the number of requests
 */
export async function fuzz(shop: Shop, { seed, count }: { seed: number; count: number }): Promise<FuzzReport> {
  const description = (await (await fetch(`${shop.origin}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  const routes = routesOf(description)
  const check = checker(description)
  const stage = await Stage.open(shop)
  const agent = new Agent({ keepAlive: true, maxSockets: parallel })
  const findings = new Map<string, { times: number; example: string }>()
  const count503 = new Map<string, number>()
  const statuses = new Map<string, number>()
  const succeeded = new Set<string>()
  let next = 0

  async function one(index: number): Promise<void> {
    const random = makeRandom(seed * 1_000_003 + index)
    const route = random.pick(routes)
    const caller = random.pick(['anonymous', 'ani', 'ani', 'budi', 'admin', 'admin', 'admin'] as const)
    const request = makeRequest(random, route, stage, caller)
    const name = `${route.method} ${route.path}`
    const answer = await send(shop.origin, request, agent)
    const problem = answer instanceof Error ? `no answer: ${answer.message}` : check(route, answer)
    if (problem !== undefined) {
      const key = `${name}: ${problem}`
      const found = findings.get(key)
      const example = JSON.stringify({ seed, index, caller, ...request, body: request.body?.toString().slice(0, 300) })
      findings.set(key, { times: (found?.times ?? 0) + 1, example: found?.example ?? example })
    }
    if (answer instanceof Error) return
    increment(statuses, String(answer.status))
    if (answer.status < 300) succeeded.add(name)
    if (answer.status === 503) increment(count503, `${name} ${/"code":"(\w+)"/.exec(answer.text)?.[1]}`)
    await stage.after(route, answer, caller)
  }

  for (let batch = 0; batch < count; batch += requestsPerStage) {
    await stage.renew()
    const end = Math.min(batch + requestsPerStage, count)
    const worker = async () => {
      while (next < end) await one(next++)
    }
    await Promise.all(Array.from({ length: parallel }, worker))
  }
  agent.destroy()
  return {
    statuses: Object.fromEntries(statuses),
    unavailable: Object.fromEntries(count503),
    succeeded: [...succeeded],
    routes: routes.map(({ method, path }) => `${method} ${path}`),
    findings: [...findings].map(([key, { times, example }]) => `${times} times ${key}\n  ${example}`),
  }
}

const increment = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

function routesOf({ paths }: { paths: Record<string, Record<string, Operation>> }): Route[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
}

/** @returns a function that names the difference of an answer from its description; undefined if there is none */
function checker(description: object) {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  addFormats.default(ajv)
  ajv.addSchema(description, 'api')
  const validators = new Map<string, ValidateFunction | undefined>()
  const pointer = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

  return ({ method, path, responses }: Route, { status, type, text }: Answer): string | undefined => {
    if (status >= 500 && status !== 503) return `${status}`
    const described = responses[status]
    if (!described) return `the status ${status} is not described: ${text.slice(0, 120)}`
    const content = Object.keys(described.content ?? {}).find((one) => type.startsWith(one))
    if (content === undefined) return `${status} has the type ${type}`
    if (content !== 'application/json') return undefined
    const reference = [path, method.toLowerCase(), 'responses', String(status), 'content', content, 'schema']
    const ref = `api#/paths/${reference.map((key) => encodeURIComponent(pointer(key))).join('/')}`
    if (!validators.has(ref)) validators.set(ref, ajv.getSchema(ref))
    const validate = validators.get(ref)
    if (!validate) return `${status} has no schema`
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      return `${status} is not JSON`
    }
    if (validate(body)) return undefined
    return `${status} is not as described: ${ajv.errorsText(validate.errors)} ${text.slice(0, 120)}`
  }
}

/** The accounts and things that requests name, so that many of them are not refused. */
class Stage implements Nameable {
  readonly #shop: Shop
  readonly #people: People
  readonly picture: Buffer
  readonly #tokens = new Map<string, string>()
  ids: Nameable['ids'] = {
    products: [],
    carts: [],
    orders: [],
    notifications: [],
    tickets: [],
    mailed: [],
  }

  private constructor(shop: Shop, people: People, picture: Buffer) {
    this.#shop = shop
    this.#people = people
    this.picture = picture
  }

  static async open(shop: Shop): Promise<Stage> {
    return new Stage(shop, await peopleOf(shop), await makePicture({ width: 20, height: 20 }))
  }

  get emails() {
    return Object.values(this.#people).map(({ email }) => email)
  }

  tokenOf(caller: string): string {
    return this.#tokens.get(caller) ?? ''
  }

  /** Requests use up the shop's stock, orders that can be shipped, and sessions. They may also have closed the shop. */
  async renew(): Promise<void> {
    const { db, settings } = this.#shop
    await db.updateTable('shop_settings').set({ settings: '{}' }).execute()
    await settings.reload()
    const { ani, budi } = this.#people
    for (const [name, { id }] of Object.entries(this.#people)) {
      this.#tokens.set(name, await openSession(db, id, this.#shop.clock()))
    }
    for (let i = 0; i < 3; i += 1) await this.#shop.product({ stock: 1_000 })
    for (const [name, account] of Object.entries({ ani, budi })) {
      const buyer = clientOf(
        { ...account, headers: { authorization: `Bearer ${this.tokenOf(name)}` } },
        this.#shop.origin,
      )
      await db.deleteFrom('cart_items').where('user_id', '=', buyer.id).execute()
      await this.#shop.unpaidOrder(buyer)
      await this.#shop.paidOrder(buyer)
      await this.#shop.orderPaidTooLate(buyer)
      await buyer.addToCart(await this.#shop.product(), 1)
    }
    await this.#shop.advanceClock(minutes(0.5))
    const idsOf = async (table: 'cart_items' | 'orders' | 'notifications', column: string) => {
      const { rows } = await this.#shop.pool.query(`select id from ${table} order by ${column} desc limit 20`)
      return rows.map(({ id }) => String(id))
    }
    const products = await db
      .selectFrom('products')
      .select('id')
      .where('archived_at', 'is', null)
      .orderBy('created_at', 'desc')
      .limit(20)
      .execute()
    this.ids = {
      products: products.map(({ id }) => id),
      carts: await idsOf('cart_items', 'created_at'),
      orders: await idsOf('orders', 'order_time'),
      notifications: await idsOf('notifications', 'created_at'),
      tickets: this.ids.tickets.slice(-5),
      mailed: await this.#mailedTokens(),
    }
  }

  /** The tokens of the newest links, for new passwords and for former e-mails. */
  async #mailedTokens(): Promise<string[]> {
    const { db, clock, origin } = this.#shop
    const sender = { shopName: 'Camilan', publicUrl: origin }
    await sendResetLinks({ db, sender, clock }, new AbortController().signal)
    const mails = db.selectFrom('mail_outbox').select('text').orderBy('created_at', 'desc').limit(10)
    return (await mails.execute()).flatMap(({ text }) => /token=(\S+)/.exec(text ?? '')?.[1] ?? [])
  }

  signed(orderId: string): Record<string, string> {
    const signed = { order_id: orderId, status_code: '200', gross_amount: '46000.00' }
    const text = Object.values(signed).join('') + this.#shop.serverKey
    return {
      ...signed,
      signature_key: createHash('sha512').update(text).digest('hex'),
      transaction_status: 'settlement',
    }
  }

  async after({ path }: Route, { status, text }: Answer, caller: string): Promise<void> {
    if (status === 401 && caller !== 'anonymous') {
      const { id } = this.#people[caller as keyof People]
      this.#tokens.set(caller, await openSession(this.#shop.db, id, this.#shop.clock()))
    }
    if (path.endsWith('/orders/export') && status === 200) {
      this.ids.tickets.push(/export\/([\w-]+)/.exec(text)?.[1] ?? '')
    }
  }
}

const peopleOf = async (shop: Shop) => ({
  ani: await shop.customer(),
  budi: await shop.customer(),
  admin: await shop.admin(),
})

type People = Awaited<ReturnType<typeof peopleOf>>

function send(origin: string, request: RandomRequest, agent: Agent): Promise<Answer | Error> {
  const { method, url, headers, body } = request
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = httpRequest(`${origin}/`, { path: url, method, headers: { ...headers, ...length }, agent })
    sent.setTimeout(60_000, () => sent.destroy(new Error('no answer within 60 s')))
    // The server closes a connection after some answers, while the next request may be under way.
    sent.once('error', (error) => resolve(sent.reusedSocket ? send(origin, request, agent) : error))
    sent.once('response', (response) => read(response).then(resolve, resolve))
    sent.end(body)
  })
}

async function read(response: IncomingMessage): Promise<Answer> {
  const { statusCode: status = 0, headers } = response
  const type = headers['content-type'] ?? ''
  if (type.startsWith('text/event-stream')) {
    response.destroy()
    return { status, type, text: '' }
  }
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const encoding = headers['content-encoding']
  const plain = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
  return { status, type, text: plain.toString() }
}
