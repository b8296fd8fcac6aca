/// <reference lib="dom" />
/** A device asks for pushes, and shows them. */
import { chromium } from '@playwright/test'
import { fullChromium } from './find-chromium.ts'
import { expect, buyerTest as test } from './fixtures.ts'
import { visit } from './screen.ts'
import { oneOrigin } from './set-ups.ts'

test.use({ serviceWorkers: 'allow' })

test('the permission for pushes is asked by the button, and by nothing before it', async ({ page }) => {
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

test('a browser without pushes says so, and what an iPhone needs', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
  await visit(page, '/notifications')
  await expect(page.getByText('di iPhone bisa, setelah toko dipasang di layar utama')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Kabari saya di perangkat ini' })).toHaveCount(0)
})

test('a push is shown, and a press on it opens its page @thorough', async ({ launchOptions, shop, faults }) => {
  const executablePath = fullChromium()
  test.skip(executablePath === undefined, 'the headless shell refuses every permission for notifications')
  const browser = await chromium.launch({ ...launchOptions, ...(executablePath && { executablePath }) })
  const context = await browser.newContext()
  await faults.watch(context, shop.url)
  await context.grantPermissions(['notifications'], { origin: shop.url })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await page.goto(`${shop.url}/products`)
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready))
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('no service worker')

  const message = { title: 'Pesanan dibayar', body: 'Pesanan #1', tag: '1', url: '/admin/manage-orders/order/1' }
  const deliver = async () =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      ...{ origin: shop.url, registrationId: await registration },
      data: JSON.stringify(message),
    })
  const shown = () =>
    page.evaluate(async () => {
      const { ready } = navigator.serviceWorker
      return (await (await ready).getNotifications()).map(({ title, body, tag, data: url }) => ({
        title,
        body,
        tag,
        url,
      }))
    })
  await deliver()
  await expect.poll(shown).toEqual([message])
  await deliver()
  await expect.poll(shown, 'a second one of an order takes the place of the first').toEqual([message])

  // Nothing presses a notification of a headless browser: the worker gets the event, and its two effects, which need a
  // real press, are recorded.
  const press = (url: string) =>
    worker.evaluate(async (data) => {
      const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; clients: object }
      const effect = Promise.withResolvers<string>()
      const prototypeOf = (name: string) =>
        (globalThis as unknown as Record<string, { prototype: object }>)[name]?.prototype
      Object.assign(prototypeOf('Clients') ?? {}, { openWindow: (opened: string) => effect.resolve(`opens ${opened}`) })
      Object.assign(prototypeOf('WindowClient') ?? {}, {
        focus(this: { url: string }) {
          effect.resolve(`focuses ${this.url}`)
        },
      })
      await scope.registration.showNotification('Uji', { tag: '1', data })
      const [notification] = await scope.registration.getNotifications()
      const event = Object.assign(new Event('notificationclick'), { notification, waitUntil() {} })
      dispatchEvent(event)
      return effect.promise
    }, url)
  expect(await press(message.url)).toBe(`opens ${shop.url}${message.url}`)
  expect(await shown(), 'it is closed').toEqual([])
  expect(await press('/products')).toBe(`focuses ${shop.url}/products`)
  await browser.close()
})
