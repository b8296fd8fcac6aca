/**
 * Random requests that are made from the description of the API, and each answer compared with the description.
 * `FUZZ_SEED` chooses other requests, `FUZZ_COUNT=50000` their number. The same seed sends nearly the same requests, because
 * ids come from the present state of the shop.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sendResetLinks } from './people/recovery/send-reset-links.ts'
import { openSession } from './people/sessions/sessions.ts'
import { minutes } from './platform/clock.ts'
import { formOf } from './testing/forms.ts'
import { signedNotification } from './testing/gateway-notification.ts'
import { useShop } from './testing/make-shop.ts'
import { makePicture } from './testing/pictures.ts'
import { type RandomRequest, type Route, requestTo, type Stage } from './testing/random-requests.ts'
import { resetSettings } from './testing/settings.ts'
import type { Customer } from './testing/shop-client.ts'

// Each request comes from another IP address, and no limit on them is reached.
const environment = { TRUST_PROXY: '127.0.0.1', LOGIN_FAILURES_PER_EMAIL: '1000000' }
const shop = useShop({ environment, logger: { level: 'error' } })
const { FUZZ_SEED = 11, FUZZ_COUNT = 1_500 } = process.env
const parallel = 8
const requestsPerStage = 500

test(`${FUZZ_COUNT} random requests are answered as in the description of the API, and never with a failure of the server`, async () => {
  const { routes, problemOf } = await readDescription()
  const findings = new Map<string, object>()
  const succeeded = new Set<string>()
  for (let sent = 0; sent < Number(FUZZ_COUNT); sent += requestsPerStage) {
    const { people, ...stage } = await setStage()
    const { ani, budi, admin } = people
    // Requests with a body have the most ways to be wrong; a caller who may not send one is refused before anything is read.
    const calls = routes.map((route) => {
      const [most, other] = route.path.includes('/admin/') ? [admin, ani] : [ani, admin]
      const caller = fc.constantFrom(most, most, most, budi, other, undefined)
      const call = fc.record({ route: fc.constant(route), request: requestTo(route, stage), caller })
      return { weight: route.requestBody ? 3 : 1, arbitrary: call }
    })
    const numRuns = Math.min(requestsPerStage, Number(FUZZ_COUNT) - sent)
    const waiting = fc.sample(fc.oneof(...calls), { seed: Number(FUZZ_SEED) + sent, numRuns })
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const { route, request, caller } = next
        const name = `${route.method} ${route.path}`
        const problem = await send(route, request, caller)
          .then((answer) => {
            if (answer.status < 300) succeeded.add(name)
            return problemOf(route, answer)
          })
          .catch(String)
        if (problem) findings.set(`${name}: ${problem}`, request)
      }
    }
    await Promise.all(Array.from({ length: parallel }, work))
  }
  expect([...findings]).toEqual([])
  expect(succeeded.size).toBeGreaterThan(50)
  // Only with the file that the description names.
  expect(succeeded).toContain('POST /api/admin/payment-report/preview')
}, 1_800_000)

test('what has a meaning in SQL is a value in every parameter', async () => {
  const { routes, problemOf } = await readDescription()
  const admin = await shop.admin()
  const reading = routes.filter(({ method, parameters }) => method === 'GET' && parameters)
  const asked = reading.flatMap((route) => ["'", '"', '\\', "' or '1'='1"].map((text) => ({ route, text })))
  const problems = asked.map(async ({ route, text }) => {
    const names = route.parameters?.filter((parameter) => parameter.in === 'query').map(({ name }) => name) ?? []
    const query = new URLSearchParams(Object.fromEntries(names.map((name) => [name, text])))
    const url = `${route.path.replaceAll(/\{\w+\}/g, encodeURIComponent(text))}?${query}`
    const problem = problemOf(route, await send(route, { url, headers: {} }, admin))
    return problem ? [`${url}: ${problem}`] : []
  })
  expect((await Promise.all(problems)).flat()).toEqual([])
  expect(asked.length).toBeGreaterThan(100)
})

/** The routes, and the difference of an answer from its description. */
async function readDescription() {
  const text = await (await fetch(`${shop.origin}/api/openapi.json`)).text()
  const description = JSON.parse(text.replaceAll('"#/components/', '"api#/components/'))
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema(description, 'api')
  const paths: Record<string, Record<string, Route>> = description.paths
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, route]): Route => ({ ...route, method: method.toUpperCase(), path })),
  )
  function problemOf({ responses }: Route, { status, type, body }: Answer): string | undefined {
    const described = Object.entries(responses[status]?.content ?? {}).find(([one]) => type.startsWith(one))
    if (status === 500 || !described) return `${status} with the type ${type}: ${body.slice(0, 120)}`
    const [known, { schema }] = described
    if (known !== 'application/json' || ajv.validate(schema, JSON.parse(body))) return undefined
    return `${status} is not as described: ${ajv.errorsText()} ${body.slice(0, 120)}`
  }
  return { routes, problemOf }
}

