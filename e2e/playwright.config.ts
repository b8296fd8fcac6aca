import { defineConfig } from '@playwright/test'
import { findChromium } from './find-chromium.ts'
import type { ShopOptions } from './fixtures.ts'
import { oneOrigin, type SetUp, twoOrigins } from './set-ups.ts'

// In dark colours, so that both schemes are looked at.
const phone = {
  viewport: { width: 360, height: 800 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
  colorScheme: 'dark',
} as const
const desktop = { viewport: { width: 1280, height: 900 } }
const openAt = ({ url, sandboxUrl }: SetUp) => ({ baseURL: url, sandboxUrl })

export default defineConfig<ShopOptions>({
  testDir: '.',
  outputDir: 'results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: 2,
  // A busy machine can miss a deadline of seconds; what is wrong fails twice.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    screenshot: 'only-on-failure',
    locale: 'id-ID',
    // An hour ahead of Jakarta: a time shown in the reader's own zone would be seen.
    timezoneId: 'Asia/Makassar',
    launchOptions: {
      executablePath: findChromium(),
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
  projects: [
    { name: 'desktop', use: { ...desktop, ...openAt(oneOrigin) } },
    {
      name: 'phone',
      use: { ...phone, ...openAt(oneOrigin) },
      // The first two ask for nothing of a size, the third looks at both, the last has its phone below.
      testIgnore: ['keyboard.spec.ts', 'without-javascript.spec.ts', 'layout-shift.spec.ts', 'payment.spec.ts'],
    },
    { name: 'desktop, two origins', use: { ...desktop, ...openAt(twoOrigins) }, testMatch: 'journey.spec.ts' },
    {
      name: 'phone, two origins',
      use: { ...phone, ...openAt(twoOrigins) },
      testMatch: ['journey.spec.ts', 'payment.spec.ts'],
    },
  ],
})
