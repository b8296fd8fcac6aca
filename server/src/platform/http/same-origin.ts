import type { FastifyRequest } from 'fastify'
import { ShopError } from '../errors.ts'

/** A page of another site sent the request, or no page at all. */
export class NotSameOrigin extends ShopError<'FORBIDDEN'> {
  constructor() {
    super('FORBIDDEN', { sentence: 'Permintaan ini hanya diterima dari halaman toko ini sendiri.' })
  }
}

/**
 * An `onRequest` hook that accepts only requests of the shop's own pages, also if CORS_ORIGINS names other sites. Every
 * browser names the origin of a POST in Origin, and newer ones compare it themselves (Sec-Fetch-Site). The shop may be
 * opened at another host than that of `publicUrl`, such as an IP address in the seller's network.
 */
export function sameOrigin(publicUrl: string) {
  return async ({ headers, host }: FastifyRequest): Promise<void> => {
    const { origin, 'sec-fetch-site': site = 'same-origin' } = headers
    const isOurs = origin !== undefined && (origin === publicUrl || hostOf(origin) === host)
    if (!isOurs || site !== 'same-origin') throw new NotSameOrigin()
  }
}

function hostOf(origin: string): string | undefined {
  return URL.parse(origin)?.host
}
