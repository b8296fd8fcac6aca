import type { Product } from '@camilan/contract/catalog'
import { categoryLabels, weightLabels } from '@camilan/contract/catalog-values'
import { imageForPreview } from '@camilan/contract/images'
import type { ShopInfo } from '@camilan/contract/shop'
import { href, type MetaDescriptor } from 'react-router'

const maxDescriptionLength = 160

/** For search engines and link previews. */
export function productMeta(product: Product, shop: ShopInfo): MetaDescriptor[] {
  const url = shop.publicUrl + href('/products/:productId', { productId: product.id })
  const title = `${product.name} ${weightLabels[product.weight]}`
  const description = shortened(product.description)
  const picture = product.image ? imageForPreview(product.image) : `${shop.publicUrl}/og-placeholder.jpg`
  return [
    { title: `${title} · ${shop.name}` },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'product' },
    { property: 'og:site_name', content: shop.name },
    { property: 'og:locale', content: 'id_ID' },
    { property: 'og:url', content: url },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:image', content: picture },
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: product.name,
        description: product.description,
        image: picture,
        sku: product.id,
        category: categoryLabels[product.category],
        offers: {
          '@type': 'Offer',
          url,
          price: product.price,
          priceCurrency: 'IDR',
          availability: `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
          seller: { '@type': 'Organization', name: shop.name },
        },
      },
    },
  ]
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= maxDescriptionLength ? line : `${line.slice(0, maxDescriptionLength - 1).trimEnd()}…`
}
