/** A device asks for pushes. */
import { expect, test } from './fixtures.ts'
import { visit } from './screen.ts'
import { oneOrigin } from './set-ups.ts'

test.use({ serviceWorkers: 'allow' })

test('the permission for pushes is asked by the button, and by nothing before it', async ({ openBrowser, shop }) => {
  const buyer = await shop.makeBuyer()
  const page = await openBrowser(buyer)
  await page.context().grantPermissions(['notifications'], { origin: oneOrigin.url })
  await page.addInitScript(() => {
    const asked = { times: 0 }
    Object.assign(window, { asked })
    Notification.requestPermission = async () => {
      asked.times += 1
      return 'denied'
    }
  })
  await visit(page, '/notifications')
  const timesAsked = () => page.evaluate(() => (window as unknown as { asked: { times: number } }).asked.times)
  await page.getByRole('button', { name: 'Kabari saya di perangkat ini' }).click()
  await expect(page.getByLabel('Kabar pesanan Anda')).toBeChecked()
  await expect(page.getByLabel('Pesanan dibayar'), 'what only sellers hear').toHaveCount(0)
  expect(await timesAsked()).toBe(0)
  await page.getByRole('button', { name: 'Nyalakan' }).click()
  await expect(page.getByText('Izin notifikasi ditolak.').first()).toBeVisible()
  expect(await timesAsked()).toBe(1)
})
