/** Every text of a form or of a JSON body comes in by contract/src/texts.ts. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { useShop } from './testing/make-shop.ts'

const bodies = new Map<string, z.core.$ZodType>()
function collectBodies(message: unknown): void {
  const { fastify: server } = message as { fastify: FastifyInstance }
  server.addHook('onRoute', ({ method, url, schema }) => {
    const { body, form = body } = (schema ?? {}) as { body?: z.core.$ZodType; form?: z.core.$ZodType }
    if (form) bodies.set(`${method} ${url.replace('/api', '')}`, form)
  })
}
subscribe('fastify.initialization', collectBodies)
afterAll(() => void unsubscribe('fastify.initialization', collectBodies))
useShop()

/** All texts in a schema, by the names of their fields. */
function textsIn(schema: z.core.$ZodType, name = ''): [string, z.core.$ZodType][] {
  const { def } = schema._zod as unknown as { def: Record<string, unknown> & { type: string } }
  if (def.type === 'string') return [[name, schema]]
  if (def.type === 'object') {
    const fields = Object.entries(def.shape as Record<string, z.core.$ZodType>)
    return fields.flatMap(([field, inner]) => textsIn(inner, name ? `${name}.${field}` : field))
  }
  const inside = ['innerType', 'in', 'out', 'left', 'right', 'element', 'valueType'].flatMap((part) => def[part] ?? [])
  return [...inside, ...((def.options as []) ?? [])].flatMap((inner) => textsIn(inner as z.core.$ZodType, name))
}

const comesInAsItIs = (schema: z.core.$ZodType) =>
  ['Kafe\u0301 77', 'Kue\u202e 7777', '\u3164Kue 77', 'Kue\0 7777'].some((text) => {
    const { success, data } = z.safeParse(schema, text)
    return success && data === text
  })

test('only passwords, files and what programs made come in as they are', () => {
  expect(bodies.size).toBeGreaterThan(60)
  const all = [...bodies].flatMap(([route, body]) => textsIn(body).map(([name, schema]) => ({ route, name, schema })))
  expect(all.length).toBeGreaterThan(150)
  const raw = all.filter(({ schema }) => comesInAsItIs(schema)).map(({ name }) => name)
  const names = {
    passwords: ['current_password', 'new_password', 'password'],
    // Only compared with what the shop has told.
    told: ['expected.address', 'expected.city', 'expected.phone', 'expected.recipient', 'expected_note'],
    identifiers: ['items.item_id', 'items.product_id', 'token'],
    // Only compared with the cells of the same table, and with the plan that the shop has told.
    imports: ['choices', 'choices.defaults', 'choices.words.code', 'choices.words.word', 'plan'],
    // Only numbers are read from them.
    steps: ['items.form.price_steps', 'price_steps'],
    // Their readers clean the cells, and check the numbers of columns.
    files: ['columns', 'csv'],
    // JSON, whose numbers and ids are checked.
    parts: ['items.form.parts', 'parts'],
    gateway: ['gross_amount', 'order_id', 'signature_key', 'status_code', 'transaction_id', 'transaction_status'],
  }
  expect([...new Set(raw)].sort()).toEqual(Object.values(names).flat().sort())
})
