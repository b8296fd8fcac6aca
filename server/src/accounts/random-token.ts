import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, fit for a header and an address. Whoever gets it is let in by it. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** What the database keeps. Tokens are random, so a plain hash is enough to make a stolen table worthless. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()
