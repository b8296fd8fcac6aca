/** The permissions of every route, tried by every kind of caller. A new route fails until it has a line in the table. */

import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { errorStatuses } from '@camilan/contract/errors'
import { jakartaDay } from '@camilan/contract/jakarta'
import type { EnteredOrder } from '@camilan/contract/seller-orders'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFirstAdminLink } from './people/first-admin/first-admin-links.ts'
import { endDemoSessions } from './people/login/demo-accounts.ts'
import { needsSession } from './people/login/guards.ts'
import { makeRecoveryCodes } from './people/recovery/recovery-codes.ts'
import { sendResetLinks } from './people/recovery/send-reset-links.ts'
import { endSession, openSession } from './people/sessions/sessions.ts'
import { days, earlier } from './platform/clock.ts'
import { transact } from './platform/db/transact.ts'
import { type FormFields, formOf } from './testing/forms.ts'
import { signedNotification } from './testing/gateway-notification.ts'
import { startMailServer } from './testing/mail-server.ts'
import { productForm } from './testing/make-product.ts'
import { useShop } from './testing/make-shop.ts'
import { makeAdmin } from './testing/make-user.ts'
import { makePicture } from './testing/pictures.ts'
import { mailedTokens } from './testing/reset-mail.ts'
import type { Customer } from './testing/shop-client.ts'
import { storePicture } from './testing/store-picture.ts'

/** Of every server that this file opens: Fastify announces each before it has routes. */
const routes: { server: FastifyInstance; method: string; path: string }[] = []
function collectRoutes(message: unknown): void {
  const { fastify: server } = message as { fastify: FastifyInstance }
  server.addHook('onRoute', (options) => {
    const { method, url, config } = options
    if (config?.isOtherMethod) return // 405 and OPTIONS, for everybody
    routes.push(...[method].flat().map((one) => ({ server, method: one, path: url })))
    if (needsSession(options)) options.onRequest = [options.onRequest ?? [], announceAdmitted].flat()
  })
}
/** Called when the guard of a held request has admitted it. */
const whenAdmitted = new Map<unknown, () => void>()
const announceAdmitted = async ({ headers }: FastifyRequest) => whenAdmitted.get(headers['x-held'])?.()
subscribe('fastify.initialization', collectRoutes)
afterAll(() => void unsubscribe('fastify.initialization', collectRoutes))
const shop = useShop({ pages: true })
const routesOfShop = () => routes.filter(({ server }) => server === shop.server)

const customers = ['owner', 'other'] as const
const everyCaller = ['anonymous', ...customers, 'staf', 'admin'] as const
type Caller = (typeof everyCaller)[number]

interface Answer {
  status: number
  /** The code in the body of a refusal by the API. */
  code?: string
}

/** The parts of a request beside its method and path. */
interface Content {
  /** The values of the path's parameters, in their order. */
  path?: string[]
  query?: string
  json?: object
  form?: FormFields
  headers?: Record<string, string>
}

/** Makes a valid request for this user, to their own things or to those of the owner. */
type Prepare = (user: Customer) => Promise<Content> | Content

interface Access {
  may: readonly Caller[]
  success: number
  refused: (caller: Caller) => Answer
  prepare: Prepare
  /** A request without the key that a mail, a link or a signature contains. */
  prepareWithoutKey?: Prepare
}

const failure = (code: keyof typeof errorStatuses): Answer => ({ status: errorStatuses[code], code })
const nothing: Prepare = () => ({})
const withUnknownToken: Prepare = () => ({ json: { token: 'x'.repeat(43) } })
/** A request about a thing that is made for it. */
const about =
  (make: () => Promise<string>) =>
  (json?: object): Prepare =>
  async () => ({ path: [await make()], ...(json && { json }) })
const ofProduct = about(async () => (await shop.product()).id)
const ofUnpaidOrder = about(() => shop.unpaidOrder(people.owner))
const ofPaidOrder = about(() => shop.paidOrder(people.owner))
const ofLateOrder = about(() => shop.orderPaidTooLate(people.owner))

/** Everybody, with or without a session. */
const anyone = (success = 200, prepare = nothing): Access => ({
  may: everyCaller,
  success,
  prepare,
  refused: () => failure('UNAUTHENTICATED'),
})
/** Everybody who is logged in; each user sees only their own things. */
const user = (success = 200, prepare = nothing): Access => ({
  ...anyone(success, prepare),
  may: [...customers, 'staf', 'admin'],
})
/** Only the user who owns the thing. For all others, also staff and administrators, it does not exist. */
const owner = (success: number, prepare: Prepare): Access => ({
  may: ['owner'],
  success,
  prepare: () => prepare(people.owner),
  refused: (caller) => failure(caller === 'anonymous' ? 'UNAUTHENTICATED' : 'NOT_FOUND'),
})
/** Only administrators: every route of the administration that does not list staff. */
const admin = (success = 200, prepare = nothing): Access => ({
  may: ['admin'],
  success,
  prepare,
  refused: (caller) => failure(caller === 'anonymous' ? 'UNAUTHENTICATED' : 'FORBIDDEN'),
})
const staff = (success = 200, prepare = nothing): Access => ({ ...admin(success, prepare), may: ['staf', 'admin'] })
/** Everybody who holds a key, with or without a session. Nobody else. */
const holder = (
  success: number,
  refusal: keyof typeof errorStatuses,
  prepare: Prepare,
  prepareWithoutKey: Prepare,
): Access => ({ may: everyCaller, success, prepare, prepareWithoutKey, refused: () => failure(refusal) })
/** Everybody who has the link of an order. */
const linkHolder = (order: () => Promise<EnteredOrder> = enteredOrder) =>
  holder(200, 'NOT_FOUND', async () => ({ json: { token: (await order()).link.split('#')[1] } }), withUnknownToken)
const nobody: Access = { may: [], success: 200, prepare: nothing, refused: () => failure('NOT_FOUND') }

const report = new Blob(['Order ID,Amount,Status\nA-1,46000,expire'])
const unassigned = { method: null, fee: null, net: null, time: null, transaction_id: null }
const reportColumns = JSON.stringify({ order_id: 0, amount: 1, status: 2, ...unassigned })
const defaults = { category: 'KUE_KERING', packaging: 'BAL', weight: 'KG_1', stock: '1', description: 'Renyah.' }
const goods = () => ({
  file: new Blob([`Nama Produk,Harga\nOpak ${crypto.randomUUID()},25000`]),
  columns: JSON.stringify({ name: 0, price: 1 }),
  choices: JSON.stringify({ defaults, words: [], skip: [] }),
})

