/** Backup and restore in full size, too long for `npm test`: `npm run test:operate`. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'operate',
    include: ['operate/**/*.test.ts'],
    globalSetup: 'server/src/testing/global-setup.ts',
    pool: 'forks',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 1,
    expect: { poll: { timeout: 30_000, interval: 10 } },
  },
})
