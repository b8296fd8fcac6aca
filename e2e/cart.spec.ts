import { buyerTest, expect, test } from './fixtures.ts'
import { expectToast, logIn, stepper, visit } from './screen.ts'

test('a visitor who wants to order is asked to log in, and finds the choice in the cart', async ({ page, shop }) => {
  const product = await shop.makeProduct()
  const buyer = await shop.makeBuyer()
  await visit(page, `/products/${product.id}`)
  await stepper(page, product).more.click()
  await page.getByRole('button', { name: '500gram · Toples' }).click()
  await page.getByRole('button', { name: 'Checkout' }).click()
  const refusal = page.getByRole('main').getByRole('alert')
  await expect(refusal).toContainText('Anda harus login terlebih dahulu untuk melakukan checkout')
  await expect(page.getByRole('region', { name: 'Pemberitahuan' })).toBeHidden()
  await refusal.getByRole('link', { name: 'Login' }).click()
  const next = new URLSearchParams({ next: `/products/${product.id}` })
  await expect(page).toHaveURL(`/auth/login?${next}`)
  await page.getByRole('main').getByRole('link', { name: 'Daftar' }).click()
  await expect(page).toHaveURL(`/auth/register?${next}`)
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await logIn(page, buyer)
  await expect(page).toHaveURL('/cart')
  await expect(stepper(page, product).value).toHaveText('2')
})

buyerTest(
  'the fees are shown before the order page, and the bar of the cart covers nothing',
  { tag: '@phone' },
  async ({ page, buyer, shop, isMobile }) => {
    const product = await shop.makeProduct({ price: 45_000 })
    await shop.addToCart(buyer, product)
    const fees = 'Belum termasuk ongkos kirim Rp 4.000 dan biaya pelayanan Rp 2.000 per pesanan.'
    const costs = ['Rp 45.000', 'Rp 4.000', 'Rp 2.000', ...(isMobile ? ['Rp 51.000'] : [])]
    await visit(page, `/products/${product.id}`)
    await expect(page.getByText(fees)).toBeVisible()
    await visit(page, '/cart')
    await expect(page.getByRole('main').getByRole('definition')).toHaveText(costs)
    const bar = page.locator('.action-bar')
    await expect(bar).toContainText('Rp 51.000')
    await expect(bar).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('End')
    const lastLine = page.getByText('© 2018')
    await lastLine.scrollIntoViewIfNeeded()
    const isBelow = async () => ((await lastLine.boundingBox())?.y ?? 0) > ((await bar.boundingBox())?.y ?? 0)
    expect(await isBelow(), 'on a phone the bar is fixed').toBe(!isMobile)
    if (isMobile) await expect(lastLine).toBeInViewport({ ratio: 1 })
  },
)

test('a message stays while it has the focus, and disappears afterwards', { tag: '@thorough' }, async ({
  page,
  faults,
}) => {
  faults.allow(/ERR_FAILED|ApiError/)
  await page.clock.install()
  await visit(page, '/')
  await page.route('**/api/products?*', (route) => route.abort())
  const more = page.getByRole('link', { name: 'Lihat lebih banyak' })
  await more.click()
  const message = page.getByRole('alert').filter({ hasText: 'Tidak bisa terhubung' })
  await message.getByRole('link', { name: 'Coba lagi' }).focus()
  await page.clock.fastForward(60_000)
  await expect(message).toBeVisible()
  await message.getByRole('link', { name: 'Coba lagi' }).blur()
  await page.clock.fastForward(60_000)
  await expect(message).toBeHidden()

  await more.click()
  await message.getByRole('button', { name: 'Tutup pemberitahuan' }).click()
  await page.mouse.move(0, 0)
  await more.press('Enter')
  await expect(message).toBeVisible()
  await page.clock.fastForward(60_000)
  await expect(message).toBeHidden()
})

buyerTest('the quantity goes from 1 to the stock, on the product and in the cart', async ({ page, shop }) => {
  const product = await shop.makeProduct({ stock: 2 })
  await visit(page, `/products/${product.id}`)
  const { less, more, value } = stepper(page, product)
  const expectLimits = async () => {
    await expect(less).toBeDisabled()
    await more.click()
    await expect(value).toHaveText('2')
    await expect(more).toBeDisabled()
    await expect(less).toBeEnabled()
    await less.click()
    await expect(value).toHaveText('1')
    await expect(more).toBeEnabled()
  }
  await expectLimits()
  await page.getByRole('button', { name: '500gram · Toples' }).click()
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page).toHaveURL('/cart')
  await expectLimits()
})

