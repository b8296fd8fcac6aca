import { hash, randomBytes, randomInt } from 'node:crypto'

/** 256 random bits as text for a header or a URL. The token alone gives access. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** The form stored in the database. Tokens are random, so a fast hash is enough to protect them if the table is stolen. */
export const hashOfToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Without letters and digits that are mistaken for others. 4 of them have 19 bits. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** To be typed: so many times 4 letters and digits, as in `A2B3-C4D5`. */
export function randomCode(parts: number): string {
  const part = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: parts }, part).join('-')
}
