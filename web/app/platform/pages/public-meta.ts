/** The metadata of a public page for search engines and link previews. */
import type { ShopInfo } from '@camilan/contract/shop'
import type { MetaDescriptor } from 'react-router'

interface PublicPage {
  title: string
  /** The title of a preview, which names the shop separately. */
  heading: string
  description: string
  /** The one URL of this page, relative to the shop. */
  path: string
  type?: 'website' | 'product'
  /** Absolute, of 1200 × 630 px. */
  image?: string
}

/** Previews show a picture of this size without cropping. All pictures of the shop have one. */
const imageSize = { width: '1200', height: '630' }

export function publicMeta(shop: ShopInfo, page: PublicPage): MetaDescriptor[] {
  const { title, heading, description, path, type = 'website', image = `${shop.publicUrl}/og-placeholder.jpg` } = page
  const url = shop.publicUrl + path
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: shop.name },
    { property: 'og:locale', content: 'id_ID' },
    { property: 'og:url', content: url },
    { property: 'og:title', content: heading },
    { property: 'og:description', content: description },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: imageSize.width },
    { property: 'og:image:height', content: imageSize.height },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** The preview of a link whose page is private: it names the shop, and nothing of the page. */
export function privatePreview(shop: ShopInfo, page: Pick<PublicPage, 'heading' | 'description'>): MetaDescriptor[] {
  const all = publicMeta(shop, { ...page, title: '', path: '' })
  return all.filter((meta) => 'property' in meta && meta.property !== 'og:url')
}

/** Data for search engines. React Router escapes it. No browser runs it as a script. */
export function structuredData(data: { '@type': string; [property: string]: unknown }): MetaDescriptor {
  return { 'script:ld+json': { '@context': 'https://schema.org', ...data } as never }
}

/** A page above another one. */
export interface Crumb {
  label: string
  to: string
}

/** The way to a page. The page itself is the last item. */
export function breadcrumbData({ publicUrl }: ShopInfo, crumbs: readonly Crumb[]): MetaDescriptor {
  return structuredData({
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ label, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: publicUrl + to,
    })),
  })
}
