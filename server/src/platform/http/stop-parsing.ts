import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Of a socket of an HTTP server. Node has no public name for it. */
interface Parser {
  onIncoming: (request: IncomingMessage, keepsAlive: boolean) => number
}

/**
 * Make no more requests of what has arrived on a connection. Node reads 64 kB at a time and makes all requests in them,
 * 1,900 short ones, also after the connection was closed; its parser ends with an error when this callback returns -1.
 * Call it in the event `connection`.
 */
export function stopParsingWhen(socket: Socket, isOver: () => boolean): void {
  const { parser } = socket as Socket & { parser?: Parser }
  if (!parser) return
  const { onIncoming } = parser
  parser.onIncoming = (request, keepsAlive) => {
    if (isOver()) return -1
    const next = onIncoming(request, keepsAlive)
    return isOver() ? -1 : next // else the body of a request whose connection was closed would still be parsed
  }
}