const promotion = { name: 'Promo', kind: 'percent', amount: 1 }
const priceList = { name: 'Reseller', tag: 'reseller', percent: 10 }
async function madeBy(kind: 'discounts' | 'vouchers' | 'price-lists', body: object): Promise<string[]> {
  const made = await people.admin.ask<{ id: string }>('POST', `/admin/${kind}`, { body })
  return [made.body.data.id]
}

const batchDays = { order_until: '2031-03-01', made_on: '2031-03-02', handed_over_on: '2031-03-03' }
const batch = async () => ({
  name: 'PO',
  ...batchDays,
  products: [{ product_id: (await shop.product()).id, quota: 9 }],
})
async function madeBatch(): Promise<{ id: string; products: { product_id: string }[] }> {
  return (
    await people.admin.ask<Awaited<ReturnType<typeof madeBatch>>>('POST', '/admin/batches', { body: await batch() })
  ).body.data
}
const ofBatch = about(async () => (await madeBatch()).id)
const ofPaidBatchOrder = about(async () => {
  const { id: batch_id, products } = await madeBatch()
  const body = { product_id: products[0]?.product_id, quantity: 1, batch_id }
  await people.owner.ask('POST', '/carts', { body })
  const id = (await people.owner.placeOrder()).body.data.order_id
  await shop.sandbox.pay(id)
  await shop.sandbox.webhookStatuses(id)
  return id
})

