import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'
import { oneOrigin } from './set-ups.ts'

/** `npm run screenshots`: a screenshot of every screen and state, in the git-ignored folder screenshots/. */
export default defineConfig({
  ...config,
  testMatch: ['screenshots.ts', 'payment-screenshots.ts'],
  timeout: 300_000,
  // One test at a time, because one of them changes the settings of the shop.
  workers: 1,
  metadata: { wholePictures: true },
  projects: [360, 768, 1280].flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme) => ({
      name: `${width} ${colorScheme}`,
      use: {
        baseURL: oneOrigin.url,
        sandboxUrl: oneOrigin.sandboxUrl,
        viewport: { width, height: width < 768 ? 800 : 900 },
        colorScheme,
        reducedMotion: 'reduce' as const,
      },
    })),
  ),
})
