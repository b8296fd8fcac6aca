import { splitPicture } from '@camilan/contract/product-pictures'
import { type Control, useWatch } from 'react-hook-form'
import { readNumber } from '~/platform/forms/typed-number'
import { ProductCard } from '~/products/product-card'
import type { KnownPrice, ProductTexts } from './product-numbers'

const numberIn = (text: string) => {
  const read = readNumber(text)
  return read.kind === 'number' ? read.value : undefined
}

/** The card of the product as buyers see it, while it is written. */
export function CardPreview<Checked>({ control }: { control: Control<ProductTexts, KnownPrice, Checked> }) {
  const { name, price, stock, packaging, weight, images } = useWatch({ control }) as ProductTexts
  const [first = ''] = images.split(' ')
  const picture = first ? splitPicture(first) : { image: null, image_look: null }
  return (
    <div className="col-span-6">
      <p className="mb-1.5 text-15 font-semibold">Pratinjau di toko</p>
      <div inert className="isolate w-44 max-w-full narrow:w-full">
        <ProductCard
          heading="h3"
          sizes="176px"
          product={{
            ...{ ...picture, id: '', packaging, weight },
            name: name || 'Nama Produk',
            price: numberIn(price) ?? 0,
            ...{ compare_at_price: null, price_until: null },
            stock: numberIn(stock) ?? Number.POSITIVE_INFINITY,
          }}
        />
      </div>
    </div>
  )
}
