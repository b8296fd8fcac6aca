/** Addresses at which a person or the shop is reached. */

/**
 * The URL of a chat in WhatsApp.
 * @param phone  as it was written; a national number (0812…) gets Indonesia's country code 62
 */
export const whatsappUrl = (phone: string): string => `https://wa.me/${internationalDigits(phone)}`

/** @param account  its name, without an `@` */
export const instagramUrl = (account: string): string => `https://www.instagram.com/${account}/`

/** @param page  what follows the host: `camilanrumahan`, `profile.php?id=123` */
export const facebookUrl = (page: string): string => `https://www.facebook.com/${page}`

function internationalDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  if (phone.trim().startsWith('+')) return digits.replace(/^620/, '62')
  if (digits.startsWith('00')) return digits.slice(2)
  if (digits.startsWith('0')) return `62${digits.slice(1)}`
  return digits.startsWith('8') ? `62${digits}` : digits.replace(/^620/, '62')
}
