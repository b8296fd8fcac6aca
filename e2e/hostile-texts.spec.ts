/// <reference lib="dom" />
import { expect, test } from './fixtures.ts'
import { visit } from './screen.ts'
import { unique } from './shop.ts'

const attack = 'document.documentElement.dataset.attacked = "yes"'

test('a product whose name holds a script runs none, on no page and not as data', async ({ page, shop, faults }) => {
  faults.allow(/status of 404/, /^request: .*\.data$/)
  for (const text of [
    `</script><script>${attack}</script>`,
    `<script>${attack}</script>`,
    `<img src=x onerror='${attack}'>`,
  ]) {
    const name = `${unique()} ${text}`.slice(0, 100)
    const product = await shop.makeProduct({ name })
    for (const path of [
      `/products/${product.id}`,
      `/products?query=${encodeURIComponent(name)}`,
      `/${encodeURIComponent(text)}`,
    ]) {
      await visit(page, path)
      await expect(page.locator('html')).not.toHaveAttribute('data-attacked')
    }
    for (const path of [
      `/products/${product.id}.data`,
      `/products/${product.id}%2Edata`,
      `/api/products/${product.id}`,
    ]) {
      await page.goto(path)
      await expect(page.locator('html')).not.toHaveAttribute('data-attacked')
    }
    // The page works with its own scripts, and shows the name as it was written.
    await visit(page, `/products/${product.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await page.getByRole('link', { name: 'Beranda' }).first().click()
    await expect(page).toHaveURL('/')
    await shop.removeProduct(product)
  }
})