const table: Record<string, Access> = {
  // Strangers must not see the shop's figures, but these two say only whether it works.
  'GET /healthz': anyone(),
  'GET /readyz': anyone(),
  'GET /media/:file': anyone(200, () => ({ path: [picture] })),
  // The pages have no data of an account: the browser loads that from the API.
  'GET /*': anyone(),
  // It leads to the page.
  'POST /auth/*': anyone(200, () => ({ path: ['login'] })),
  'GET /assets/*': anyone(200, () => ({ path: [asset] })),
  'GET /og-placeholder.jpg': anyone(),
  'GET /favicon.ico': anyone(),
  'GET /apple-touch-icon.png': anyone(),
  'GET /icon-192.png': anyone(),
  'GET /icon-512.png': anyone(),
  'GET /icon-maskable-512.png': anyone(),
  'GET /manifest.webmanifest': anyone(),
  'GET /admin.webmanifest': anyone(),
  'GET /robots.txt': anyone(),
  'GET /sitemap.xml': anyone(),
  'GET /sitemaps/:part': anyone(200, () => ({ path: ['1'] })),
  'GET /sw.js': anyone(),

  'ANY /api': nobody,
  'ANY /api/*': nobody,
  'GET /api/openapi.json': anyone(),
  'GET /api/docs': anyone(),
  'GET /api/docs/json': anyone(),
  'GET /api/docs/yaml': anyone(),
  'GET /api/docs/static/index.html': anyone(),
  'GET /api/docs/static/swagger-initializer.js': anyone(),
  'GET /api/docs/static/*': anyone(200, () => ({ path: ['swagger-ui.css'] })),

  'POST /api/auth/register': anyone(201, () => ({ json: registration() })),
  'POST /api/auth/login': anyone(200, ({ email, password }) => ({ json: { email, password } })),
  'POST /api/auth/forgot-password': anyone(200, ({ email }) => ({ json: { email } })),
  'POST /api/auth/check-reset-link': anyone(200, withUnknownToken),
  'POST /api/auth/reset-password': holder(
    200,
    'VALIDATION',
    async () => ({ json: { token: await mailedResetToken(), password: 'kata-sandi-baru' } }),
    () => ({ json: { token: 'x'.repeat(43), password: 'kata-sandi-baru' } }),
  ),
  'POST /api/auth/recover': holder(
    200,
    'VALIDATION',
    async ({ email }) => ({ json: { email, code: await recoveryCodeOf(email), password: 'kata-sandi-baru' } }),
    ({ email }) => ({ json: { email, code: 'XXXX-XXXX-XXXX-XXXX', password: 'kata-sandi-baru' } }),
  ),
  'POST /api/auth/undo-email-change': holder(
    200,
    'VALIDATION',
    async () => ({ json: { token: await mailedUndoToken() } }),
    withUnknownToken,
  ),
  'POST /api/auth/check-first-admin-link': anyone(200, withUnknownToken),
  'POST /api/auth/first-admin': holder(
    201,
    'VALIDATION',
    async () => ({ json: { ...registration(), token: await firstAdminToken() }, headers: { origin: shop.origin } }),
    () => ({ json: { ...registration(), token: 'x'.repeat(43) }, headers: { origin: shop.origin } }),
  ),
  'POST /api/auth/check-invitation': anyone(200, withUnknownToken),
  'POST /api/auth/join-staff': holder(
    201,
    'VALIDATION',
    async () => ({ json: { ...registration(), token: await invitation() }, headers: { origin: shop.origin } }),
    () => ({ json: { ...registration(), token: 'x'.repeat(43) }, headers: { origin: shop.origin } }),
  ),
  // Administrators and staff have a role already.
  'POST /api/users/me/join-staff': {
    ...user(200, async () => ({ json: { token: await invitation() } })),
    may: customers,
    refused: (caller) => failure(caller === 'anonymous' ? 'UNAUTHENTICATED' : 'FORBIDDEN'),
  },
  'POST /api/auth/logout': user(),
  'DELETE /api/users/logout': user(),
  'GET /api/users/me': user(),
  'PUT /api/users/me': user(200, () => ({ form: { address: 'Jl. Melati 1' } })),
  'GET /api/users/me/addresses': user(),
  'POST /api/users/me/addresses': user(201, () => ({ json: addressForm })),
  'PUT /api/users/me/addresses/:id': owner(200, async (by) => ({ path: [await addressOf(by)], json: addressForm })),
  'DELETE /api/users/me/addresses/:id': owner(200, async (by) => ({ path: [await addressOf(by)] })),
  'GET /api/users/me/export': user(),
  'GET /api/users/me/sessions': user(),
  'DELETE /api/users/me/sessions': user(),
  'DELETE /api/users/me/sessions/:id': owner(200, async ({ id }) => ({ path: [await sessionOf(id)] })),
  'PUT /api/users/me/password': user(200, ({ password }) => ({
    json: { current_password: password, new_password: password },
  })),

  'GET /api/products': anyone(),
  'GET /api/products/home': anyone(),
  'GET /api/products/suggestions': anyone(),
  'GET /api/products/:id': anyone(200, ofProduct()),
  'GET /api/products/:id/similar': anyone(200, ofProduct()),

  'GET /api/places': anyone(200, () => ({ query: '?query=Depok' })),
  'GET /api/places/:code/services': anyone(200, () => ({ path: ['32.76'] })),

  'GET /api/carts': user(),
  'GET /api/carts/costs': user(),
  'GET /api/users/me/prices': user(),
  'GET /api/carts/payment-time': user(),
  'POST /api/carts': user(201, async () => ({ json: { product_id: (await shop.product()).id, quantity: 1 } })),
  'PUT /api/carts/:id': owner(200, async (by) => ({ path: [await cartLine(by)], json: { quantity: 2 } })),
  'DELETE /api/carts/:id': owner(200, async (by) => ({ path: [await cartLine(by)] })),

  'POST /api/orders': user(201, async (by) => {
    await cartLine(by)
    return { json: { address: 'Jl. Melati 1', other_costs: 6_000 } }
  }),
  'GET /api/opening': anyone(),
  'GET /api/orders/me': user(),
  'GET /api/orders/me/last-delivery': user(),
  'GET /api/orders/:id': owner(200, ofUnpaidOrder()),
  'POST /api/orders/:id/payment': owner(200, ofUnpaidOrder()),
  'POST /api/orders/:id/payment/change': owner(200, ofUnpaidOrder()),
  'POST /api/orders/:id/refresh': owner(200, ofUnpaidOrder()),
  'POST /api/orders/:id/cancel': owner(200, ofPaidBatchOrder()),
  'PUT /api/orders/:id/status': owner(200, ofUnpaidOrder({ status: 'DIBATALKAN' })),
  'POST /api/payments/notification': holder(
    200,
    'FORBIDDEN',
    () => ({ json: signedNotification(shop.serverKey) }),
    () => ({ json: signedNotification('SB-Mid-server-another') }),
  ),

  'GET /api/notifications': user(),
  'GET /api/notifications/stream': user(),
  'GET /api/notifications/push': user(),
  'PUT /api/notifications/push': user(200, () => ({
    json: {
      endpoint: `https://push.example/${crypto.randomUUID()}`,
      keys: { p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) },
      groups: [],
      quiet_from: null,
      quiet_to: null,
    },
  })),
  'DELETE /api/notifications/push': user(),
  'PUT /api/notifications/read-all': user(),
  'PUT /api/notifications/:id/read': owner(200, async (by) => ({ path: [await notificationId(by)] })),
  'DELETE /api/notifications/:id': owner(200, async (by) => ({ path: [await notificationId(by)] })),

  'GET /api/admin/settings/payment-keys': admin(),
  'PUT /api/admin/settings/payment-keys': admin(200, ({ password }) => ({ json: paymentKeys(password) })),
  'POST /api/admin/settings/payment-keys/remove': admin(200, ({ password }) => ({
    json: { current_password: password },
  })),
  'POST /api/admin/settings/payment-keys/check': admin(200, async ({ ask, password }) => {
    await ask('PUT', '/admin/settings/payment-keys', { body: paymentKeys(password) })
    return {}
  }),
  'GET /api/admin/batches': admin(),
  'POST /api/admin/batches': admin(201, async () => ({ json: await batch() })),
  'PUT /api/admin/batches/:id': admin(200, async () => ({ path: [(await madeBatch()).id], json: await batch() })),
  'DELETE /api/admin/batches/:id': admin(200, ofBatch()),
  'GET /api/admin/discounts': admin(),
  'POST /api/admin/discounts': admin(201, () => ({ json: promotion })),
  'PUT /api/admin/discounts/:id': admin(200, async () => ({
    path: await madeBy('discounts', promotion),
    json: promotion,
  })),
  'DELETE /api/admin/discounts/:id': admin(200, async () => ({ path: await madeBy('discounts', promotion) })),
  'GET /api/admin/price-lists': admin(),
  'POST /api/admin/price-lists': admin(201, () => ({ json: priceList })),
  'PUT /api/admin/price-lists/:id': admin(200, async () => ({
    path: await madeBy('price-lists', priceList),
    json: priceList,
  })),
  'DELETE /api/admin/price-lists/:id': admin(200, async () => ({ path: await madeBy('price-lists', priceList) })),
  'GET /api/admin/vouchers': admin(),
  'POST /api/admin/vouchers': admin(201, () => ({ json: { count: 1, ...promotion } })),
  'PUT /api/admin/vouchers/:id': admin(200, async () => ({
    path: await madeBy('vouchers', { count: 1, ...promotion }),
    json: promotion,
  })),
  'DELETE /api/admin/vouchers/:id': admin(200, async () => ({
    path: await madeBy('vouchers', { count: 1, ...promotion }),
  })),
  'GET /api/admin/zones': admin(),
  'PUT /api/admin/zones': admin(200, () => ({ json: { version: shop.settings.version(), zones: [] } })),
  'GET /api/admin/zones/csv': admin(),
  'PUT /api/admin/zones/csv': admin(200, () => ({ json: { csv: 'Daerah,Layanan\n', version: 0, preview: true } })),
  'GET /api/admin/settings/mail-server': admin(),
  'PUT /api/admin/settings/mail-server': admin(200, async ({ password }) => ({ json: await mailServer(password) })),
  'POST /api/admin/settings/mail-server/remove-password': admin(200, ({ password }) => ({
    json: { current_password: password },
  })),
  'POST /api/admin/settings/mail-server/test': admin(200, async ({ ask, password }) => {
    await ask('PUT', '/admin/settings/mail-server', { body: await mailServer(password) })
    return {}
  }),
  'GET /api/admin/recovery-codes': admin(),
  'POST /api/admin/recovery-codes': admin(200, ({ password }) => ({ json: { current_password: password } })),
  'GET /api/admin/users': admin(),
  'GET /api/admin/staff/invitations': admin(),
  'POST /api/admin/staff/invitations': admin(201, () => ({ json: { name: 'Dewi' } })),
  'DELETE /api/admin/staff/invitations/:id': admin(200, () => ({ path: [randomUUID()] })),
  'DELETE /api/admin/staff/:id': admin(200, async () => ({ path: [(await shop.staff()).id] })),
  'GET /api/admin/users/me': staff(),
  'PUT /api/admin/users/me': staff(200, () => ({ form: { address: 'Jl. Melati 1' } })),
  'GET /api/admin/products': staff(),
  'POST /api/admin/products': admin(201, () => ({ form: productForm })),
  'POST /api/admin/pictures': admin(201, async () => ({ form: { image: new Blob([await makePicture()]) } })),
  'GET /api/admin/products/:id': staff(200, ofProduct()),
  // Its other fields are for administrators: products/admin-routes.test.ts.
  'PUT /api/admin/products/:id': staff(200, async () => ({ path: [(await shop.product()).id], form: { stock: '1' } })),
  'PUT /api/admin/products/:id/group': admin(200, ofProduct({ product_ids: [] })),
  'DELETE /api/admin/products/:id': admin(200, ofProduct()),
  'POST /api/admin/products/:id/restore': admin(200, ofProduct()),
  'GET /api/admin/products/deleted': admin(),
  'GET /api/admin/products/prices': admin(),
  'DELETE /api/admin/products/prices/:id': admin(200, () => ({ path: [crypto.randomUUID()] })),
  'POST /api/admin/products/changes': staff(200, async () => ({
    json: { items: [{ id: (await shop.product()).id, form: { stock_change: '1' } }] },
  })),
  'POST /api/admin/products/:id/duplicate': admin(201, ofProduct()),
  'PUT /api/admin/products/order': admin(200, () => ({ json: { product_ids: [crypto.randomUUID()] } })),
  'GET /api/admin/products/imports': admin(),
  'POST /api/admin/products/imports/columns': admin(200, () => ({ form: { file: goods().file } })),
  'POST /api/admin/products/imports/plan': admin(200, () => ({ form: goods() })),
  'POST /api/admin/products/imports': admin(201, async () => ({ form: await plannedGoods() })),
  'POST /api/admin/products/imports/:id/publish': admin(200, async () => ({ path: [await importedGoods()] })),
  'POST /api/admin/products/imports/:id/pictures': admin(200, async () => ({ path: [await importedGoods()] })),
  'DELETE /api/admin/products/imports/:id': admin(200, async () => ({ path: [await importedGoods()] })),
  'GET /api/admin/products/csv': admin(),
  'POST /api/admin/products/csv': admin(200, () => ({
    json: { csv: `id,price\n${crypto.randomUUID()},1\n` },
  })),
  'GET /api/admin/products/:id/stock-history': staff(200, ofProduct()),
  'GET /api/admin/products/:id/audit': admin(200, ofProduct()),
  'GET /api/admin/orders': staff(),
  'GET /api/admin/orders/:id': staff(200, ofUnpaidOrder()),
  'GET /api/admin/orders/:id/audit': admin(200, ofUnpaidOrder()),
  'PUT /api/admin/orders/:id/status': staff(200, ofPaidOrder({ status: 'DIKIRIM' })),
  'POST /api/admin/orders/:id/refresh': admin(200, ofUnpaidOrder()),
  'POST /api/admin/orders/:id/cancel': admin(200, ofUnpaidOrder()),
  'POST /api/admin/orders/:id/refunds': admin(200, ofPaidOrder({ amount: 5_000, reason: 'Satu toples pecah' })),
  'PUT /api/admin/orders/:id/shipment': staff(200, async () => ({
    path: [await shippedOrder()],
    json: { courier: 'JNE' },
  })),
  'POST /api/admin/orders/:id/lower': admin(200, async () => {
    const path = [await shop.paidOrder(people.owner)]
    const { product } = (await people.owner.order(path[0] ?? '')).order_items[0] ?? {}
    return { path, json: { items: [{ product_id: product?.id, quantity: 1 }] } }
  }),
  'PUT /api/admin/orders/:id/delivery': staff(
    200,
    ofUnpaidOrder({ recipient: 'Ani', phone: '081234567890', address: 'Jl. Mawar 2', city: 'Bogor' }),
  ),
  'PUT /api/admin/orders/:id/note': staff(200, ofUnpaidOrder({ note: 'Titip tetangga' })),
  'POST /api/admin/orders/:id/release': admin(200, ofUnpaidOrder()),
  'POST /api/admin/orders/undo-shipments': staff(200, async () => ({ json: { ids: [await shippedOrder()] } })),
  'PUT /api/admin/orders/packed': staff(200, async () => ({
    json: { ids: [await shop.paidOrder(people.owner)], packed: true },
  })),
  'PUT /api/admin/orders/:id/packed': staff(200, ofPaidOrder({ packed: true })),
  'POST /api/admin/orders': staff(201, async () => ({ json: await sellerOrder() })),
  'POST /api/admin/orders/:id/link': admin(200, async () => ({ path: [(await enteredOrder()).order_id] })),
  'POST /api/admin/orders/:id/hand-payment': admin(200, async () => ({
    path: [(await enteredOrder()).order_id],
    json: { way: 'cash', amount: 50_000, day: jakartaDay(shop.clock()) },
  })),
  'PUT /api/admin/orders/:id/refund-account': admin(200, async () => ({
    path: [await enteredRefund()],
    json: bankAccount(people.admin),
  })),
  'POST /api/order-links/order': linkHolder(),
  'POST /api/order-links/payment': linkHolder(),
  'POST /api/order-links/payment/change': linkHolder(),
  'POST /api/order-links/refresh': linkHolder(),
  'POST /api/order-links/confirm': linkHolder(shippedEnteredOrder),
  'GET /api/admin/production': staff(),
  'PUT /api/admin/production/made': staff(200, async () => ({
    json: { product_id: (await shop.product()).id, weight: 'KG_1', packaging: 'BAL', made: 1 },
  })),
  'POST /api/admin/orders/ship': staff(200, async () => ({
    json: { orders: [{ id: await shop.paidOrder(people.owner) }] },
  })),
  'POST /api/admin/orders/export': admin(),
  'GET /api/admin/orders/export/:ticket': holder(
    200,
    'NOT_FOUND',
    async () => ({ path: [await ticket()] }),
    () => ({ path: ['x'.repeat(43)] }),
  ),
  'POST /api/admin/everything': admin(),
  'GET /api/admin/everything/:ticket': holder(
    200,
    'NOT_FOUND',
    async () => ({ path: [await everythingTicket()] }),
    () => ({ path: ['x'.repeat(43)] }),
  ),
  'POST /api/admin/backup': admin(200, ({ password }) => ({ json: { current_password: password } })),
  'GET /api/admin/backup/:ticket': holder(
    200,
    'NOT_FOUND',
    async () => ({ path: [await backupTicket()] }),
    () => ({ path: ['x'.repeat(43)] }),
  ),
  'PUT /api/orders/:id/refund-account': owner(200, async (by) => ofLateOrder(bankAccount(by))(by)),
  'GET /api/admin/money': admin(),
  'POST /api/admin/money/unmatched/:id/assign': admin(200, async () => ({
    path: [(await matter())[1]],
    json: { order_id: await shop.paidOrder(people.owner), note: 'Cocok' },
  })),
  'POST /api/admin/money/unmatched/:id/unassign': admin(200, async () => ({
    path: [await assignedPayment()],
    json: { note: 'Pesanan orang lain' },
  })),
  'POST /api/admin/money/:kind/:id/done': admin(200, async () => ({ path: await matter(), json: { note: 'Cocok' } })),
  'POST /api/admin/money/:kind/:id/undo': admin(200, async () => ({ path: await matter() })),
  'GET /api/admin/refunds': admin(),
  'POST /api/admin/payment-report/preview': admin(200, () => ({ form: { file: report } })),
  'POST /api/admin/payment-report': admin(200, () => ({ form: { file: report, columns: reportColumns } })),
  'POST /api/admin/payment-report/nothing-missing': admin(),
  'POST /api/admin/refunds/:id/done': admin(200, ofLateOrder({ note: 'Transfer' })),
  'POST /api/admin/refunds/:id/send': admin(200, async () => ({
    path: [await refundedOrder()],
    json: { current_password: people.admin.password },
  })),
  'POST /api/admin/refunds/:id/join': admin(200, async () => ({
    path: [await outsideRefund()],
    json: { note: 'Transfer' },
  })),
  'POST /api/admin/refunds/:id/allow': admin(200, async () => ({
    path: [await outsideRefund()],
    json: { note: 'Transfer' },
  })),
  'POST /api/admin/refunds/:id/accept': admin(200, async () => ({
    path: [await dueRefund()],
    json: { note: 'Transfer' },
  })),
  'POST /api/admin/refunds/:id/withdraw': admin(200, async () => ({ path: [await partRefund()] })),
  'POST /api/admin/refunds/:id/undo': admin(200, async () => ({ path: [await refundedOrder()] })),
  'GET /api/admin/dashboard': admin(),
  'GET /api/admin/report': admin(),
  'GET /api/admin/customers/:id': admin(200, async () => ({ path: [people.owner.id] })),
  'PUT /api/admin/customers/:id/note': admin(200, async () => ({
    path: [people.owner.id],
    json: { note: 'Tetangga', tags: ['reseller'] },
  })),
  'GET /api/shop': anyone(),
  'GET /api/admin/terms/:list': admin(200, () => ({ path: ['weights'] })),
  'POST /api/admin/terms/:list': admin(201, () => ({ path: ['packagings'], json: { label: randomUUID() } })),
  'PUT /api/admin/terms/:list': admin(200, () => ({ path: ['weights'], json: { codes: ['KG_2'] } })),
  'PUT /api/admin/terms/:list/:code': admin(200, () => ({ path: ['packagings', 'BAL'], json: { is_visible: true } })),
  'DELETE /api/admin/terms/:list/:code': admin(200, async () => {
    const { body } = await people.admin.ask<{ code: string }>('POST', '/admin/terms/packagings', {
      body: { label: randomUUID() },
    })
    return { path: ['packagings', body.data.code] }
  }),
  'GET /api/admin/settings': admin(),
  'PUT /api/admin/settings': admin(200, () => ({ json: { version: shop.settings.version() } })),
  'PUT /api/admin/settings/logo': admin(200, settingPicture),
  'PUT /api/admin/settings/hero-picture': admin(200, settingPicture),
  'PUT /api/admin/settings/seller-photo': admin(200, settingPicture),
  'PUT /api/admin/settings/season-picture': admin(200, settingPicture),
  'GET /api/admin/settings/audit': admin(),
  'GET /api/admin/opening': admin(),
  // The second request undoes the first, so that the others can order. Both come after the calls that need version 0.
  'POST /api/admin/opening/close': admin(200, () => ({ json: { sentence: '', reopens_on: null } })),
  'POST /api/admin/opening/reopen': admin(),
  'GET /api/admin/setup': admin(),
  'PUT /api/admin/setup': admin(200, () => ({ json: { closed: false } })),
  'GET /api/admin/setup/samples': admin(),
  'POST /api/admin/setup/remove-samples': admin(),
  // Only for a demo administrator, while the shop has no other one: people/first-admin/make-own-account.test.ts.
  'POST /api/admin/setup/account': { ...admin(), may: [] },
}

