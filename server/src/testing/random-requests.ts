/** Random requests, made from the description of the API. Many are valid for the shop, others are hostile. */
import fc, { type Arbitrary } from 'fast-check'
import type { FormFields } from './forms.ts'
import { hostileBodies, hostileTexts, hostileValues, unstorableTexts } from './hostile-values.ts'
import { sqlPayloads } from './payloads.ts'

interface Schema {
  type?: string
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  minLength?: number
  maxLength?: number
  pattern?: string
  properties?: Record<string, Schema>
  required?: string[]
}

interface Content {
  content?: Record<string, { schema: Schema }>
}

/** An operation of the description. */
export interface Route {
  method: string
  path: string
  parameters?: { name: string; in: 'path' | 'query'; schema: Schema }[]
  requestBody?: Content
  responses: Record<string, Content>
}

interface Body {
  type?: string
  body?: string | Buffer
  /** Instead of a type and a body. */
  form?: FormFields
}

export interface RandomRequest extends Body {
  /** With the parameters in their places, encoded. */
  url: string
  headers: Record<string, string>
}

/** The accounts and things that requests name. */
export interface Stage {
  emails: string[]
  picture: Blob
  /** By the part of the path that comes before them; `token` are those of mails. */
  ids: Record<'products' | 'carts' | 'orders' | 'notifications' | 'refunds' | 'export' | 'token', string[]>
  /** What the gateway could send. */
  notifications: object[]
}

const weighted = <First, Second>(weight: number, first: Arbitrary<First>, rest: Arbitrary<Second>) =>
  fc.oneof({ weight, arbitrary: first }, { weight: 100 - weight, arbitrary: rest })
const hostile = fc.oneof(
  fc.constantFrom(...unstorableTexts),
  fc.constantFrom(...sqlPayloads),
  fc.constantFrom(...hostileTexts, ...hostileValues),
)
const oddQueries = ['%', 'x=%zz', '=', '&&', 'a[b]=c', '__proto__=1', `q=${'x'.repeat(5_000)}`]
const byte = fc.nat(255)
const address = fc.tuple(byte, byte).map(([a, b]) => ({ 'x-forwarded-for': `10.${a}.${b}.1` }))
const headers: Arbitrary<object> = fc.constantFrom(
  ...['Bearer', 'Bearer  x', 'Basic eDp4', 'Bearer \xff', ','].map((authorization) => ({ authorization })),
  ...['a', 'a', 'a', 'b', 'b', 'b', 'k'.repeat(300), '\xff', ','].map((key) => ({ 'idempotency-key': key })),
  ...['', '*', 'text/html', 'application/json;q=0', 'x'.repeat(500)].map((accept) => ({ accept })),
  ...['', 'br', 'gzip;q=0', '*', 'x'].map((encoding) => ({ 'accept-encoding': encoding })),
)

export function requestTo(route: Route, stage: Stage): Arbitrary<RandomRequest> {
  const kind = route.path.split('/').findLast((part) => part in stage.ids) as keyof Stage['ids']
  const ids = [...(stage.ids[kind] ?? []), 'tidak-ada']
  const id = weighted(80, fc.constantFrom(...ids), fc.constantFrom(...hostileTexts))
  return fc
    .tuple(id, queryOf(route, stage), address, weighted(20, headers, fc.constant({})), bodyOf(route, stage))
    .map(([id, query, address, more, { type, ...body }]) => ({
      // Without an id it would be another route.
      url: route.path.replace(/\{\w+\}/, encodeUri(id) || '-') + (query.length > 0 ? `?${query.join('&')}` : ''),
      headers: { ...address, ...more, ...(type && { 'content-type': type }) },
      ...body,
    }))
}

/** With the bytes of half a surrogate pair, which `encodeURIComponent` refuses; short enough for Node's limit of headers. */
const encodeUri = (text: string) =>
  encodeURIComponent(text.slice(0, 1_000).toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80')

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

function queryOf({ parameters = [] }: Route, stage: Stage): Arbitrary<string[]> {
  const each = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => {
      const pair = weighted(70, valid(name, schema, stage), hostile).map(
        (value) => `${name}=${encodeUri(textOf(value))}`,
      )
      return weighted(95, fc.array(pair, { maxLength: 1 }), fc.tuple(pair, pair))
    })
  const odd = weighted(
    5,
    fc.constantFrom(...oddQueries).map((text) => [text]),
    fc.constant([]),
  )
  return fc.tuple(...each, odd).map((parts) => parts.flat())
}

function bodyOf({ method, path, requestBody }: Route, stage: Stage): Arbitrary<Body> {
  if (method === 'GET') return fc.constant({})
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(requestBody?.content ?? {})
  const names = [...Object.keys(schema.properties ?? {}), 'is_admin', 'id', 'x'.repeat(200)]
  // Most forms have few invalid fields, because otherwise the first one would hide the others.
  const invalid = fc.dictionary(fc.constantFrom(...names), hostile, { maxKeys: 2 })
  const form = fc.tuple(valid('', schema, stage), invalid).map(([fields, more]) => Object.assign({}, fields, more))
  const genuine = path.endsWith('/payments/notification') ? 50 : 0
  const own = weighted(genuine, fc.constantFrom(...stage.notifications), form).map((fields): Body => {
    if (type === '') return {}
    return type === 'application/json' ? { type, body: JSON.stringify(fields) } : { form: formFields(fields) }
  })
  return weighted(90, own, fc.constantFrom(...hostileBodies))
}

const formFields = (values: object): FormFields =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value instanceof Blob ? value : textOf(value)]),
  )

/** Values that the schema accepts, if possible some that the shop knows. */
function valid(name: string, schema: Schema, stage: Stage): Arbitrary<unknown> {
  const known = knownValues(stage)[name]
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (known) return fc.constantFrom(...known)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valid(name, one, stage)))
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([key, field]) => [key, valid(key, field, stage)] as const)
    return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
  }
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'number' || schema.type === 'integer') return fc.integer({ min: 1, max: 100 })
  if (schema.type === 'array') return fc.array(valid('', schema.items ?? {}, stage), { maxLength: 3 })
  if (schema.pattern?.includes('\\d+')) return fc.nat(1_000).map(String)
  const { minLength = 0, maxLength = 40 } = schema
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 5_000), size: 'max' })
}

const knownValues = ({ ids, emails, picture }: Stage): Record<string, readonly unknown[]> => ({
  product_id: [...ids.products, 'tidak-ada'],
  order_id: [...ids.orders, 'tidak-ada'],
  token: [...ids.token, 'tidak-ada'],
  ids: [ids.orders.slice(0, 2), ids.orders.slice(3, 8)],
  email: [...emails, ...emails.map((email) => `baru-${email}`)],
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
  stock: ['0', '5', '1000000'],
  file: [new Blob(['Order ID,Amount,Status\nA-1,46000,expire'])],
  image: [undefined, picture, new Blob(['bukan gambar']), picture.slice(0, 60), 'https://contoh.id/foto.png'],
})