buyerTest('a quantity can be typed, up to the stock', async ({ page, shop }) => {
  const product = await shop.makeProduct({ stock: 120 })
  await visit(page, `/products/${product.id}`)
  const { field, value, more } = stepper(page, product)
  await field.fill('30')
  await page.getByRole('button', { name: '500gram · Toples' }).click()
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(field).toHaveValue('30')
  await field.fill('500')
  await field.press('Enter')
  await expectToast(page, `Jumlah ${product.name} paling banyak 120`)
  await expect(value).toHaveText('120')
  await expect(more).toBeDisabled()
  for (const [nonsense, counted] of [
    ['', '120'],
    ['dua', '120'],
    ['0', '1'],
  ] as const) {
    await field.fill(nonsense)
    await field.blur()
    await expect(field).toHaveValue(counted)
  }
  await expect(more).toBeEnabled()
  await visit(page, '/cart')
  await expect(field).toHaveValue('1')
})

buyerTest('both stepper buttons are disabled while the cart is being changed', async ({ page, buyer, shop }) => {
  const product = await shop.makeProduct()
  await shop.addToCart(buyer, product, 2)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/carts/*', async (route) => {
    await released
    await route.continue()
  })
  await visit(page, '/cart')
  const { less, more, value } = stepper(page, product)
  await more.click()
  await expect(more).toBeDisabled()
  await expect(less).toBeDisabled()
  release()
  await expect(more).toBeEnabled()
  await expect(value).toHaveText('3')
})

buyerTest(
  'the focus stays on the buttons that change a quantity',
  { tag: '@thorough' },
  async ({ page, buyer, shop }) => {
    const product = await shop.makeProduct({ stock: 3 })
    await shop.addToCart(buyer, product)
    await visit(page, '/cart')
    const { less, more, value } = stepper(page, product)
    await more.focus()
    await page.keyboard.press('Space')
    await expect(value).toHaveText('2')
    await expect(more).toBeFocused()
    await expect(more).toBeEnabled()
    await page.keyboard.press('Space')
    await expect(value).toHaveText('3')
    await expect(less).toBeFocused()
  },
)

buyerTest(
  'the cart is a table on a desktop and cards on a phone',
  { tag: '@thorough' },
  async ({ page, buyer, shop }) => {
    const product = await shop.makeProduct({ price: 45_000 })
    await shop.addToCart(buyer, product, 2)
    await visit(page, '/cart')
    const columns = ['Produk', 'Harga Satuan', 'Jumlah', 'Total Harga', 'Hapus']
    await expect(page.getByRole('columnheader')).toHaveText(columns)
    const row = page.getByRole('row').filter({ hasText: product.name })
    await expect(row.getByRole('cell').nth(1)).toHaveText('Rp 45.000')
    await expect(row.getByRole('cell').nth(3)).toHaveText('Rp 90.000')
    await page.setViewportSize({ width: 360, height: 800 })
    await expect(page.getByRole('table')).toBeHidden()
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: product.name })
    await expect(card).toContainText('Rp 45.000 per toples')
    await expect(card).toContainText('Rp 90.000')
    await expect(card.getByRole('button', { name: `Hapus ${product.name}` })).toBeVisible()
  },
)

buyerTest(
  'what is sold out is not counted, and the bar of a long cart stays in sight',
  async ({ page, buyer, shop }) => {
    const soldOut = await shop.makeProduct({ price: 45_000 })
    await shop.addToCart(buyer, soldOut, 3)
    for (let count = 0; count < 8; count += 1) await shop.addToCart(buyer, await shop.makeProduct({ price: 10_000 }))
    await shop.changeProduct(soldOut, { stock: 0 })
    await visit(page, '/cart')
    const bar = page.locator('.action-bar')
    await expect(bar).toContainText('Total (8 produk)')
    await expect(bar).toContainText('Rp 80.000, dengan biaya')
    await expect(bar).toContainText('Rp 86.000')
    await expect(bar).toContainText('Hapus dulu produk yang habis.')
    await expect(page.getByRole('row').filter({ hasText: soldOut.name })).toContainText('3 toples')
    await expect(page.getByText('© 2018')).not.toBeInViewport()
    await expect(bar).toBeInViewport({ ratio: 1 })
  },
)

buyerTest(
  'a cart line with more than the stock blocks the checkout until it is changed',
  async ({ page, buyer, shop }) => {
    const product = await shop.makeProduct({ stock: 4 })
    await shop.addToCart(buyer, product, 3)
    await shop.placeOrder(await shop.makeBuyer(), product, 2)
    await visit(page, '/cart')
    await expect(page.getByText('Stok tinggal 2.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Checkout' })).toBeDisabled()
    await page.getByRole('button', { name: 'Ubah jadi 2' }).click()
    await page.getByRole('link', { name: 'Checkout' }).click()
    await expect(page).toHaveURL('/order')
  },
)
