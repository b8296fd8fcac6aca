/** Builds the web pages, starts the two shops and a separate payment sandbox, and stops them at the end. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FullConfig } from '@playwright/test'
import { ensureWebBuild } from '../server/src/platform/pages/web-build.ts'
import { addSamplePictures } from '../server/src/testing/sample-pictures.ts'
import { findChromium } from './find-chromium.ts'
import { ServerProcess } from './server-process.ts'
import { dataVariable, oneOrigin, type SetUp, sandboxKeys, separateSandbox, twoOrigins } from './set-ups.ts'

const logs = path.join(import.meta.dirname, 'results')

/** The shops whose picture files are tested. */
const judged = ['kerupuk-bawang', 'kacang-bawang', 'nastar']

export default async function globalSetup({ metadata }: FullConfig) {
  findChromium() // fails with advice before anything is started
  // Each shop builds missing pages when it starts, which two shops must not do at the same time.
  await ensureWebBuild(console.log)
  const folder = await mkdtemp(path.join(tmpdir(), 'camilan-e2e-'))
  process.env[dataVariable] = folder
  await mkdir(logs, { recursive: true })
  for (const shop of ['one-origin', 'two-origins']) {
    // Loading, decoding and drawing whole pictures would take a twentieth of a page's processor time.
    await addSamplePictures(path.join(folder, shop), (slug) => metadata.wholePictures || judged.includes(slug))
  }
  const servers = [
    startShop('one-origin', oneOrigin, folder),
    startSandbox(),
    startShop('two-origins', twoOrigins, folder, separateSandbox),
  ]

  async function close() {
    const ends = await Promise.allSettled(servers.map((server) => server.stop()))
    await rm(folder, { recursive: true, force: true })
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
  }

  // Playwright runs the teardown on Ctrl+C only: after another signal the servers would keep running.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.kill(process.pid, 'SIGINT'))
  try {
    await Promise.all(servers.map((server) => server.ready()))
  } catch (error) {
    await close().catch(console.error)
    throw error
  }
  return close
}

function startShop(name: string, { url }: SetUp, folder: string, env: Record<string, string> = {}) {
  return new ServerProcess({
    main: 'server/src/main.ts',
    env: {
      PORT: new URL(url).port,
      DATA_DIR: path.join(folder, name),
      DEMO_DATA: 'on',
      PAYMENT_RECONCILE_SECONDS: '2',
      ...env,
    },
    readyText: 'pictures of the samples are drawn',
    logFile: path.join(logs, `shop-${name}.log`),
  })
}

function startSandbox() {
  return new ServerProcess({
    main: 'payment-sandbox/src/main.ts',
    env: { PORT: new URL(twoOrigins.sandboxUrl).port, ...sandboxKeys },
    readyText: 'Payment sandbox:',
    logFile: path.join(logs, 'payment-sandbox.log'),
  })
}
