import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { leavesOutThorough, thoroughInBrowser } from '../scripts/thorough-tests.ts'
import { chromiumIfInstalled } from './find-chromium.ts'
import type { ShopOptions } from './fixtures.ts'
import { oneOrigin, type SetUp, twoOrigins } from './set-ups.ts'
import { desktop, phone } from './sizes.ts'

const openAt = ({ url, sandboxUrl }: SetUp) => ({ baseURL: url, sandboxUrl })

const atTwoOrigins = ['journey.spec.ts', 'popup.spec.ts']

export default defineConfig<ShopOptions>({
  testDir: '.',
  outputDir: 'results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  ...(leavesOutThorough && { grepInvert: thoroughInBrowser }),
  // A worker waits for the shop and for the browser about a third of its time.
  workers: availableParallelism() + 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  // Much more than an idle machine needs, so that a busy machine slows a test but does not fail it.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    // Playwright's routes don't see the requests of a service worker. Tests that want a worker allow it.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    locale: 'id-ID',
    // One hour ahead of Jakarta, so that a time in the browser's own zone fails a test.
    timezoneId: 'Asia/Makassar',
    launchOptions: {
      ...chromiumIfInstalled(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // Every test runs on a desktop. Those with the tag @phone also run on a phone, where their pages differ. The popup and
  // the journey run with the payment pages on another origin, as with the real gateway. On one origin a purchase is paid by
  // keyboard (keyboard.spec.ts) and from the list of orders (ways-on.spec.ts).
  projects: [
    { name: 'desktop', use: { ...desktop, ...openAt(oneOrigin) }, testIgnore: atTwoOrigins },
    { name: 'phone', use: { ...phone, ...openAt(oneOrigin) }, grep: /@phone/ },
    {
      name: 'phone, two origins',
      use: { ...phone, ...openAt(twoOrigins) },
      testMatch: atTwoOrigins,
    },
  ],
})
