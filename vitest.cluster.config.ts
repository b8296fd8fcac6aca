/**
 * Several processes with what is in front of them and between them and PostgreSQL, too long for `npm test`:
 * `npm run test:cluster`.
 */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'cluster',
    // The tests that need two processes and nothing else belong to `npm test`, too.
    include: ['cluster/**/*.test.ts', 'server/src/two-processes.test.ts'],
    globalSetup: 'server/src/testing/global-setup.ts',
    pool: 'forks',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 1,
    expect: { poll: { timeout: 30_000, interval: 10 } },
  },
})
