/** Random requests, made from the description of the API. Many are valid for the shop, others are hostile. */
import { hostileBodies, hostileTexts, hostileValues, unstorableTexts } from './hostile-values.ts'
import type { Random } from './random.ts'

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

export interface Operation {
  parameters?: { name: string; in: 'path' | 'query'; schema: Schema }[]
  requestBody?: Required<Content>
  responses: Record<string, Content>
}

export interface Route extends Operation {
  method: string
  path: string
}

export interface RandomRequest {
  method: string
  /** With the parameters in their places, encoded. */
  url: string
  headers: Record<string, string>
  body?: string | Buffer | undefined
}

/** The accounts and things that requests name. */
export interface Nameable {
  emails: string[]
  ids: Record<'products' | 'carts' | 'orders' | 'notifications' | 'tickets' | 'mailed', string[]>
  picture: Buffer
  tokenOf(caller: string): string
  /** A notification that the gateway could send. */
  signed(orderId: string): Record<string, string>
}

/** @param caller  the user of its session, or `anonymous` */
export function makeRequest(random: Random, route: Route, stage: Nameable, caller: string): RandomRequest {
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

function idsFor(path: string, { ids }: Nameable): string[] {
  if (path.includes('{ticket}')) return ids.tickets
  const room = /\/(products|carts|orders|notifications|refunds)\//.exec(path)?.[1] ?? ''
  return room === 'refunds' ? ids.orders : ids[room as keyof typeof ids]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

const hostileKinds = [unstorableTexts, hostileTexts, hostileValues]

function makeBody(random: Random, { method, path, requestBody }: Route, stage: Nameable) {
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
  /** Most forms have at most one invalid field, because otherwise the first one would hide the others. */
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

function multipart(random: Random, form: Record<string, unknown>, { picture }: Nameable) {
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

/** A value that the schema accepts, if possible one that the shop knows. */
function valid(random: Random, name: string, schema: Schema, stage: Nameable): unknown {
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
