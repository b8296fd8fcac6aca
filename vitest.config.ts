import { availableParallelism } from 'node:os'
import path from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongTestsFirst } from './scripts/long-tests-first.ts'
import { leavesOutThorough, thoroughTests } from './scripts/thorough-tests.ts'

const excluded = [...configDefaults.exclude, ...(leavesOutThorough ? thoroughTests : [])]
const developmentPages = 'server/src/platform/pages/development-pages.test.ts'

export default defineConfig({
  test: {
    // A test fails because the shop is wrong, never because the machine is busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000, interval: 10 } },
    // A test waits for PostgreSQL and for other processes about half of its time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongTestsFirst },
    tags: [{ name: 'thorough' }],
    ...(leavesOutThorough && { tagsFilter: ['!thorough'] }),
    exclude: excluded,
    // Test files of a worker share its modules, because loading them again for each file took longer than the tests. So no
    // module may keep state that another file could meet, and a helper registers its hooks when it is called, not on
    // import.
    isolate: false,
    // Half of a start of the shop is compiling its modules, and the tests start it some fifty times.
    env: { NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, 'node_modules/.cache/node') },
    projects: [
      { extends: true, test: { name: 'midtrans', include: ['midtrans/**/*.test.ts'] } },
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
          exclude: [...excluded, developmentPages],
          globalSetup: 'server/src/testing/global-setup.ts',
          env: { TZ: 'America/Los_Angeles' }, // days and deadlines are Jakarta's, wherever the server is
          pool: 'forks', // real processes: signals and a worker's end behave as in production
        },
      },
      // In a process of its own: a process has one build of React, and other files need that of production.
      { extends: true, test: { name: 'development', include: [developmentPages], isolate: true, pool: 'forks' } },
    ],
  },
})
