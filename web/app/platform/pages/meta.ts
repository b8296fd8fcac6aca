import type { ShopInfo } from '@camilan/contract/shop'
import type { MetaDescriptor } from 'react-router'

interface Match {
  id: string
  loaderData?: unknown
}

/** The root loader's data inside a route's `meta`; undefined if that loader failed. */
export function shopOf(matches: readonly (Match | undefined)[]): ShopInfo | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as ShopInfo | undefined
}

export const fullTitle = (title: string, shop: ShopInfo | undefined) => `${title} · ${shop?.name ?? 'Camilan'}`

export const titled = (matches: readonly (Match | undefined)[], title: string): MetaDescriptor => ({
  title: fullTitle(title, shopOf(matches)),
})

/** The `meta` of a page that search engines must not index. */
export function privatePage(title: string) {
  return ({ matches }: { matches: readonly (Match | undefined)[] }): MetaDescriptor[] => [
    titled(matches, title),
    { name: 'robots', content: 'noindex' },
  ]
}
