/** The answer to bytes that Node can't read as a request, in the form of the API. */
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Failure } from '@camilan/contract/wire'
import { ClientConnection } from './client-connection.ts'
import { noContentHeaders } from './no-content-policy.ts'

const sentences = {
  400: 'Permintaan tidak bisa dibaca.',
  408: 'Permintaan terlalu lama sampai.',
}

/** The rest of the request is read and dropped for this time. A connection that closes earlier loses the answer. */
const drainMs = 1_000

/**
 * For a malformed request, headers over Node's limit of 16 KB, and a request over the server's timeouts. Each is answered
 * in the contract's form, and its connection is closed.
 */
export function unreadableRequests() {
  const refused = new WeakSet<Duplex>()

  return ({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void => {
    if (refused.has(socket)) return // the rest of the request, which is dropped
    const response = socket instanceof ClientConnection ? socket.held[0]?.response : undefined
    // In the middle of a response an answer would be read as a part of it.
    const interrupts = response?.headersSent && !response.writableFinished
    const status = statusOf(code)
    if (!status || !socket.writable || interrupts) return void socket.destroy()
    refused.add(socket)
    socket.end(answer(status))
    socket.resume()
    setTimeout(() => socket.destroy(), drainMs).unref()
  }
}

/** @returns undefined for an error of the connection, because no client can receive an answer */
function statusOf(code: string): keyof typeof sentences | undefined {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  return code.startsWith('HPE_') ? 400 : undefined
}

function answer(status: keyof typeof sentences): string {
  const sentence = sentences[status]
  const body = JSON.stringify({ errors: sentence, message: sentence, code: 'VALIDATION' } satisfies Failure)
  const headers = {
    ...noContentHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}