const bankAccount = ({ password }: Customer) => ({
  ...{ bank: 'BCA', number: '1234567890', holder: 'Rina' },
  current_password: password,
})

const paymentKeys = (current_password: string) => ({
  environment: 'sandbox',
  server_key: shop.serverKey,
  client_key: 'SB-Mid-client-access',
  current_password,
})

async function settingPicture() {
  const image = new Blob([await makePicture()])
  return { form: { version: String(shop.settings.version()), image } }
}

async function mailServer(current_password: string) {
  const { port } = await startMailServer()
  const login = { host: '127.0.0.1', port, security: 'starttls', username: null }
  return { ...login, sender_name: null, sender_email: null, current_password }
}

let people: Record<'owner' | 'other' | 'staf' | 'admin', Customer>
let picture: string
let asset: string

beforeAll(async () => {
  const hash = await storePicture(shop.media, await makePicture())
  picture = `${hash}-160.webp`
  asset = (await (await fetch(shop.origin)).text()).match(/\/assets\/([\w.-]+\.js)/)?.[1] ?? ''
})

beforeEach(async () => {
  people = {
    owner: await shop.customer(),
    other: await shop.customer(),
    staf: await shop.staff(),
    admin: await shop.admin(),
  }
})

let count = 0
const registration = () => {
  count += 1
  return { name: 'Baru', email: `baru${count}@contoh.id`, password: 'kata-sandi-uji', phone: '081234567890' }
}

