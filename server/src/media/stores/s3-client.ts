import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { limitConcurrency } from '../../platform/concurrency/limit-concurrency.ts'
import { TemporaryFailure } from '../../platform/temporary-failure.ts'

/** The address of the objects, and the keys that sign the requests. */
export interface S3Settings {
  /** The origin of the service, without the bucket. */
  endpoint: string
  region: string
  bucket: string
  key: string
  secret: string
  /** The beginning of each object's name: empty, or with a slash at the end. */
  prefix: string
  /** True: the bucket is the first part of the path. False: it is part of the host's name. */
  pathStyle: boolean
}

export interface S3Patience {
  /** The time until a request is abandoned and sent again, and the time until an answer is complete. */
  attemptMs: number
  /** The same for a request with a body. */
  uploadMs: number
  attempts: number
  /** The pause before the second attempt. It doubles before each further one. */
  pauseMs: number
  /** The pause after all attempts of a request got no answer: requests that wait are refused soon. */
  restMs: number
}

const defaultPatience: S3Patience = { attemptMs: 4_000, uploadMs: 15_000, attempts: 3, pauseMs: 100, restMs: 2_000 }

/** Further requests wait for a place. If too many wait they are refused at once. */
const places = { running: 64, waiting: 1_000 }

export interface S3Answer {
  status: number
  body: Buffer
  lastModified: string | null
  /** The code in the body of an error, such as NoSuchKey. */
  code: string | undefined
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** The object's name with the prefix. Undefined for the bucket itself. */
  key?: string
  query?: Record<string, string>
  body?: Uint8Array
  type?: string
}

/** The service answers no request, or not this one. A later request may succeed. */
export class StoreAway extends TemporaryFailure {
  override readonly what = 'the store of pictures'
  /** Undefined if there was no answer. */
  readonly status: number | undefined
  readonly s3Code: string | undefined

  constructor(message: string, { status, code, cause }: { status?: number; code?: string; cause?: unknown } = {}) {
    super(message, { cause })
    this.status = status
    this.s3Code = code
  }
}

export type S3Send = (request: S3Request) => Promise<S3Answer>

/**
 * Sends signed requests to one bucket. An answer is read whole, so that half an object never counts as all of it. Without
 * an answer, or if the service is busy (429) or broken (5xx), the request is sent again a few times. A request that arrives
 * twice has the same effect.
 * @returns a function that throws StoreAway for every answer but 2xx and 404
 */
export function openS3Client(settings: S3Settings, patience: Partial<S3Patience> = {}): S3Send {
  const { attemptMs, uploadMs, attempts, pauseMs, restMs } = { ...defaultPatience, ...patience }
  const signingKeys = new Map<string, ArrayBuffer>()
  const inPlace = limitConcurrency(places)
  let restsUntil = 0

  async function sendOnce(request: S3Request): Promise<S3Answer> {
    const limit = new AbortController()
    const timeout = Promise.withResolvers<never>()
    // The timer refers to both, because a signal to which only a Request refers is collected and then never aborts.
    const timer = setTimeout(
      () => {
        const error = new Error('no complete answer in time')
        limit.abort(error)
        timeout.reject(error)
      },
      request.body ? uploadMs : attemptMs,
    )
    timeout.promise.catch(() => {}) // the race below may be over
    try {
      return await Promise.race([sendSigned(settings, request, signingKeys, limit.signal), timeout.promise])
    } catch (cause) {
      const why =
        cause instanceof Error ? ((cause.cause as Error | undefined)?.message ?? cause.message) : String(cause)
      throw new StoreAway(`The S3 store at ${settings.endpoint} does not answer: ${why}`, { cause })
    } finally {
      clearTimeout(timer)
    }
  }

  async function send(request: S3Request): Promise<S3Answer> {
    if (performance.now() < restsUntil)
      throw new StoreAway(`The S3 store at ${settings.endpoint} did not answer just now`)
    for (let attempt = 1; ; attempt++) {
      const answer = await sendOnce(request).catch((error: StoreAway) => error)
      const isFailure = answer instanceof StoreAway
      const mayHelp = isFailure || answer.status === 429 || answer.status >= 500
      if (!mayHelp || attempt >= attempts) {
        if (isFailure) {
          restsUntil = performance.now() + restMs
          throw answer
        }
        if ((answer.status >= 200 && answer.status < 300) || answer.status === 404) return answer
        throw refused(settings, answer)
      }
      await wait(pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }
  return (request) => inPlace(() => send(request))
}

async function sendSigned(
  settings: S3Settings,
  request: S3Request,
  signingKeys: Map<string, ArrayBuffer>,
  signal: AbortSignal,
): Promise<S3Answer> {
  const { method, body, type } = request
  const { key: accessKeyId, secret: secretAccessKey, region } = settings
  const headers: Record<string, string> = {}
  if (body) headers['x-amz-content-sha256'] = createHash('sha256').update(body).digest('hex')
  if (type !== undefined) headers['content-type'] = type
  const signer = new AwsV4Signer({
    method,
    url: urlOf(settings, request).href,
    headers,
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    cache: signingKeys,
  })
  const signed = await signer.sign()
  const answer = await fetch(signed.url, {
    method,
    headers: signed.headers,
    redirect: 'manual', // the signature is valid for this host only
    signal,
    ...(body && { body: Buffer.from(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength) }),
  })
  const content = Buffer.from(await answer.arrayBuffer())
  const { status } = answer
  const lastModified = answer.headers.get('last-modified')
  return { status, body: content, lastModified, code: status < 300 ? undefined : codeIn(content) }
}

export function refused({ endpoint, bucket }: S3Settings, { status, code }: Pick<S3Answer, 'status' | 'code'>) {
  const named = code === undefined ? `${status}` : `${status} ${code}`
  return new StoreAway(`The S3 store at ${endpoint} answers ${named} for the bucket ${bucket}`, {
    status,
    ...(code !== undefined && { code }),
  })
}

function urlOf({ endpoint, bucket, pathStyle }: S3Settings, { key = '', query = {} }: S3Request): URL {
  const url = new URL(endpoint)
  const path = key.split('/').map(encodeURIComponent).join('/')
  if (pathStyle) url.pathname = `/${bucket}/${path}`
  else {
    url.hostname = `${bucket}.${url.hostname}`
    url.pathname = `/${path}`
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

const codeIn = (body: Buffer): string | undefined => /<Code>([A-Za-z0-9]+)<\/Code>/.exec(body.toString('utf8'))?.[1]
