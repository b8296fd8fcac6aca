/** The shop's own statements of an order flow, recorded from the running shop, which `pg` alone runs again. */
import { hash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { orderForm } from '../../server/src/testing/shop-client.ts'
import { flowsAtOnce } from './flows.ts'
import type { SentStatement } from './inside-shop.ts'
import { forSeconds, type Load, openClient, prepare, repeat } from './load.ts'
import type { SeededShop } from './seeded-shop.ts'

/** A statement, with the positions of its values that differ in each flow. */
interface Recorded extends SentStatement {
  changing: number[]
}

interface RecordedFlow {
  /** Each has a connection of its own from the pool, as in the shop: a single statement, or a transaction. */
  groups: Recorded[][]
  /** The recorded ids of an order and its requests, which get new ones each time. */
  names: string[]
}

/** So many that each is run again only a few times. */
const count = 200

/** Record flows of many buyers. `run` runs them again with as many connections as the shop has. */
export async function openRecordedFlows(shop: SeededShop) {
  const flows: RecordedFlow[] = []
  for (let i = 0; i < count; i += 1) {
    // A statement of a job may fall between those of a flow.
    const both = [await recordFlow(shop, i), await recordFlow(shop, i)]
    const [shorter] = both.sort((a, b) => statementsIn(a) - statementsIn(b))
    if (shorter) flows.push(shorter)
  }
  const pool = new pg.Pool({ ...shop.connection, max: 10 })
  pool.on('error', () => {})
  let turn = 0
  const run = (seconds: number): Promise<Load> =>
    repeat(Array.from({ length: flowsAtOnce }), forSeconds(seconds), async () => {
      const flow = flows[turn++ % flows.length]
      if (flow) await runAgain(pool, flow)
      return []
    })
  return { run, statements: Math.min(...flows.map(statementsIn)), close: () => pool.end() }
}

const statementsIn = ({ groups }: RecordedFlow) => groups.flat().length

async function recordFlow({ first, flowBuyers, productIds }: SeededShop, buyer: number): Promise<RecordedFlow> {
  const { headers } = flowBuyers.at(-1 - buyer) ?? { headers: {} }
  const keys = [randomUUID(), randomUUID()]
  const client = await openClient(first.origin)
  const post = async (path: string, body: object, key = '') => {
    const all = { ...headers, 'idempotency-key': key }
    const answer = await client.ask(prepare(path, { method: 'POST', headers: all, body }))
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.body}`)
    return JSON.parse(String(answer.body)).data
  }
  await first.ask('record')
  await post('/api/carts', { product_id: productIds[buyer % productIds.length], quantity: 1 }, keys[0])
  const placed = await post('/api/orders', orderForm(), keys[1])
  const sent = await first.ask('recorded')
  client.close()
  const names = [...keys, placed.order_id, placed.snap_token]
  // The statement that sends events is left out, because requests share it.
  const own = sent.filter(({ text }) => !text.includes('pg_notify'))
  return { names, groups: groupsOf(own, names) }
}

function groupsOf(sent: SentStatement[], names: string[]): Recorded[][] {
  const groups: Recorded[][] = []
  let isOpen = false
  for (const statement of sent) {
    const changing = statement.values.flatMap((value, index) => (mentions(value, names) ? [index] : []))
    const recorded = { ...statement, changing }
    if (isOpen) groups.at(-1)?.push(recorded)
    else groups.push([recorded])
    if (/^(begin|commit)/i.test(statement.text)) isOpen = /^begin/i.test(statement.text)
  }
  return groups
}

/** The form in which the shop stores a key. */
const digest = (key: string) => hash('sha256', key, 'buffer')

function mentions(value: unknown, names: string[]): boolean {
  if (Array.isArray(value)) return value.some((part) => mentions(part, names))
  if (Buffer.isBuffer(value)) return names.some((name) => value.equals(digest(name)))
  return typeof value === 'string' && names.some((name) => value.includes(name))
}

async function runAgain(pool: pg.Pool, { groups, names }: RecordedFlow): Promise<void> {
  const renamed = names.map((name) => [name, randomUUID().slice(0, name.length)] as const)
  for (const group of groups) {
    const client = await pool.connect()
    for (const { text, values, name, changing } of group) {
      const present = values.map((value, index) => (changing.includes(index) ? replaced(value, renamed) : value))
      await client.query({ text, values: present, ...(name && { name }) })
    }
    client.release()
  }
}

function replaced(value: unknown, renamed: (readonly [name: string, by: string])[]): unknown {
  if (Array.isArray(value)) return value.map((part) => replaced(part, renamed))
  if (Buffer.isBuffer(value)) {
    const [, by] = renamed.find(([name]) => value.equals(digest(name))) ?? []
    return by === undefined ? value : digest(by)
  }
  if (typeof value !== 'string') return value
  return renamed.reduce((text, [name, by]) => text.replaceAll(name, by), value)
}
