import { expect, test } from './fixtures.ts'
import { visit } from './screen.ts'

test('help shows the seven steps of an order and answers five questions', async ({ openBrowser, shop }) => {
  const page = await openBrowser(await shop.makeBuyer())
  await visit(page, '/help')
  const steps = page.getByRole('region', { name: 'Cara Memesan' })
  await expect(steps.getByRole('listitem')).toHaveCount(7)
  await expect(steps).toContainText('BCA virtual account')
  const questions = page.getByRole('region', { name: 'Pertanyaan Umum' }).getByRole('group')
  await expect(questions).toHaveCount(5)
  await questions.first().getByText('Ke kota mana saja').click()
  await expect(questions.first()).toContainText('2-3 hari')
})

test('about us names the cities that are served, and that others come soon', async ({ openBrowser, shop }) => {
  const page = await openBrowser(await shop.makeBuyer())
  await visit(page, '/about-us')
  const places = page.getByRole('region', { name: 'Ke mana kami mengirim' }).getByRole('listitem')
  await expect(places).toContainText(['Jakarta', 'Bogor', 'Depok', 'Tangerang', 'Bekasi', 'Segera hadir'])
})
