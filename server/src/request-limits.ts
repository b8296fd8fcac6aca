/** Which kind of place the gate gives a request, and the largest body that it accepts. */
import type { IncomingMessage } from 'node:http'
import type { RouteOptions } from 'fastify'
import { needsSession } from './people/login/guards.ts'
import type { Turn } from './platform/http/gate/held-requests.ts'

const read: Turn = { place: 'reads', units: 1 }
const usual: Turn = { place: 'usual', units: 1 }
/** Most of them hash a password. */
const login: Turn = { place: 'logins', units: 1 }

/** Monitoring asks for these. */
const watched = ['/healthz', '/readyz', '/metrics']
/** Requests that are no pages, and reads whose address strangers can't invent. */
const usualPaths = ['/api/', '/assets/', '/media/', '/snap/', '/bca/', '/_sandbox/', '/v2/']

/** The reads of strangers: pages, products and places. Each invented address is looked up. */
export function turnOf({ method, url = '' }: IncomingMessage): Turn {
  if (watched.includes(url)) return undefined
  const [path = ''] = url.split('?', 1)
  // An encoded path may lead to any route.
  if (/^\/api\/(products|places)/.test(path) || path.includes('%')) return read
  if (method !== 'GET' && (path.startsWith('/api/auth/') || path.endsWith('/password'))) return login
  return usualPaths.some((beginning) => path.startsWith(beginning)) ? usual : read
}

/** Strangers send short bodies, and so do carts and orders. A larger body needs a session, which can be ended. */
export const takesLongBodies = (route: RouteOptions): boolean =>
  needsSession(route) && !/^\/api\/(carts|orders)(\/|$)/.test(route.url)
