import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { S3Settings } from '../media/stores/s3-client.ts'
import { useOpened } from './use-opened.ts'

const account = { key: 'S3RVER', secret: 'S3RVER' }

let prefixes = 0

/** An S3 service for this test file. Each call of `settings` gives an unused part of the bucket. */
export const useS3 = () =>
  useOpened(
    async () => {
      const { endpoint, stop } = await startS3Server()
      return { settings: () => ({ ...settingsAt(endpoint), prefix: `uji-${++prefixes}/` }), stop }
    },
    ({ stop }) => stop(),
  )

/**
 * s3rver with the empty bucket of `settingsAt`, in a process of its own, because it encrypts the tokens of its pages with
 * DES, which Node offers only with that flag. It checks names of keys, but no signatures of version 4.
 */
async function startS3Server(): Promise<{ endpoint: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'test-s3-'))
  const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js')
  const options = ['-s', '-a', '127.0.0.1', '-p', '0', '-d', folder, '--configure-bucket', 'toko']
  const child = spawn(process.execPath, ['--openssl-legacy-provider', program, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const { promise: port, resolve, reject } = Promise.withResolvers<string>()
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
    const found = /listening on 127\.0\.0\.1:(\d+)/.exec(output)?.[1]
    if (found !== undefined) resolve(found)
  })
  exit.then(() => reject(new Error(`s3rver ended:\n${output}`)), reject)
  return {
    endpoint: `http://127.0.0.1:${await port}`,
    async stop() {
      child.kill('SIGKILL')
      await exit
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const settingsAt = (endpoint: string): S3Settings => ({
  endpoint,
  region: 'us-east-1',
  bucket: 'toko',
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
