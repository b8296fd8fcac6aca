/** Where the gate lets a request run, and how much it may bring. */
import type { IncomingMessage } from 'node:http'
import type { RouteOptions } from 'fastify'
import type { Turn } from './platform/http/gate.ts'

const read: Turn = { place: 'reads', units: 1 }
const usual: Turn = { place: 'usual', units: 1 }
/** Most of them hash a password. */
const login: Turn = { place: 'logins', units: 1 }

/** Whoever watches the server asks for these. */
const watched = ['/healthz', '/readyz', '/metrics']
/** What is no page, and no read that strangers can make up. */
const usualPaths = ['/api/', '/assets/', '/media/', '/snap/', '/bca/', '/_sandbox/', '/v2/']

/** What strangers may read: pages and products. Each address that is made up would be looked for in the database. */
export function turnOf({ method, url = '' }: IncomingMessage): Turn {
  if (watched.includes(url)) return undefined
  const [path = ''] = url.split('?', 1)
  // An encoded path may be any route.
  if (path.startsWith('/api/products') || path.includes('%')) return read
  if (method !== 'GET' && (path.startsWith('/api/auth/') || path.endsWith('/password'))) return login
  return usualPaths.some((beginning) => path.startsWith(beginning)) ? usual : read
}

/** What strangers send is short, and so is a cart or an order: more takes a session that can be ended. */
export const takesLongBodies = ({ url, schema }: RouteOptions): boolean =>
  schema?.security !== undefined && !/^\/api\/(carts|orders)(\/|$)/.test(url)
