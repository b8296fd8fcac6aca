/// <reference lib="dom" />
/** Two accounts in two tabs of one browser: what was loaded under one is neither shown nor sent under the other. */
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { fillAddress } from './order-form.ts'
import { mailedLinks } from './outbox.ts'
import { accountMenu, expectToast, logIn, logOut, statusBadge, storedDrafts, visit } from './screen.ts'
import { seller } from './set-ups.ts'
import { type Account, type Shop, unique } from './shop.ts'

const address = 'Jl. Rahasia No. 7'

const saysWhoIsIn = ({ name }: Pick<Account, 'name'>) =>
  `Anda sekarang login sebagai ${name}. Halaman ini dibuka lagi untuk akun itu.`
const storedToken = (page: Page): Promise<string> => page.evaluate(() => localStorage.token)

/** A buyer with a filled cart and an unpaid order. */
async function makeAni(shop: Shop) {
  const ani = await shop.makeBuyer({ name: `Ani ${unique()}` })
  const product = await shop.makeProduct()
  const order = await shop.placeOrder(ani, product)
  await shop.addToCart(ani, product)
  return { ani, product, order }
}
const makeBudi = (shop: Shop) => shop.makeBuyer({ name: `Budi ${unique()}` })

type Prepare = (page: Page) => Promise<void>

async function openTab(context: BrowserContext, path: string, prepare?: Prepare): Promise<Page> {
  const page = await context.newPage()
  await prepare?.(page)
  await visit(page, path)
  return page
}

async function openOrderForm(context: BrowserContext, prepare?: Prepare): Promise<Page> {
  const page = await openTab(context, '/order', prepare)
  await fillAddress(page, address, 'Bogor')
  return page
}

async function openProfileForm(context: BrowserContext, prepare?: Prepare): Promise<Page> {
  const page = await openTab(context, '/profile', prepare)
  await page.getByRole('button', { name: 'Edit Profil' }).click()
  await page.getByLabel('Alamat Lengkap').fill(address)
  return page
}

/** A page that is frozen, or in the back/forward cache, gets no event when another tab changes the storage, and no answer. */
async function freeze(page: Page): Promise<void> {
  await page.addInitScript(() =>
    addEventListener('storage', (event) => event.stopImmediatePropagation(), { capture: true }),
  )
  await page.route('**/api/notifications/stream', () => {})
}

const inEach = (tabs: readonly Page[], check: (tab: Page) => Promise<void>) => Promise.all(tabs.map(check))

async function expectNothingOf(page: Page, texts: readonly string[]): Promise<void> {
  const typed = await page
    .locator('input, textarea')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value).join(' '))
  const shown = `${await page.locator('body').textContent()} ${typed}`
  for (const text of texts) expect(shown).not.toContain(text)
}

