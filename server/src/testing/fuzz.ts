/** Sends random requests that are made from the description of the API, and compares each answer with the description. */
import { createHash } from 'node:crypto'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { sendResetLinks } from '../accounts/send-reset-links.ts'
import { openSession } from '../accounts/sessions.ts'
import { minutes } from '../platform/clock.ts'
import { hostileBodies, hostileTexts, hostileValues, unstorableTexts } from './hostile-values.ts'
import type { useShop } from './make-shop.ts'
import { makePicture } from './pictures.ts'
import { makeRandom, type Random } from './random.ts'
import { clientOf } from './shop-client.ts'

export type Shop = ReturnType<typeof useShop>

interface Schema {
  type?: string
  format?: string
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  properties?: Record<string, Schema>
  required?: string[]
}

interface Content {
  content?: Record<string, { schema: Schema }>
}

interface Operation {
  parameters?: { name: string; in: 'path' | 'query'; schema: Schema }[]
  requestBody?: Required<Content>
  responses: Record<string, Content>
}

interface Route extends Operation {
  method: string
  path: string
}

interface Request {
  method: string
  /** With the parameters in their places, encoded. */
  url: string
  headers: Record<string, string>
  body?: string | Buffer | undefined
}

interface Answer {
  status: number
  type: string
  text: string
}

