/** A shop for one test file whose tests would disturb the others, for example by closing the shop. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { addSamplePictures } from '../server/src/testing/sample-pictures.ts'
import { test } from './fixtures.ts'
import { ServerProcess } from './server-process.ts'
import { twoOrigins } from './set-ups.ts'

/**
 * Call it at the top of the file: the fixtures then lead to this shop.
 * @param firstPort  each worker that runs the file at the same time takes one of the ten ports from here on
 * @param environment  of its server, besides the samples
 * @returns what its server has printed
 */
export function useOwnShop(firstPort: number, environment: Record<string, string> = {}): { output: () => string } {
  const urlFor = (parallelIndex: number) => `http://localhost:${firstPort + parallelIndex}`
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed from the pattern
    baseURL: async ({}, use, { parallelIndex }) => use(urlFor(parallelIndex)),
    // biome-ignore lint/correctness/noEmptyPattern: as above
    sandboxUrl: async ({}, use, { parallelIndex }) => use(environment.MIDTRANS_API_URL ?? urlFor(parallelIndex)),
  })
  test.describe.configure({ mode: 'serial' })
  let server: ServerProcess | undefined
  let folder: string | undefined
  // biome-ignore lint/correctness/noEmptyPattern: as above
  test.beforeAll(async ({}, { parallelIndex }) => {
    folder = await mkdtemp(path.join(tmpdir(), 'camilan-e2e-own-'))
    const hasSamples = environment.DEMO_DATA !== 'off'
    if (hasSamples) await addSamplePictures(folder)
    const url = urlFor(parallelIndex)
    const { port } = new URL(url)
    server = new ServerProcess({
      main: 'server/src/main.ts',
      env: { PORT: port, PUBLIC_URL: url, DATA_DIR: folder, DEMO_DATA: 'on', ...environment },
      readyText: hasSamples ? 'pictures of the samples are drawn' : 'It is valid for 24 hours.',
      logFile: path.join(import.meta.dirname, 'results', `own-shop-${port}.log`),
    })
    await server.ready()
  })
  test.afterAll(async () => {
    await server?.stop()
    if (folder) await rm(folder, { recursive: true, force: true })
  })
  return { output: () => server?.output() ?? '' }
}

/** The link for the first administrator, in what a new shop has printed. */
export const firstAdminLink = (output: string) => /http:\S+\/auth\/first-admin#\S+/.exec(output)?.[0] ?? ''

/** Environment of a production shop whose gateway, once it has keys, is the sandbox at another origin. */
export const productionShop = {
  NODE_ENV: 'production',
  MIDTRANS_SNAP_URL: twoOrigins.sandboxUrl,
  MIDTRANS_API_URL: twoOrigins.sandboxUrl,
}

/** The administrator of a shop that is started with `ownerSettings`. */
export const owner = { name: 'Administrator', email: 'pemilik@contoh.test', password: 'rahasia-pemilik-7' }
export const ownerSettings = { ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password }
