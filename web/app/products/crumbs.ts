/** The pages above a page of the catalogue, as its breadcrumbs show them. */
import type { Term } from '@camilan/contract/terms'
import { href } from 'react-router'
import type { Crumb } from '~/platform/pages/public-meta'

const home: Crumb = { label: 'Beranda', to: href('/') }
export const allProducts: Crumb = { label: 'Semua Produk', to: href('/products') }

export const categoryCrumb = ({ code, label }: Term): Crumb => ({ label, to: `${href('/products')}?category=${code}` })

export const aboveCategory: readonly Crumb[] = [home, allProducts]

/** What is hidden is in no navigation. */
export const categoryAbove = (category: Term | undefined): Crumb | undefined =>
  category?.is_visible ? categoryCrumb(category) : undefined

export function aboveProduct(category: Term | undefined): readonly Crumb[] {
  const crumb = categoryAbove(category)
  return crumb ? [...aboveCategory, crumb] : aboveCategory
}
