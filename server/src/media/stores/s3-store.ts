import path from 'node:path'
import { imageTypes } from '../files/image-files.ts'
import type { MediaStore, StoredFile } from '../files/media-store.ts'
import { openS3Client, refused, type S3Patience, type S3Send, type S3Settings, StoreAway } from './s3-client.ts'

/** The service answers, but refuses these settings. Only the operator can correct them. */
export class StoreRefused extends Error {
  override name = 'StoreRefused'
}

/** A store in a bucket of an S3-compatible service. Objects outside the prefix, or in folders below it, are never changed. */
export function openS3Store(
  settings: S3Settings,
  { namesPerPage = 1_000, ...patience }: Partial<S3Patience> & { namesPerPage?: number } = {},
): MediaStore {
  const { send, requests } = counted(openS3Client(settings, patience))
  const keyOf = (name: string) => `${settings.prefix}${name}`

  async function has(name: string): Promise<boolean> {
    return (await send({ method: 'HEAD', key: keyOf(name) })).status !== 404
  }
  async function read(name: string): Promise<StoredFile | undefined> {
    const answer = await send({ method: 'GET', key: keyOf(name) })
    if (answer.code === 'NoSuchBucket') throw refused(settings, answer)
    if (answer.status === 404) return undefined
    return { content: answer.body, storedAt: answer.lastModified ? new Date(answer.lastModified) : undefined }
  }
  async function page(token: string | undefined, most = namesPerPage) {
    const query = {
      'list-type': '2',
      prefix: settings.prefix,
      'max-keys': String(most),
      ...(token !== undefined && { 'continuation-token': token }),
    }
    const answer = await send({ method: 'GET', query })
    if (answer.status === 404) throw refused(settings, answer)
    const xml = answer.body.toString('utf8')
    const keys = [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => unescapeXml(key))
    const next = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(xml)?.[1]
    return { keys, next: next === undefined ? undefined : unescapeXml(next) }
  }

  return {
    has,
    requests,
    read,
    get: async (name) => (await read(name))?.content,
    async put(name, bytes) {
      if (await has(name)) return
      const type = imageTypes[path.extname(name)]
      const answer = await send({
        method: 'PUT',
        key: keyOf(name),
        body: bytes,
        ...(type !== undefined && { type }),
      })
      if (answer.status === 404) throw refused(settings, answer)
    },
    async remove(name) {
      await send({ method: 'DELETE', key: keyOf(name) })
    },
    async list() {
      const names: string[] = []
      for (let token: string | undefined; ; ) {
        const { keys, next } = await page(token)
        for (const key of keys) {
          const name = key.slice(settings.prefix.length)
          if (name !== '' && !name.includes('/')) names.push(name)
        }
        if (next === undefined || next === token) return names
        token = next
      }
    },
    async check() {
      try {
        await page(undefined, 1)
      } catch (error) {
        const { status, message } = error as StoreAway
        const isSettings = error instanceof StoreAway && status !== undefined && status < 500 && status !== 429
        if (!isSettings) throw error
        throw new StoreRefused(`${message}: check MEDIA_S3_ENDPOINT, _REGION, _BUCKET, _KEY, _SECRET and _PATH_STYLE.`)
      }
    },
  }
}

function counted(ask: S3Send) {
  const requests = { ok: 0, unavailable: 0 }
  const send: S3Send = async (request) => {
    let outcome: keyof typeof requests = 'unavailable'
    try {
      const answer = await ask(request)
      outcome = 'ok'
      return answer
    } finally {
      requests[outcome] += 1
    }
  }
  return { send, requests }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescapeXml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '')
