import { isIPv6 } from 'node:net'

/**
 * The network that limits count as one client: an IPv4 address, or the /64 network of an IPv6 address, because one customer
 * of a provider has a whole /64 and can use another of its addresses for each request.
 */
export function clientNetwork(ip: string): string {
  const [address = ''] = ip.split('%') // without the zone of a link-local address
  if (!isIPv6(address)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = canonical(address).split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const left = groups(head)
  const right = groups(tail ?? '')
  const zeros = Array<string>(8 - left.length - right.length).fill('0')
  return `${canonical(`${[...left, ...zeros, ...right].slice(0, 4).join(':')}::`)}/64`
}

/** The shortest form (RFC 5952), in which a URL writes IPv6 addresses. */
const canonical = (ipv6: string) => new URL(`http://[${ipv6}]`).hostname.slice(1, -1)
