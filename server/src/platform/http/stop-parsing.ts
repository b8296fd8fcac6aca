import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** The parser of a socket of an HTTP server. Node has no public name for it. */
interface Parser {
  onIncoming: (request: IncomingMessage, keepsAlive: boolean) => number
}

/**
 * Parse no more requests from a connection. Node reads 64 kB at a time and makes all requests in them, 1,900 short ones,
 * also after the connection was closed. Its parser ends with an error if this callback returns -1. Call it in the event
 * `connection`.
 */
export function stopParsingWhen(socket: Socket, isOver: () => boolean): void {
  const { parser } = socket as Socket & { parser?: Parser }
  if (!parser) return
  const { onIncoming } = parser
  parser.onIncoming = (request, keepsAlive) => {
    if (isOver()) return -1
    const next = onIncoming(request, keepsAlive)
    return isOver() ? -1 : next // otherwise the body of a request whose connection was closed would still be parsed
  }
}
