import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { publishPictureChange } from '../../products/catalog-change.ts'
import { useShop } from '../../testing/make-shop.ts'
import { makePicture } from '../../testing/pictures.ts'
import { storePicture } from '../../testing/store-picture.ts'
import { makeFullSets } from '../make-full-sets.ts'

const shop = useShop()

interface Pictured {
  image: string
  image_look: string | null
  images: string[]
  images_look: (string | null)[]
}

test('a picture has one address for ever: each answer has its colours from the upload on, and names its full set later', async () => {
  const image = await storePicture(shop.media, await makePicture({ width: 33 }))
  const group_id = randomUUID()
  const product = await shop.product({ name: 'Nastar', image, more_images: ['b'.repeat(32)], group_id })
  await shop.product({ name: 'Sagu', group_id })
  const [ani, sari] = [await shop.customer(), await shop.admin()]
  const orderId = await ani.buy(product)
  await ani.addToCart(product, 1)
  const placesOf = async () => {
    const page = (await shop.ask<Pictured & { sizes: Pictured[] }>('GET', `/products/${product.id}`)).body.data
    const read = async (path: string, by = ani) => (await by.ask<Pictured[]>('GET', path)).body.data[0]
    const lists = [await read('/products?query=nastar'), await read('/admin/products?query=nastar', sari)]
    return {
      images: [page.images, page.images_look],
      places: [
        ...[page, page.sizes.find(({ image }) => image), ...lists],
        (await ani.cart())[0]?.product,
        (await ani.order(orderId)).order_items[0]?.product,
        (await ani.orders()).data[0]?.order_items[0]?.product,
        await read('/notifications'),
      ].map((place) => place && [place.image, place.image_look]),
    }
  }
  const [first, second] = [image, 'b'.repeat(32)].map((hash) => `${shop.origin}/media/${hash}-640.webp`)
  const colors = expect.stringMatching(/^[0-9a-f]{9}$/)
  expect(await placesOf()).toEqual({
    images: [
      [first, second],
      [colors, null],
    ],
    places: Array.from({ length: 8 }, () => [first, colors]),
  })
  await makeFullSets({ db: shop.db, media: shop.media, onChange: publishPictureChange }, new AbortController().signal)
  const look = expect.stringMatching(/^full:[0-9a-f]{9}$/)
  await expect.poll(placesOf).toEqual({
    images: [
      [first, second],
      [look, null],
    ],
    places: Array.from({ length: 8 }, () => [first, look]),
  })
})
