import type { Product } from '@camilan/contract/catalog'
import { imageForPreview } from '@camilan/contract/images'
import { productPath } from '@camilan/contract/product-path'
import type { ShopInfo } from '@camilan/contract/shop'
import { labelIn, termIn, weightLabel } from '@camilan/contract/terms'
import type { MetaDescriptor } from 'react-router'
import { breadcrumbData, publicMeta, structuredData } from '~/platform/pages/public-meta'
import { aboveProduct } from '~/products/crumbs'
import { allergenSentences, shelfLife } from '~/products/food-words'

const maxDescriptionLength = 160

/** For search engines and link previews. */
export function productMeta(product: Product, shop: ShopInfo): MetaDescriptor[] {
  const path = productPath(product)
  const title = `${product.name} ${weightLabel(product.weight)}`
  const image = product.image ? imageForPreview(product.image) : `${shop.publicUrl}/og-placeholder.jpg`
  return [
    ...publicMeta(shop, {
      title: `${title} · ${shop.name}`,
      heading: title,
      description: shortened(product.description),
      path,
      type: 'product',
      image,
    }),
    structuredData({
      '@type': 'Product',
      name: product.name,
      description: product.description,
      image: product.images.length > 1 ? product.images.map(imageForPreview) : image,
      sku: product.id,
      category: labelIn(shop.terms.categories, product.category),
      ...foodData(product),
      ...weightData(product),
      offers: {
        '@type': 'Offer',
        url: shop.publicUrl + path,
        price: product.price,
        priceCurrency: 'IDR',
        ...(product.price_until && { priceValidUntil: product.price_until }),
        availability: `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
        itemCondition: 'https://schema.org/NewCondition',
        seller: { '@type': 'Organization', name: shop.name },
      },
    }),
    breadcrumbData(shop, [
      ...aboveProduct(termIn(shop.terms.categories, product.category)),
      { label: product.name, to: path },
    ]),
  ]
}

/** The facts of food for search engines: schema.org has no other properties for them. */
function foodData(product: Product): { additionalProperty?: object[] } {
  const days = (value: number | null) => value && shelfLife(value)
  const values: Record<string, string | number | null> = {
    Bahan: product.ingredients,
    Alergen: allergenSentences(product.allergens).join(' ') || null,
    'Tahan setelah dibuat': days(product.shelf_life_days),
    'Tahan setelah dibuka': days(product.opened_shelf_life_days),
    'Cara simpan': product.storage,
    'Nomor halal': product.halal_number,
    'Nomor P-IRT': product.pirt_number,
  }
  const written = Object.entries(values).filter(([, value]) => value !== null)
  if (written.length === 0) return {}
  return { additionalProperty: written.map(([name, value]) => ({ '@type': 'PropertyValue', name, value })) }
}

function weightData({ net_weight_grams: value }: Product): { weight?: object } {
  return value ? { weight: { '@type': 'QuantitativeValue', value, unitCode: 'GRM' } } : {}
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= maxDescriptionLength ? line : `${line.slice(0, maxDescriptionLength - 1).trimEnd()}…`
}
