import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

export const requestIdHeader = 'x-request-id'

/** The ids that proxies send, such as nginx's `$request_id` or a UUID. Another text could break a line of a log. */
const saneId = /^[\w.:-]{8,64}$/

/** @returns the id of a request: that of a trusted proxy, or a new one, which is unique and no secret */
export function requestIds(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const processPart = randomBytes(6).toString('hex')
  let count = 0
  const isTrusted = trustProxy.length > 0 ? proxyAddr.compile([...trustProxy]) : undefined
  return ({ headers, socket }) => {
    const given = isTrusted && headers[requestIdHeader]
    if (typeof given === 'string' && saneId.test(given) && isTrusted?.(socket.remoteAddress ?? '', 0)) return given
    count += 1
    return `${processPart}-${count.toString(36)}`
  }
}
