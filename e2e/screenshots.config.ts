import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'
import { oneOrigin } from './set-ups.ts'

const open = { baseURL: oneOrigin.url, sandboxUrl: oneOrigin.sandboxUrl, reducedMotion: 'reduce' as const }

/** `npm run screenshots`: every screen and state, in the git-ignored folder screenshots/, and the pictures of the guide. */
export default defineConfig({
  ...config,
  timeout: 300_000,
  // One test at a time, because one of them changes the settings of the shop.
  workers: 1,
  metadata: { wholePictures: true },
  projects: [
    ...[360, 768, 1280].flatMap((width) =>
      (['light', 'dark'] as const).map((colorScheme) => ({
        name: `${width} ${colorScheme}`,
        testMatch: 'screenshots.ts',
        use: { ...open, viewport: { width, height: width < 768 ? 800 : 900 }, colorScheme },
      })),
    ),
    {
      name: 'guide',
      testMatch: 'guide-pictures.ts',
      use: { ...open, viewport: { width: 360, height: 720 }, deviceScaleFactor: 2 },
    },
  ],
})
