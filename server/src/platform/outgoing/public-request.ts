/** Requests to addresses that somebody has named: they must not reach the shop's own network. */
import { lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

// Two lists, because a list with ::ffff:0:0/96 contains every IPv4 address.
const notPublic = { ipv4: new BlockList(), ipv6: new BlockList() }
const ipv4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3'
const ipv6 =
  '::/96 ::ffff:0:0/96 64:ff9b::/32 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7 fe80::/9 ff00::/8'
for (const [family, subnets] of [
  ['ipv4', ipv4],
  ['ipv6', ipv6],
] as const) {
  for (const [net = '', prefix] of subnets.split(' ').map((subnet) => subnet.split('/'))) {
    notPublic[family].addSubnet(net, Number(prefix), family)
  }
}

export function isPublicAddress(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return !notPublic[family].check(address, family)
}

export interface Reach {
  isAllowed: (address: string) => boolean
  /** The certificate of a server in a test. */
  ca?: string
}

const timeoutMs = 10_000

interface PublicRequest {
  url: string
  method: 'GET' | 'POST'
  headers?: Record<string, string | number>
  body?: Buffer
}

/**
 * Ask once over HTTPS, without following a redirect. The connection goes to an address that was checked, whatever the name
 * resolves to later. It ends after ten seconds, also while its answer is read.
 * @returns the answer, which the caller reads or destroys
 * @throws {AddressRefused} it is no public address of HTTPS
 */
export async function requestPublic(
  { url: address, method, headers = {}, body }: PublicRequest,
  { isAllowed, ca }: Reach,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const url = URL.parse(address)
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
  // A connection to an address looks nothing up.
  if (url?.protocol !== 'https:' || (isIP(host) !== 0 && !isAllowed(host))) throw new AddressRefused()
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      headers,
      ca,
      agent: false,
      lookup: lookupAllowed(isAllowed),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    sent.on('error', reject)
    sent.on('response', resolve)
    sent.end(body)
  })
}

export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

const lookupAllowed =
  (isAllowed: Reach['isAllowed']): LookupFunction =>
  (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const first = addresses?.[0]
      if (error || !first) return done(error ?? new AddressRefused(), '')
      if (!addresses.every(({ address }) => isAllowed(address))) return done(new AddressRefused(), '')
      return options.all ? done(null, addresses) : done(null, first.address, first.family)
    })
