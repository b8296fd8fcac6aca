import type { Product } from '@camilan/contract/catalog'
import { expect, sellerTest, test } from './fixtures.ts'
import { drawing, smallPicture } from './pictures.ts'
import { chooseOf, edit, fillProduct, listOf } from './product-list.ts'
import { answer, expectToast, hold, listed, loseAnswers, visit } from './screen.ts'
import { unique } from './shop.ts'

test('a product is added with a picture and changed', async ({ openBrowser, shop, page: visitor }) => {
  const name = `Kue Lapis ${unique()}`
  const page = await openBrowser(await shop.seller())
  await visit(page, '/admin/manage-products')

  await test.step('add', async () => {
    await page.getByRole('button', { name: 'Tambah baru' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tambah Produk' })
    const save = dialog.getByRole('button', { name: 'Simpan', exact: true })
    await save.click()
    for (const label of ['Nama Produk', 'Kategori', 'Harga (Rp)', 'Kemasan', 'Berat', 'Stok', 'Deskripsi']) {
      await expect(dialog.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
    }
    await expect(dialog.getByText('PNG, JPG, GIF hingga 5MB')).toBeVisible()
    const picture = dialog.getByLabel('Unggah gambar')
    await picture.setInputFiles(smallPicture)
    await expect(dialog.getByRole('img', { name: 'Pratinjau gambar yang dipilih' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Hapus gambar' }).click()
    await expect(dialog.getByRole('img', { name: 'Pratinjau gambar yang dipilih' })).toBeHidden()
    await picture.setInputFiles(smallPicture)
    await fillProduct(dialog, name, 'seribu')
    await expect(dialog.getByLabel('Kemasan')).toHaveValue('TOPLES')
    await save.click()
    await expect(dialog.getByLabel('Harga (Rp)')).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel('Harga (Rp)').fill('54000')
    const release = await hold(page, '**/api/admin/products')
    await save.click()
    await expect(dialog.getByRole('button', { name: 'Menyimpan...' })).toBeDisabled()
    release()
    await expectToast(page, 'Produk berhasil ditambahkan!')
    await expect(dialog).toBeHidden()
  })

  const [added] = await shop.products({ query: name })
  expect(added).toMatchObject({ price: 54_000, stock: 12, image: expect.stringContaining('/media/') })

  await test.step('find and change: an empty field keeps its value', async () => {
    await page.getByRole('searchbox', { name: 'Cari produk...' }).fill(name)
    await expect(page.getByText('Menampilkan 1 - 1 dari 1 produk')).toBeVisible()
    await expect(listed(page, name)).toContainText('Kue Kering')
    await expect(listed(page, name)).toContainText('250gram')
    // A press anywhere in the row opens the form.
    await listed(page, name).getByText('Kue Kering').click()
    const dialog = page.getByRole('dialog', { name: 'Perbarui Produk' })
    await dialog.getByLabel('Deskripsi').fill('')
    await dialog.getByLabel('Harga (Rp)').fill('56000')
    await dialog.getByRole('button', { name: 'Simpan' }).click()
    await expectToast(page, 'Produk berhasil diperbarui!')
    await expect(dialog).toBeHidden()
    await expect(listed(page, name)).toContainText('Rp 56.000')
    const [changed] = await shop.products({ query: name })
    // The job may have looked at the picture meanwhile.
    expect(changed).toEqual({ ...added, price: 56_000, image_look: changed?.image_look })
  })

  await test.step('a visitor sees it with its picture', async () => {
    await visit(visitor, `/products/${added?.id}`)
    await expect(visitor.getByText('Rp 56.000')).toBeVisible()
    await expect(visitor.getByRole('img', { name })).toHaveAttribute('src', /\/media\/.+\.webp(#|$)/)
  })
})

sellerTest('photos stay in the order in which they were chosen, also if the first is the largest', async ({ page }) => {
  await visit(page, '/admin/manage-products')
  await page.getByRole('button', { name: 'Tambah baru' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tambah Produk' })
  await dialog.getByLabel('Unggah gambar').setInputFiles([await drawing('nastar'), smallPicture])
  const photos = dialog.getByRole('button', { name: /^Gambar \d dari 2/ })
  const isLarge = () =>
    photos.locator('img').evaluateAll((imgs) => (imgs as HTMLImageElement[]).map((img) => img.naturalWidth > 64))
  await expect.poll(isLarge).toEqual([true, false])

  const centre = async (index: number) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await photos.nth(index).boundingBox()) ?? {}
    return { x: x + width / 2, y: y + height / 2 }
  }
  await test.step('and are moved with a mouse, a finger and keys; a press chooses one', async () => {
    const [first, second] = [await centre(0), await centre(1)]
    await page.mouse.move(first.x, first.y)
    await page.mouse.down()
    await page.mouse.move(second.x, second.y, { steps: 4 })
    await page.mouse.up()
    expect(await isLarge()).toEqual([false, true])
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', [second])
    await touch('touchMove', [{ x: second.x - 10, y: second.y }])
    await touch('touchMove', [first])
    await touch('touchEnd', [])
    await expect.poll(isLarge).toEqual([true, false])
    await photos.nth(0).press('ArrowRight')
    await expect.poll(isLarge).toEqual([false, true])
    const pressed = photos.and(page.locator('[aria-pressed=true]'))
    const count = await pressed.count()
    await pressed.click()
    expect([count, await pressed.count()]).toEqual([1, 0])
  })
})

sellerTest('a copy opens in its form; the order is changed by keys, buttons and dragging', async ({ page, shop }) => {
  const { id, name } = await shop.makeProduct()
  await visit(page, listOf({ name }))
  await chooseOf(page, { name }, 'Gandakan')
  const dialog = page.getByRole('dialog', { name: 'Perbarui Produk' })
  await expect(dialog.getByLabel('Nama Produk')).toHaveValue(`${name} (salinan)`)
  await expect(dialog.getByLabel('Stok', { exact: true })).toHaveValue('0')
  await dialog.getByRole('button', { name: 'Batal' }).click()
  await expect(listed(page, `${name} (salinan)`)).toContainText('Disembunyikan')

  await visit(page, '/admin/manage-products/order')
  const rows = page.getByRole('main').locator('ol > li')
  await page.getByRole('button', { name: `${name} ke paling atas` }).click()
  await expect(rows.first()).toContainText(name)
  const handle = page.getByRole('button', { name: `Urutan ${name}:` })
  await handle.focus()
  await handle.press('ArrowDown')
  await expect(page.getByRole('status').filter({ hasText: `${name}: urutan 2 dari` })).toBeAttached()
  await expect(handle).toBeFocused()
  const [from, to] = [await handle.boundingBox(), await rows.first().boundingBox()]
  await page.mouse.move((from?.x ?? 0) + 30, (from?.y ?? 0) + 20)
  await page.mouse.down()
  await page.mouse.move((to?.x ?? 0) + 30, (to?.y ?? 0) + 20, { steps: 4 })
  await page.mouse.up()
  await expect(rows.first()).toContainText(name)
  const inOrder = () => shop.asSeller<Product[]>('GET', 'products?sortBy=place&limit=1')
  await expect.poll(async () => (await inOrder())[0]?.id).toBe(id)
  await visit(page, '/admin/manage-products/order')
  await expect(rows.first().getByRole('button', { name: `Urutan ${name}: 1` })).toBeVisible()
  await shop.removeProduct({ id } as Product)
})

sellerTest('each failed action has its message; a lost answer adds nothing twice', async ({ page, shop, faults }) => {
  faults.allow(/api\/admin\/(products|pictures)/, /ApiError/)
  const product = await shop.makeProduct()
  await page.route('**/api/admin/products/*', (route) => route.abort())
  await visit(page, listOf(product))
  await page.getByRole('button', { name: `Hapus ${product.name}` }).click()
  await answer(page, 'Apakah Anda yakin ingin menghapus produk ini?', 'Hapus')
  await expectToast(page, 'Gagal menghapus produk')
  await edit(page, product)
  await page.getByLabel('Stok').fill('7')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByRole('dialog').getByText('Gagal saat memperbarui produk')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Batal' }).click()

  const name = `Kue Semprit ${unique()}`
  await page.getByRole('button', { name: 'Tambah baru' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tambah Produk' })
  const save = dialog.getByRole('button', { name: 'Simpan', exact: true })
  await fillProduct(dialog, name)
  await page.route('**/api/admin/pictures', (route) => route.abort())
  await dialog.getByLabel('Unggah gambar').setInputFiles(smallPicture)
  const unsent = dialog.getByRole('region', { name: 'Gambar yang belum terkirim' })
  await expect(unsent.getByRole('img')).toBeVisible()
  await save.click()
  await expect(dialog.getByText('Ada gambar yang belum terkirim.')).toBeVisible()
  await page.unroute('**/api/admin/pictures')
  await unsent.getByRole('button', { name: 'Kirim lagi' }).click()
  await expect(dialog.getByRole('img', { name: 'Pratinjau gambar yang dipilih' })).toBeVisible()
  await expect(unsent).toBeHidden()
  await loseAnswers(page, '**/api/admin/products')
  await save.click()
  await expect(dialog.getByText(/^Gagal saat menambahkan produk/)).toBeVisible()
  await expect(dialog.getByLabel('Nama Produk')).toHaveValue(name)
  await save.click()
  await expectToast(page, 'Produk berhasil ditambahkan!')
  expect(await shop.products({ query: name })).toHaveLength(1)
})

sellerTest('a sale while the seller edits is not undone: an unedited stock is not sent', async ({ page, shop }) => {
  const product = await shop.makeProduct({ stock: 20 })
  await visit(page, listOf(product))
  const dialog = page.getByRole('dialog', { name: 'Perbarui Produk' })
  await edit(page, product)
  await shop.placeOrder(await shop.makeBuyer(), product, 2)
  await dialog.getByLabel('Deskripsi').fill('Dipanggang tadi pagi.')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expectToast(page, 'Produk berhasil diperbarui!')
  expect(await shop.product(product.id)).toMatchObject({ stock: 18, description: 'Dipanggang tadi pagi.' })
})

sellerTest('the list has pages, and the seller chooses their size', async ({ page }) => {
  await visit(page, '/admin/manage-products')
  const headings = [
    'No',
    'Gambar',
    'Nama Produk',
    'Harga',
    'Stok',
    'Kategori',
    'Kemasan',
    'Berat',
    'Deskripsi',
    'Action',
  ]
  await expect(page.getByRole('columnheader')).toHaveText(headings)
  await expect(page.getByText(/^Menampilkan 1 - 10 dari \d+ produk$/)).toBeVisible()
  const pencils = await page.getByRole('button', { name: /^Edit / }).all()
  expect(new Set(await Promise.all(pencils.map(async (one) => (await one.boundingBox())?.x))).size).toBe(1)
  await page.getByRole('navigation', { name: 'Halaman' }).getByRole('link', { name: 'Halaman 2' }).click()
  await expect(page.getByText(/^Menampilkan 11 - \d+ dari \d+ produk$/)).toBeVisible()
  const size = page.getByLabel('Tampilkan')
  await expect(size.getByRole('option')).toHaveText(['10', '20', '50', '100'])
  await size.selectOption('50')
  await expect(page.getByText(/^Menampilkan 1 - \d+ dari \d+ produk$/)).toBeVisible()
  await expect(page).toHaveURL(/size=50/)
})

sellerTest('a product is shared by an app of the phone, or else by WhatsApp', async ({ page, shop }) => {
  const product = await shop.makeProduct({ name: 'Kue Bagi', price: 45_000 })
  await page.addInitScript(() => {
    const shared: unknown[] = []
    Object.assign(window, { shared })
    navigator.share = async (data) => void shared.push(data)
  })
  const link = `${shop.url}/products/kue-bagi-${product.id}`
  await visit(page, '/admin/manage-products?query=Kue+Bagi')
  const share = () => chooseOf(page, product, 'Bagikan')
  await share()
  const shared = await page.evaluate(() => (window as unknown as { shared: { url: string }[] }).shared)
  expect(shared.map(({ url }) => url)).toEqual([link])
  await page.evaluate(() => Object.assign(navigator, { share: undefined }))
  await share()
  const whatsapp = await page.getByRole('link', { name: 'Kirim lewat WhatsApp' }).getAttribute('href')
  expect(new URL(whatsapp ?? '').searchParams.get('text')).toContain(link)
  expect((await page.getByRole('dialog').boundingBox())?.width).toBeGreaterThan(300)
})
