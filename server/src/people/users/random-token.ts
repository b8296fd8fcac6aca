import { hash, randomBytes } from 'node:crypto'

/** 256 random bits as text for a header or a URL. The token alone gives access. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** The form stored in the database. Tokens are random, so a fast hash is enough to protect them if the table is stolen. */
export const hashOfToken = (token: string): Buffer => hash('sha256', token, 'buffer')