async function cartLine(by: Customer): Promise<string> {
  return (await by.addToCart(await shop.product(), 1)).body.data.id
}

async function sessionOf(user_id: string): Promise<string> {
  const sessions = shop.db.selectFrom('sessions').select('id').where('user_id', '=', user_id)
  return (await sessions.executeTakeFirstOrThrow()).id
}

async function notificationId(by: Customer): Promise<string> {
  await shop.unpaidOrder(by)
  return (await by.ask<{ id: string }[]>('GET', '/notifications')).body.data[0]?.id ?? ''
}

async function refundIdOf(order_id: string): Promise<string> {
  const refunds = shop.db.selectFrom('refunds').select('id').where('order_id', '=', order_id)
  return (await refunds.executeTakeFirstOrThrow()).id
}

const dueRefund = async () => refundIdOf(await partRefund())

/** A refund at the gateway's dashboard, of the same amount as one that was recorded by hand. */
async function outsideRefund(): Promise<string> {
  const order_id = await partRefund()
  await people.admin.ask('POST', `/admin/refunds/${await refundIdOf(order_id)}/done`, { body: { note: 'Transfer' } })
  const { amount_idr } = await shop.db
    .selectFrom('refunds')
    .select('amount_idr')
    .where('order_id', '=', order_id)
    .executeTakeFirstOrThrow()
  const at = shop.clock()
  const ofPayment = { order_id, attempt_id: order_id, amount_idr }
  await shop.db
    .insertInto('money_entries')
    .values({ ...ofPayment, kind: 'given_back', way: 'dashboard', reference: `${order_id}/dasbor`, at })
    .execute()
  const { id } = await shop.db
    .insertInto('refunds')
    .values({
      ...{ ...ofPayment, reason: 'OUTSIDE', refund_key: `${order_id}-dasbor`, state: 'done', way: 'outside' },
      ...{ due_at: at, done_at: at, gateway_id: '7' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Money without an order, as its path. */
async function matter(): Promise<[string, string]> {
  const seen = { first_seen_at: shop.clock(), last_seen_at: shop.clock() }
  const payment = { id: `LAIN-${Math.random()}`, gateway_state: 'settlement', amount: 46_000, ...seen }
  await shop.db.insertInto('unmatched_payments').values(payment).execute()
  return ['unmatched', payment.id]
}

async function assignedPayment(): Promise<string> {
  const [, id] = await matter()
  const body = { order_id: await shop.paidOrder(people.owner), note: 'Cocok' }
  await people.admin.ask('POST', `/admin/money/unmatched/${id}/assign`, { body })
  return id
}

async function shippedOrder(): Promise<string> {
  const id = await shop.paidOrder(people.owner)
  await people.admin.ask('PUT', `/admin/orders/${id}/status`, { body: { status: 'DIKIRIM' } })
  return id
}

async function partRefund(): Promise<string> {
  const id = await shop.paidOrder(people.owner)
  await people.admin.ask('POST', `/admin/orders/${id}/refunds`, { body: { amount: 5_000, reason: 'Pecah' } })
  return id
}

async function refundedOrder(): Promise<string> {
  const id = await shop.orderPaidTooLate(people.owner)
  await people.admin.ask('POST', `/admin/refunds/${id}/done`, { body: { note: 'Transfer' } })
  return id
}

async function everythingTicket(): Promise<string> {
  const { body } = await people.admin.ask<{ url: string }>('POST', '/admin/everything')
  return body.data.url.split('/').at(-1) ?? ''
}

async function plannedGoods() {
  const form = goods()
  const { body } = await people.admin.ask<{ plan: string }>('POST', '/admin/products/imports/plan', { form })
  return { ...form, plan: body.data.plan }
}
async function importedGoods(): Promise<string> {
  const form = await plannedGoods()
  return (await people.admin.ask<{ id: string }>('POST', '/admin/products/imports', { form })).body.data.id
}

async function sellerOrder() {
  const { id: product_id } = await shop.product({ price: 40_000 })
  return { name: 'Rina', phone: '081234567890', address: 'Jl. Mawar 2', items: [{ product_id, quantity: 1 }] }
}
async function enteredOrder(): Promise<EnteredOrder> {
  return (await people.admin.ask<EnteredOrder>('POST', '/admin/orders', { body: await sellerOrder() })).body.data
}
async function paidEnteredOrder(): Promise<EnteredOrder> {
  const entered = await enteredOrder()
  const body = { way: 'cash', amount: 46_000, day: jakartaDay(shop.clock()) }
  await people.admin.ask('POST', `/admin/orders/${entered.order_id}/hand-payment`, { body })
  return entered
}
async function shippedEnteredOrder(): Promise<EnteredOrder> {
  const entered = await paidEnteredOrder()
  await people.admin.ask('PUT', `/admin/orders/${entered.order_id}/status`, { body: { status: 'DIKIRIM' } })
  return entered
}
async function enteredRefund(): Promise<string> {
  const { order_id } = await paidEnteredOrder()
  await people.admin.ask('POST', `/admin/orders/${order_id}/cancel`, { body: {} })
  return order_id
}
async function ticket(): Promise<string> {
  const { body } = await people.admin.ask<{ url: string }>('POST', '/admin/orders/export')
  return body.data.url.split('/').at(-1) ?? ''
}

async function backupTicket(): Promise<string> {
  const body = { current_password: people.admin.password }
  const ask = () => people.admin.ask<{ url: string }>('POST', '/admin/backup', { body })
  await expect.poll(async () => (await ask()).status).toBe(200) // one is sent at a time
  return (await ask()).body.data.url.split('/').at(-1) ?? ''
}

async function invitation(): Promise<string> {
  const { body } = await people.admin.ask<{ link: string }>('POST', '/admin/staff/invitations', {
    body: { name: 'Dewi' },
  })
  return body.data.link.split('#').at(-1) ?? ''
}

async function mailedResetToken(): Promise<string> {
  const { email } = await shop.customer()
  await shop.ask('POST', '/auth/forgot-password', { body: { email } })
  const sender = { shopName: 'Camilan', publicUrl: shop.origin }
  await sendResetLinks({ db: shop.db, sender, clock: shop.clock }, new AbortController().signal)
  return (await mailedTokens(shop.db, email))[0] ?? ''
}

async function recoveryCodeOf(email: string): Promise<string> {
  const { id } = await shop.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return (await transact(shop.db, (tx) => makeRecoveryCodes(tx, id)))[0] ?? ''
}

/** All administrators become demo accounts: the shop then counts as one without administrators. */
async function firstAdminToken(): Promise<string> {
  await shop.db.updateTable('users').set({ is_demo: true }).where('is_admin', '=', true).execute()
  return (await createFirstAdminLink(shop.db, shop.clock()))?.token ?? ''
}

async function mailedUndoToken(): Promise<string> {
  const { email, ask } = await shop.customer()
  count += 1
  await ask('PUT', '/users/me', { form: { email: `pindah${count}@contoh.id` } })
  const mails = shop.db.selectFrom('mail_outbox').select('text').where('recipient', '=', email)
  return /undo-email\?token=(\S+)/.exec((await mails.executeTakeFirstOrThrow()).text ?? '')?.[1] ?? ''
}

const addressForm = { label: 'Rumah', address: 'Jl. Melati 1', city: 'Depok' }
const addressOf = async ({ ask }: Customer) =>
  (await ask<{ id: string }>('POST', '/users/me/addresses', { body: addressForm })).body.data.id

/** A new session for each request, as some end it. */
const tokenOf = async (caller: Caller): Promise<string | undefined> =>
  caller === 'anonymous' ? undefined : openSession(shop.db, people[caller], shop.clock())

interface Body {
  body?: FormData | string
  type?: string
}

function bodyOf({ json, form }: Content): Body {
  if (json) return { body: JSON.stringify(json), type: 'application/json' }
  return form ? { body: formOf(form) } : {}
}

/** The guard must have refused the request before anything reads this. */
const unreadable: Body = { body: '{"', type: 'application/json' }

async function send(
  route: string,
  caller: Caller | { token: string },
  content: Content,
  { body, type }: Body = bodyOf(content),
): Promise<Answer> {
  const [method = '', path = ''] = route.replace('ANY', 'POST').split(' ')
  const values = [...(content.path ?? [])]
  const token = typeof caller === 'object' ? caller.token : await tokenOf(caller)
  const aborter = new AbortController()
  const response = await fetch(`${shop.origin}${path.replaceAll(/:\w+|\*/g, () => values.shift() ?? '')}`, {
    method,
    headers: {
      ...content.headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(type && { 'content-type': type }),
    },
    ...(body !== undefined && { body }),
    signal: AbortSignal.any([aborter.signal, AbortSignal.timeout(20_000)]),
  })
  const { status } = response
  const hasCode = status >= 400 && method !== 'HEAD'
  const { code } = hasCode ? ((await response.json()) as { code: string }) : { code: undefined }
  aborter.abort() // a stream would not end by itself
  return code === undefined ? { status } : { status, code }
}

/** The files of the web build have a route each. A route for all methods is one line. */
function lineOf({ method, path }: { method: string; path: string }): string {
  if (path === '/api' || path === '/api/*') return `ANY ${path}`
  return `${method} ${path.replace(/^\/assets\/.*/, '/assets/*')}`
}

test('each route has a line in the table, and each line has a route', () => {
  const lines = routesOfShop().map(lineOf)
  expect([...new Set(lines.filter((route) => !route.startsWith('HEAD ')))].sort()).toEqual(Object.keys(table).sort())
})

test('the description of the API names a token exactly in the routes for which the table asks for one', async () => {
  const { paths } = (await (await fetch(`${shop.origin}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, object>>
  }
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      needsToken: 'security' in operation,
    })),
  )
  for (const { route, needsToken } of described) {
    const access = table[route]
    expect([route, needsToken]).toEqual([
      route,
      access && access.refused('anonymous').code === 'UNAUTHENTICATED' && !access.may.includes('anonymous'),
    ])
  }
  expect(described.length).toBeGreaterThan(40)
})

test('a session that was logged out or expired, or whose account was deleted or disabled, is none', async () => {
  const { db } = shop
  const [deleted, disabled] = [await makeAdmin(db), await makeAdmin(db, { is_demo: true })]
  const { id } = people.admin
  // These tokens belong to administrators: if one were still valid, no guard would refuse it.
  const ended = {
    loggedOut: await openSession(db, { id }, shop.clock()),
    expired: await openSession(db, { id }, earlier(shop.clock(), days(30))),
    deleted: deleted.token,
    disabled: disabled.token,
  }
  await send('POST /api/auth/logout', { token: ended.loggedOut }, {})
  await db.deleteFrom('users').where('id', '=', deleted.id).execute()
  await endDemoSessions(db)
  for (const [end, token] of Object.entries(ended)) {
    for (const route of ['GET /api/users/me', 'GET /api/admin/orders', 'GET /api/admin/settings']) {
      expect([end, route, await send(route, { token }, {})]).toEqual([end, route, failure('UNAUTHENTICATED')])
    }
    expect([end, await send('GET /api/products', { token }, {})]).toEqual([end, { status: 200 }])
  }
})

test.each(Object.entries(table))(
  '%s admits only the allowed callers, and refuses the others unread',
  async (...line) => {
    const [route, access] = line
    const head = route.replace('GET', 'HEAD')
    const hasHead = routesOfShop().some(({ method, path }) => `${method} ${path}` === head && head !== route)
    const refused = everyCaller.filter((caller) => !access.may.includes(caller))
    const content = await (access.prepareWithoutKey ?? access.prepare)(people.owner)
    for (const caller of access.prepareWithoutKey ? (['anonymous', 'admin'] as const) : refused) {
      const refusal = access.refused(caller)
      const isByGuard = !access.prepareWithoutKey && (refusal.status === 401 || refusal.status === 403)
      expect([caller, await send(route, caller, content)]).toEqual([caller, refusal])
      if (isByGuard && !route.startsWith('GET ')) {
        expect([caller, 'unread', await send(route, caller, content, unreadable)]).toEqual([caller, 'unread', refusal])
      }
    }
    const [first] = refused
    if (hasHead && first) expect(await send(head, first, content)).toEqual({ status: access.refused(first).status })

    // A route without a guard knows no callers.
    const admitted = access.may.includes('anonymous') ? (['anonymous', 'owner'] as const) : access.may
    for (const caller of admitted) {
      const by = caller === 'anonymous' ? people.owner : people[caller]
      const content = await access.prepare(by)
      if (hasHead && caller === admitted[0]) {
        expect([caller, 'HEAD', await send(head, caller, content)]).toEqual([
          caller,
          'HEAD',
          { status: access.success },
        ])
      }
      expect([caller, await send(route, caller, content)]).toEqual([caller, { status: access.success }])
    }
  },
)

/** What outlasts a trial of the shop. The list of invitations is for each administrator. */
const ofOwnAccounts = [
  'users/me/join-staff',
  'admin/staff',
  'admin/recovery-codes',
  'admin/backup',
  'admin/everything',
  'admin/refunds/:id/send',
  'admin/settings/payment-keys',
  'admin/settings/mail-server',
]

test('a demo account, whose password is public, changes no secret, sends no money, and gives neither data nor access away', async () => {
  const routes = Object.entries(table).filter(
    ([route, { may }]) =>
      ofOwnAccounts.some((path) => route.includes(` /api/${path}`)) &&
      route !== 'GET /api/admin/staff/invitations' &&
      !may.includes('anonymous'),
  )
  expect(routes).toHaveLength(17)
  for (const [route, { may, prepare }] of routes) {
    const demo = may.includes('admin') ? await shop.admin({ is_demo: true }) : await shop.customer({ is_demo: true })
    expect([route, await send(route, demo, await prepare(demo))]).toEqual([route, failure('FORBIDDEN')])
  }
})

/** Sends a valid request but for the last byte of its body, runs `meanwhile` when the guard has admitted it, then ends it. */
async function sendSlowly(route: string, token: string, content: Content, meanwhile: () => Promise<unknown>) {
  const [method = '', path = ''] = route.split(' ')
  const values = [...(content.path ?? [])]
  const whole = new Response(content.form ? formOf(content.form) : JSON.stringify(content.json ?? {}))
  const body = Buffer.from(await whole.arrayBuffer())
  const held = randomUUID()
  const type = content.form ? whole.headers.get('content-type') : 'application/json'
  const asked = request(shop.origin + path.replaceAll(/:\w+/g, () => values.shift() ?? ''), {
    method,
    headers: {
      ...content.headers,
      ...{
        authorization: `Bearer ${token}`,
        'content-type': type ?? '',
        'content-length': body.length,
        'x-held': held,
      },
    },
  })
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>
  const admitted = new Promise<void>((resolve) => whenAdmitted.set(held, resolve))
  asked.write(body.subarray(0, -1))
  await admitted
  await meanwhile()
  asked.end(body.subarray(-1))
  const [response] = await answered
  const { code } = JSON.parse(await text(response)) as { code?: string }
  return { status: response.statusCode, code }
}

test('a body that arrives after its session or role has ended has no effect, on any route', async () => {
  const guarded = Object.entries(table).filter(
    ([route, { may }]) => !route.startsWith('GET ') && may.length > 0 && !may.includes('anonymous'),
  )
  expect(guarded.length).toBeGreaterThan(60)
  for (const [route, { may, prepare }] of guarded) {
    const by = people[may.includes('owner') ? 'owner' : may.includes('staf') ? 'staf' : 'admin']
    const content = await prepare(by)
    const token = await openSession(shop.db, by, shop.clock())
    const logOut = () => endSession(shop.db, token)
    expect([route, await sendSlowly(route, token, content, logOut)]).toEqual([route, failure('UNAUTHENTICATED')])
    if (may.includes('owner')) continue // every role may
    const setRole = (flags: object) => shop.db.updateTable('users').set(flags).where('id', '=', by.id).execute()
    const endRole = () => setRole({ is_admin: false, is_staff: false })
    const again = await openSession(shop.db, by, shop.clock())
    expect([route, await sendSlowly(route, again, content, endRole)]).toEqual([route, failure('FORBIDDEN')])
    await setRole({ is_admin: by === people.admin, is_staff: by === people.staf })
  }
})

/** The answer after the headers and the first byte of a body, while the rest does not come. */
async function begin(route: string, caller: Caller, headers: Record<string, string | number>, sent?: string) {
  const [method = '', path = ''] = route.split(' ')
  const token = await tokenOf(caller)
  const given = { 'content-type': 'application/json', origin: shop.origin, ...headers }
  const asked = request(shop.origin + path.replaceAll(/:\w+/g, 'x'), {
    method,
    headers: token ? { ...given, authorization: `Bearer ${token}` } : given,
  })
  asked.on('error', () => {}) // the server closes the connection
  if (sent === undefined) asked.flushHeaders()
  else asked.write(sent)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const { code } = JSON.parse(await text(response)) as { code?: keyof typeof errorStatuses }
  asked.destroy()
  return code
}

test('a body has 1 MB with a token and 16 KB else, as for carts and orders, and is not compressed', async () => {
  for (const [route, { may }] of Object.entries(table)) {
    // A form of a page is answered as a page.
    if (route.startsWith('GET ') || route === 'POST /auth/*' || may.length === 0) continue
    const needsToken = !may.includes('anonymous')
    const limit = needsToken && !/ \/api\/(carts|orders)\b/.test(route) ? 1_048_576 : 16_384
    const json = (length: number) => `"${'a'.repeat(length - 2)}"`
    const caller = may.includes('admin') ? 'admin' : 'owner'
    const declared = { 'content-length': limit + 1 }
    const chunked = { 'transfer-encoding': 'chunked' }
    const compressed = { ...chunked, 'content-encoding': 'gzip' }
    if (needsToken) {
      expect([route, await begin(route, 'anonymous', declared)]).toEqual([route, 'UNAUTHENTICATED'])
      expect([route, await begin(route, 'anonymous', compressed, 'x')]).toEqual([route, 'UNAUTHENTICATED'])
    }
    expect([route, await begin(route, caller, declared)]).toEqual([route, 'PAYLOAD_TOO_LARGE'])
    expect([route, await begin(route, caller, chunked, json(limit + 1))]).toEqual([route, 'PAYLOAD_TOO_LARGE'])
    expect([route, await begin(route, caller, compressed, 'x')]).toEqual([route, 'UNSUPPORTED_MEDIA'])
    const whole = await begin(route, caller, { 'content-length': limit }, json(limit))
    expect([route, whole]).not.toEqual([route, 'PAYLOAD_TOO_LARGE'])
  }
})