/** Requests use up the shop's stock, orders that can be shipped, and accounts. They may also have closed the shop. */
async function setStage(): Promise<Stage & { people: Record<'ani' | 'budi' | 'admin', Customer> }> {
  const { db, clock, origin } = shop
  await resetSettings(shop)
  const people = { ani: await shop.customer(), budi: await shop.customer(), admin: await shop.admin() }
  for (let i = 0; i < 3; i += 1) await shop.product({ stock: 1_000 })
  for (const buyer of [people.ani, people.budi]) {
    await shop.unpaidOrder(buyer)
    await shop.paidOrder(buyer)
    await shop.orderPaidTooLate(buyer)
    await buyer.addToCart(await shop.product(), 1)
  }
  await shop.advanceClock(minutes(0.5))
  await shop.ask('POST', '/auth/forgot-password', { body: { email: people.ani.email } })
  await sendResetLinks({ db, sender: { shopName: 'Camilan', publicUrl: origin }, clock }, new AbortController().signal)
  const exported = await people.admin.ask<{ url: string }>('POST', '/admin/orders/export')
  const newest = async (query: string) => {
    const { rows } = await shop.pool.query<{ id: string }>(`select ${query} desc limit 20`)
    return rows.map(({ id }) => String(id))
  }
  const orders = await newest('id from orders order by order_time')
  return {
    people,
    emails: Object.values(people).map(({ email }) => email),
    picture: new Blob([new Uint8Array(await makePicture({ width: 20, height: 20 }))]),
    ids: {
      orders,
      products: await newest('id from products where archived_at is null order by created_at'),
      carts: await newest('id from cart_items order by created_at'),
      notifications: await newest('id from notifications order by created_at'),
      refunds: await newest('id from payment_attempts order by created_at'),
      export: [exported.body.data.url.split('/').at(-1) ?? ''],
      token: await newest(`substring(text from 'token=(\\S+)') as id from mail_outbox order by created_at`),
    },
    notifications: orders.map((order_id) => signedNotification(shop.serverKey, { order_id })),
  }
}

interface Answer {
  status: number
  type: string
  body: string
}

/** With a new session, as some requests end it. */
async function send({ method }: Route, request: RandomRequest, caller?: Customer): Promise<Answer> {
  const { url, headers, form, body = null } = request
  const token = caller && (await openSession(shop.db, caller, shop.clock()))
  const ask = () =>
    fetch(shop.origin + url, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      body: form ? formOf(form) : body,
      redirect: 'manual',
      signal: AbortSignal.timeout(60_000),
    })
  // The server closes a connection after some answers, while the next request may be under way.
  const response = await ask().catch(ask)
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith('text/event-stream')) return { status: response.status, type, body: await response.text() }
  await response.body?.cancel()
  return { status: response.status, type, body: '' }
}
