/** What a customer's browser does at a proxy: HTTP/2 over TLS, whose certificate is checked. */
import { once } from 'node:events'
import http2 from 'node:http2'
import { Readable } from 'node:stream'
import { domain, type RunningProxy } from './proxies.ts'

interface AskOptions {
  method?: string
  headers?: Record<string, string> | undefined
  body?: Uint8Array
  /** The customer's IP address. */
  from?: string
}

type Target = Pick<RunningProxy, 'httpsPort' | 'certificate'>

/** @returns when the answer begins: `text` is what of it has arrived */
export async function openAnswer({ httpsPort, certificate }: Target, path: string, request: AskOptions = {}) {
  const { method = 'GET', headers = {}, body, from = '127.0.0.1' } = request
  const options = { ca: certificate, servername: domain, localAddress: from }
  const session = http2.connect(`https://127.0.0.1:${httpsPort}`, options as http2.SecureClientSessionOptions)
  await once(
    session.on('error', () => {}),
    'connect',
  )
  const length = body ? { 'content-length': String(body.length) } : {}
  const stream = session.request({ ':path': path, ':method': method, ':authority': domain, ...length, ...headers })
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {})
  // An answer may be complete although the rest of the request was not read.
  const ended = once(stream, 'end').catch(() => {})
  // In pieces, like a browser, so that an early answer is read before all is sent.
  if (body) Readable.from(piecesOf(body)).pipe(stream)
  else stream.end()
  const [head] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders & http2.IncomingHttpStatusHeader]
  return {
    status: Number(head[':status']),
    headers: head,
    body: () => Buffer.concat(chunks),
    text: () => Buffer.concat(chunks).toString(),
    ended,
    close: () => session.destroy(),
  }
}

export async function ask(proxy: Target, path: string, request?: AskOptions) {
  const { status, headers, ended, close, ...answer } = await openAnswer(proxy, path, request)
  await ended
  close()
  return { status, headers, body: answer.body(), text: answer.text() }
}

function* piecesOf(body: Uint8Array): Iterable<Uint8Array> {
  const size = 64 * 1024
  for (let start = 0; start < body.length; start += size) yield body.subarray(start, start + size)
}
