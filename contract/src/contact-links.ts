/** Links to contacts of a person or of the shop. */

/**
 * The URL of a chat in WhatsApp.
 * @param phone  as it was written; a national number (0812…) gets Indonesia's country code 62
 */
export const whatsappUrl = (phone: string): string => `https://wa.me/${internationalDigits(phone)}`

/** @param account  its name, without an `@` */
const instagramUrl = (account: string): string => `https://www.instagram.com/${account}/`

/** @param page  the part after the host: `camilanrumahan`, `profile.php?id=123` */
const facebookUrl = (page: string): string => `https://www.facebook.com/${page}`

function internationalDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  if (phone.trim().startsWith('+')) return digits.replace(/^620/, '62')
  if (digits.startsWith('00')) return digits.slice(2)
  if (digits.startsWith('0')) return `62${digits.slice(1)}`
  return digits.startsWith('8') ? `62${digits}` : digits.replace(/^620/, '62')
}

type ContactKind = 'instagram' | 'facebook' | 'whatsapp'

export interface ContactLink {
  kind: ContactKind
  name: string
  url: string
  /** The number or the account, as people write it. */
  text: string
}

/** The contacts of the shop that its seller has given. */
export function contactLinks({ instagram, facebook, whatsapp }: Record<ContactKind, string | null>): ContactLink[] {
  const links: ContactLink[] = []
  if (instagram)
    links.push({ kind: 'instagram', name: 'Instagram', url: instagramUrl(instagram), text: `@${instagram}` })
  if (facebook)
    links.push({ kind: 'facebook', name: 'Facebook', url: facebookUrl(facebook), text: facebookName(facebook) })
  if (whatsapp) links.push({ kind: 'whatsapp', name: 'WhatsApp', url: whatsappUrl(whatsapp), text: whatsapp })
  return links
}

/** An address such as `profile.php?id=123` contains no name. */
const facebookName = (page: string) => (/^[\w.-]+$/.test(page) && page !== 'profile.php' ? page : 'Facebook')