interface FuzzReport {
  /** How many answers had this status. */
  statuses: Record<string, number>
  /** How many answers were 503, by route and code. */
  unavailable: Record<string, number>
  /** How many routes answered with success at least once, of how many. */
  succeeded: string[]
  routes: string[]
  /** What is wrong, with how often and the first request that showed it. */
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
 * The same seed sends nearly the same requests: ids come from what the shop has at the moment.
 * @param count  how many requests
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

/** @returns a function that says what of an answer is not as described, undefined if nothing */
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

/** The accounts and things that requests name, so that many of them get further than to a refusal. */
class Stage {
  readonly #shop: Shop
  readonly #people: People
  readonly picture: Buffer
  readonly #tokens = new Map<string, string>()
  ids: Record<'products' | 'carts' | 'orders' | 'notifications' | 'tickets' | 'mailed', string[]> = {
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

  /** Requests use up what the shop has: stock, orders that can be shipped, sessions. */
  async renew(): Promise<void> {
    const { db } = this.#shop
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

  /** A notification that the gateway could send. */
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

function makeRequest(random: Random, route: Route, stage: Stage, caller: string): Request {
  const { method, path, parameters = [] } = route
  const value = (name: string, schema: Schema) =>
    random.chance(0.7) ? valid(random, name, schema, stage) : random.pick(hostileValues)
  const text = (name: string, schema: Schema) => textOf(value(name, schema))
  const inPath = path.replaceAll(/\{\w+\}/g, () => {
    const id = random.chance(0.8) ? random.pick([...idsFor(path, stage), 'tidak-ada']) : random.pick(hostileTexts)
    return encodeUri(id) || '-' // without an id it would be another route
  })
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && random.chance(0.5))
    .flatMap(({ name, schema }) => {
      const times = random.chance(0.05) ? 2 : 1
      return Array.from({ length: times }, () => `${encodeUri(name)}=${encodeUri(text(name, schema))}`)
    })
  if (random.chance(0.05))
    query.push(random.pick(['%', 'x=%zz', '=', '&&', 'a[b]=c', '__proto__=1', `q=${'x'.repeat(5_000)}`]))
  const { type, body } = makeBody(random, route, stage)
  const headers: Record<string, string> = { 'x-forwarded-for': `10.${random.int(0, 255)}.${random.int(0, 255)}.1` }
  if (caller !== 'anonymous') headers.authorization = `Bearer ${stage.tokenOf(caller)}`
  if (random.chance(0.02))
    headers.authorization = random.pick(['Bearer', 'Bearer  x', 'Basic eDp4', 'Bearer \xff', ','])
  if (random.chance(0.1)) headers['idempotency-key'] = random.pick(['a', 'b', 'c', 'k'.repeat(300), '\xff', ','])
  if (random.chance(0.05)) headers.accept = random.pick(['', '*', 'text/html', 'application/json;q=0', 'x'.repeat(500)])
  if (random.chance(0.05)) headers['accept-encoding'] = random.pick(['', 'br', 'gzip;q=0', '*', 'x'])
  if (type !== undefined) headers['content-type'] = type
  return { method, url: inPath + (query.length > 0 ? `?${query.join('&')}` : ''), headers, body }
}

/** With the bytes of half a surrogate pair, which `encodeURIComponent` refuses; short enough for Node's limit of headers. */
const encodeUri = (text: string) =>
  encodeURIComponent(text.slice(0, 1_000).toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80')

/** Ids of the kind that the path has. */
function idsFor(path: string, { ids }: Stage): string[] {
  if (path.includes('{ticket}')) return ids.tickets
  const room = /\/(products|carts|orders|notifications|refunds)\//.exec(path)?.[1] ?? ''
  return room === 'refunds' ? ids.orders : ids[room as keyof typeof ids]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

const hostileKinds = [unstorableTexts, hostileTexts, hostileValues]

function makeBody(random: Random, { method, path, requestBody }: Route, stage: Stage) {
  if (method === 'GET') return {}
  if (random.chance(0.1)) {
    const [type, body] = random.pick(hostileBodies)
    return { type, body }
  }
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(requestBody?.content ?? {})
  if (type === '') return {}
  const genuine = path.endsWith('/payments/notification') && random.chance(0.5)
  const orders = stage.ids.orders
  const form: Record<string, unknown> = genuine ? stage.signed(random.pick([...orders, 'tidak-ada'])) : {}
  /** In most forms at most one field is invalid, or all would be refused for the first one. */
  const invalidFields = random.chance(0.6) ? (random.chance(0.5) ? 0 : 1) : 99
  let invalid = 0
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (genuine || name === 'image') continue
    const isRequired = schema.required?.includes(name)
    if (!random.chance(isRequired ? 0.95 : 0.5)) continue
    const isInvalid = invalid < invalidFields && random.chance(0.4)
    if (isInvalid) invalid += 1
    form[name] = isInvalid ? random.pick(random.pick(hostileKinds)) : valid(random, name, field, stage)
  }
  if (random.chance(0.05)) form[random.pick(['is_admin', 'id', 'price', 'x'.repeat(200)])] = random.pick(hostileValues)
  if (type === 'application/json') return { type, body: JSON.stringify(form) }
  return multipart(random, form, stage)
}

function multipart(random: Random, form: Record<string, unknown>, { picture }: Stage) {
  const parts: Buffer[] = []
  const part = (header: string, content: string | Buffer) =>
    parts.push(
      Buffer.from(`--batas\r\ncontent-disposition: form-data; ${header}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    )
  for (const [name, value] of Object.entries(form)) {
    part(`name="${name}"${random.chance(0.02) ? '; filename="teks.txt"' : ''}`, textOf(value))
    if (random.chance(0.02)) part(`name="${name}"`, 'kedua')
  }
  if (random.chance(0.02)) part('name="image"; filename="foto.png"', picture)
  if (random.chance(0.1))
    part('name="image"; filename="foto.png"', random.pick(['', 'bukan gambar', picture.subarray(0, 60)]))
  if (random.chance(0.05)) part('name="image"', 'https://contoh.id/foto.png')
  if (random.chance(0.97)) parts.push(Buffer.from('--batas--\r\n'))
  return { type: 'multipart/form-data; boundary=batas', body: Buffer.concat(parts) }
}

/** A value that the schema accepts, and that means something to the shop where it can. */
function valid(random: Random, name: string, schema: Schema, stage: Stage): unknown {
  const known: Record<string, readonly unknown[]> = {
    product_id: stage.ids.products,
    order_id: stage.ids.orders,
    token: stage.ids.mailed,
    ids: [stage.ids.orders.slice(0, 2), stage.ids.orders.slice(3, 8)],
    email: [...stage.emails, `baru${random.int(0, 1_000_000)}@contoh.id`],
    phone: ['081234567890', '+62 812-3456-7890'],
    password: ['kata-sandi-uji', 'kata sandi lain'],
    current_password: ['kata-sandi-uji'],
    new_password: ['kata-sandi-uji'],
    other_costs: [6_000],
    expected_total: [46_000, null],
    quantity: [1, 2, 3, 1_000],
    query: ['keripik', 'tempe', 'a', 'pembeli'],
    page: ['1', '2', '1000000'],
    limit: ['1', '100', '1000'],
    days: ['1', '30', '366'],
    from: ['2026-11-19'],
    to: ['2026-11-21'],
    price: ['25000', '1', '100000000'],
    stock: schema.enum ? schema.enum : ['0', '5', '1000000'],
  }
  const values = known[name]
  if (values && values.length > 0) return random.pick(values)
  if (schema.enum) return random.pick(schema.enum)
  if (schema.anyOf) return valid(random, name, random.pick(schema.anyOf), stage)
  if (schema.type === 'null') return null
  if (schema.type === 'number' || schema.type === 'integer') return random.int(1, 100)
  if (schema.type === 'array') return [valid(random, '', schema.items ?? {}, stage)]
  if (schema.pattern?.includes('\\d+')) return String(random.int(0, 1_000))
  const length = random.int(schema.minLength ?? 0, Math.min(schema.maxLength ?? 40, 5_000))
  return 'Jl. Melati nomor satu; ramai & dekat pasar — 100%. '.repeat(length / 50 + 1).slice(0, length)
}

function send(origin: string, request: Request, agent: Agent): Promise<Answer | Error> {
  const { method, url, headers, body } = request
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = httpRequest(`${origin}/`, { path: url, method, headers: { ...headers, ...length }, agent })
    sent.setTimeout(60_000, () => sent.destroy(new Error('no answer within 60 s')))
    // The server closes a connection after some answers, while the next request may be on its way.
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
