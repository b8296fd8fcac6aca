/** A shop with the samples, as in production, for measurements in a browser. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Product } from '@camilan/contract/catalog'
import { readLook } from '@camilan/contract/images'
import { addSamplePictures } from '../../server/src/testing/sample-pictures.ts'
import { type Ask, askAt, orderForm } from '../../server/src/testing/shop-client.ts'
import { startShopProcess } from '../../server/src/testing/shop-process.ts'

/** @param pictures  `tiny` ones cost a browser almost nothing */
export async function openDemoShop(pictures: 'tiny' | 'whole') {
  const folder = await mkdtemp(path.join(tmpdir(), 'demo-shop-'))
  await addSamplePictures(folder, () => pictures === 'whole')
  const shop = await startShopProcess(
    { connectionString: '' },
    { DATA_DIR: folder, NODE_ENV: 'production', DEMO_DATA: 'on', ALLOW_IN_PRODUCTION: 'sandbox,demo,http' },
  )
  const ask = askAt(shop.origin)
  const productId = await untilPicturesAreMade(ask)
  return {
    origin: shop.origin,
    productId,
    /** @returns the browser's storage of a customer with a full cart and an order */
    async logIn() {
      const credentials = { email: 'pelanggan@camilan.test', password: 'pelanggan123' }
      const { token } = (await ask<{ token: string }>('POST', '/auth/login', { body: credentials })).body.data
      const headers = { authorization: `Bearer ${token}` }
      const add = () => ask('POST', '/carts', { headers, body: { product_id: productId, quantity: 1 } })
      await add()
      await ask('POST', '/orders', { headers, body: orderForm() })
      await add()
      return { token, role: 'false' }
    },
    async close() {
      await shop.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The jobs of a first start give the samples their pictures within seconds. @returns the id of the first product */
async function untilPicturesAreMade(ask: Ask): Promise<string> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { data } = (await ask<Product[]>('GET', '/products?limit=100')).body
    if (data[0] && data.every(({ image_look }) => readLook(image_look).isFull)) return data[0].id
    await wait(1_000)
  }
  throw new Error('The samples have no pictures')
}
