import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { S3Settings } from '../media/s3-client.ts'
import { listen } from './free-port.ts'
import { useOpened } from './use-opened.ts'

const account = { key: 'KUNCI-UJI', secret: 'rahasia uji' }
const bucket = 'toko'

let prefixes = 0

/** An S3 service for this test file. Each call of `settings` gives an unused part of the bucket. */
export const useS3 = () =>
  useOpened(
    async () => {
      const server = startS3Server()
      const endpoint = `http://127.0.0.1:${await listen(server)}`
      return { settings: () => ({ ...settingsAt(endpoint), prefix: `uji-${++prefixes}/` }), server }
    },
    ({ server }) => {
      server.closeAllConnections()
      server.close()
    },
  )

/** The part of S3 that the shop uses, with one bucket in memory. It refuses wrong signatures, as S3 does. */
function startS3Server() {
  const objects = new Map<string, Buffer>()
  return createServer(async (request, response) => {
    const { method, url = '' } = request
    const { pathname, searchParams } = new URL(url, 'http://s3')
    const [, inBucket, ...names] = pathname.split('/')
    const key = names.join('/')
    const body = await buffer(request)
    const answer = (status: number, content: Buffer | string = '') => void response.writeHead(status).end(content)
    const refuse = (status: number, code: string) => answer(status, `<Error><Code>${code}</Code></Error>`)
    const problem = problemWith(request, body)
    if (problem) return refuse(403, problem)
    if (inBucket !== bucket) return refuse(404, 'NoSuchBucket')
    if (key === '') return answer(200, listOf([...objects.keys()].sort(), searchParams))
    if (method === 'PUT') {
      objects.set(key, body)
      return answer(200)
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return answer(204)
    }
    const object = objects.get(key)
    return object ? answer(200, object) : refuse(404, 'NoSuchKey')
  })
}

/** The token of the next page has a character that XML escapes. */
function listOf(keys: string[], query: URLSearchParams): string {
  const after = query.get('continuation-token')?.slice(1) ?? ''
  const found = keys.filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
  const page = found.slice(0, Number(query.get('max-keys')))
  const next = found.length > page.length && `<NextContinuationToken>&amp;${page.at(-1)}</NextContinuationToken>`
  return `<ListBucketResult>${page.map((key) => `<Key>${key}</Key>`).join('')}${next || ''}</ListBucketResult>`
}

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

/** Signatures of version 4, from the documentation of AWS and without the library that signs. */
function problemWith({ method, url = '', headers }: IncomingMessage, body: Buffer): string | undefined {
  const [, key, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (key !== account.key) return 'InvalidAccessKeyId'
  const hash = String(headers['x-amz-content-sha256'])
  if (body.length > 0 && hash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const { pathname, searchParams } = new URL(url, 'http://s3')
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).sort()
  const signed = names.split(';').map((name) => `${name}:${headers[name]}\n`)
  const canonical = [method, pathname, query.join('&'), signed.join(''), names, hash].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const signingKey = scope.split('/').reduce<Buffer | string>(hmac, `AWS4${account.secret}`)
  return hmac(signingKey, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}

export const settingsAt = (endpoint: string): S3Settings => ({
  endpoint,
  region: 'us-east-1',
  bucket,
  ...account,
  prefix: '',
  pathStyle: true,
})

/** The variables of the environment with these settings. */
export const environmentOf = (settings: S3Settings): Record<string, string> => ({
  MEDIA_S3_ENDPOINT: settings.endpoint,
  MEDIA_S3_REGION: settings.region,
  MEDIA_S3_BUCKET: settings.bucket,
  MEDIA_S3_KEY: settings.key,
  MEDIA_S3_SECRET: settings.secret,
  MEDIA_S3_PREFIX: settings.prefix,
})
