import { kindOf, labelIn } from '@camilan/contract/terms'
import { useShopInfo } from '~/platform/pages/shop-info'

/** The words of the seller's lists for the codes of goods. */
export function useWords() {
  const { terms } = useShopInfo()
  return {
    category: (code: string) => labelIn(terms.categories, code),
    packaging: (code: string) => labelIn(terms.packagings, code),
    /** `Toples 250gram` */
    kind: (product: Parameters<typeof kindOf>[1]) => kindOf(terms, product),
  }
}
