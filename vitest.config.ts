import path from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Hooks and tests start PostgreSQL and create databases; a laptop under load is no failure.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'payment-sandbox', include: ['payment-sandbox/**/*.test.ts'] } },
      {
        extends: true,
        test: { name: 'embedded-postgres', include: ['embedded-postgres/**/*.test.ts'], pool: 'forks' },
      },
      { extends: true, test: { name: 'scripts', include: ['scripts/**/*.test.ts'] } },
      { extends: true, test: { name: 'contract', include: ['contract/**/*.test.ts'] } },
      {
        extends: true,
        resolve: { alias: { '~': path.resolve(import.meta.dirname, 'web/app') } },
        test: { name: 'web', include: ['web/app/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: 'server/src/testing/global-setup.ts',
          pool: 'forks', // real processes: signals and a worker's end behave as in production
        },
      },
    ],
  },
})
