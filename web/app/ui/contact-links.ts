import type { ShopInfo } from '@camilan/contract/shop'
import { facebookUrl, instagramUrl, whatsappUrl } from '~/platform/contact-links'

export interface ContactLink {
  name: string
  url: string
  /** The number or the account, as people write it. */
  text: string
}

/** Where the shop can be reached, of what its seller has given. */
export function contactLinks({
  instagram,
  facebook,
  whatsapp,
}: Pick<ShopInfo, 'instagram' | 'facebook' | 'whatsapp'>): ContactLink[] {
  return [
    ...(instagram ? [{ name: 'Instagram', url: instagramUrl(instagram), text: `@${instagram}` }] : []),
    ...(facebook ? [{ name: 'Facebook', url: facebookUrl(facebook), text: facebookName(facebook) }] : []),
    ...(whatsapp ? [{ name: 'WhatsApp', url: whatsappUrl(whatsapp), text: whatsapp }] : []),
  ]
}

/** An address such as `profile.php?id=123` names nothing. */
const facebookName = (page: string) => (/^[\w.-]+$/.test(page) && page !== 'profile.php' ? page : 'Facebook')