test('every page becomes that of the account in another tab', async ({ openBrowser, shop, request, faults }) => {
  faults.allow(/status of 404 .*\/api\/orders\//) // her order is not his
  const { ani, product, order } = await makeAni(shop)
  const budi = await makeBudi(shop)
  const first = await openBrowser()
  const context = first.context()
  const login = await openTab(context, '/auth/login')
  await visit(first, '/auth/login')
  await logIn(first, ani)
  await expect(accountMenu(first)).toContainText('Ani')
  const token = await storedToken(first)
  const tabs = [first, await openOrderForm(context), await openProfileForm(context)]
  for (const path of ['/my-order', `/my-order/order/${order.id}`, '/cart', '/notifications', `/products/${product.id}`])
    tabs.push(await openTab(context, path))
  await inEach(tabs, (tab) => expect(accountMenu(tab)).toContainText('Ani'))
  const calls: string[] = []
  context.on('request', (call) => {
    if (call.headers().authorization === `Bearer ${token}`) calls.push(new URL(call.url()).pathname)
  })

  const said = expectToast(first, saysWhoIsIn(budi))
  await logIn(login, budi)
  await said
  await inEach(tabs, async (tab) => {
    await expect(accountMenu(tab)).toContainText('Budi')
    await expectNothingOf(tab, [ani.name, address, `#${order.id}`])
  })
  expect(calls, 'sent with her session').toEqual(['/api/auth/login', '/api/auth/logout'])
  const headers = { authorization: `Bearer ${token}` }
  expect((await request.get('/api/users/me', { headers })).status(), 'of her session').toBe(401)
})

test('a page that missed a login notices when it is shown and before a change', async ({ openBrowser, shop }) => {
  const { ani } = await makeAni(shop)
  const budi = await makeBudi(shop)
  const order = await shop.placeOrder(budi, await shop.makeProduct())
  await shop.addToCart(budi, await shop.makeProduct())
  const first = await openBrowser(ani)
  const context = first.context()
  const login = await openTab(context, '/auth/login')
  await first.goto('/robots.txt')
  const orderForm = await openOrderForm(context, freeze)
  const profileForm = await openProfileForm(context, freeze)
  const orders = await openTab(context, '/my-order', freeze)
  const profile = await openTab(context, '/profile', freeze)
  const tabs = [orderForm, profileForm, orders, profile]
  await logIn(login, budi)
  await expect(accountMenu(login)).toContainText('Budi')

  const streamed = login.waitForRequest('**/api/notifications/stream')
  await visit(login, `/my-order/order/${order.id}`)
  expect((await streamed).headers().authorization).toBe(`Bearer ${await storedToken(login)}`)
  await shop.pay(budi, order)
  await expect(statusBadge(login, 'DIBAYAR')).toBeVisible()
  await inEach(tabs, (tab) => expect(accountMenu(tab), 'it knows nothing yet').toContainText('Ani'))

  const sent: string[] = []
  context.on('request', (call) => call.method() !== 'GET' && sent.push(call.url()))
  await orders.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await profile.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await profileForm.getByRole('button', { name: 'Simpan Perubahan' }).click()
  // The last one, because it leads: a tab that takes over its stream notices, too.
  await orderForm.getByRole('button', { name: 'Buat Pesanan' }).click()
  await inEach(tabs, async (tab) => {
    await expectToast(tab, saysWhoIsIn(budi))
    await expectNothingOf(tab, [ani.name, address])
  })
  expect(sent).toEqual([])
})

test('after a logout in another tab nothing of the account stays on any page', async ({ openBrowser, shop }) => {
  const { ani, product, order } = await makeAni(shop)
  const first = await openBrowser(ani)
  const context = first.context()
  await visit(first, '/products')
  const forms = [await openOrderForm(context), await openProfileForm(context)]
  const guarded = [...forms, await openTab(context, `/my-order/order/${order.id}`)]
  const visited = await openTab(context, `/products/${product.id}`)
  await logOut(first)
  await expectToast(visited, 'Anda sudah keluar di peramban ini.')
  for (const tab of guarded) await expect(tab).toHaveURL(/\/auth\/login\?next=/)
  await inEach([...guarded, visited], async (tab) => {
    await expectNothingOf(tab, ['Ani', address])
    expect(await storedDrafts(tab)).toEqual([])
  })
  await expect(visited).toHaveURL(/\/products\//)
})

test('a visitor’s page takes over a login, a form its newer session', async ({ openBrowser, shop }) => {
  const { ani } = await makeAni(shop)
  const visitor = await openBrowser()
  const context = visitor.context()
  await visit(visitor, '/products')
  const login = await openTab(context, '/auth/login')
  const again = await openTab(context, '/auth/login')
  await visitor.evaluate(() => Object.assign(window, { isSamePage: true }))
  await logIn(login, ani)
  await expect(accountMenu(visitor)).toContainText('Ani')
  expect(await visitor.evaluate(() => 'isSamePage' in window)).toBe(true)

  const form = await openOrderForm(context)
  const former = await storedToken(form)
  await logIn(again, ani)
  await expect(accountMenu(again)).toContainText('Ani')
  const newer = await storedToken(again)
  expect(newer).not.toBe(former)
  await expect(form.getByLabel('Alamat Lengkap')).toHaveValue(address)
  const ordered = form.waitForRequest((call) => call.method() === 'POST' && call.url().endsWith('/api/orders'))
  await form.getByRole('button', { name: 'Buat Pesanan' }).click()
  expect((await ordered).headers().authorization).toBe(`Bearer ${newer}`)
  await expect.poll(async () => (await shop.orders(ani)).length).toBe(2)
})

test('the administration leaves a tab when a buyer logs in in another one', async ({ openBrowser, shop }) => {
  const budi = await makeBudi(shop)
  const refunded = await shop.paidOrder(budi)
  await shop.cancelPaid(refunded)
  const first = await openBrowser()
  const context = first.context()
  const login = await openTab(context, '/auth/login')
  await visit(first, '/auth/login')
  await logIn(first, seller)
  await expect(first).toHaveURL('/admin/dashboard')
  const money = await openTab(context, '/admin/refunds')
  const due = money.getByRole('listitem').filter({ hasText: refunded.id })
  await due.getByRole('button', { name: 'Sudah dikembalikan' }).click()
  await money.getByLabel('Catatan').fill('Transfer dari rekening pribadi')
  const tabs = [first, money, await openTab(context, '/admin/settings'), await openTab(context, '/admin/manage-orders')]
  await inEach(tabs, (tab) => expect(tab.getByRole('banner')).toContainText(seller.name))
  await logIn(login, budi)
  await inEach(tabs, async (tab) => {
    await expect(tab).toHaveURL('/')
    await expectToast(tab, saysWhoIsIn(budi))
    await expectNothingOf(tab, [seller.name, 'rekening pribadi'])
  })
})

test('a new password by a link ends the session of the other account', async ({ openBrowser, shop, request }) => {
  const [ani, budi] = [await shop.makeBuyer(), await makeBudi(shop)]
  expect((await request.post('/api/auth/forgot-password', { data: { email: ani.email } })).ok()).toBe(true)
  const [link = ''] = await mailedLinks(ani.email, 'Atur ulang kata sandi Camilan', 1)
  const page = await openBrowser(budi)
  await visit(page, link)
  await page.getByLabel('Kata Sandi Baru').fill('baru-12345')
  const ended = page.waitForResponse('**/api/auth/logout')
  await page.getByRole('button', { name: 'Simpan Kata Sandi' }).click()
  await expectToast(page, 'Kata sandi berhasil diubah. Silakan login dengan kata sandi baru Anda.')
  await expect(page).toHaveURL('/auth/login')
  await ended
  const headers = { authorization: `Bearer ${budi.token}` }
  expect((await request.get('/api/users/me', { headers })).status(), 'of his session').toBe(401)
})
