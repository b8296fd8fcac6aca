/** The attacks and faults that take too long for `npm test`: `npm run test:abuse` and `npm run test:faults`. */
import { defineConfig } from 'vitest/config'

const project = (name: string) => ({
  extends: true as const,
  test: {
    name,
    include: [`${name}/**/*.test.ts`],
    globalSetup: 'server/src/testing/global-setup.ts',
    pool: 'forks' as const,
  },
})

export default defineConfig({
  test: {
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 1,
    projects: [project('abuse'), project('faults')],
  },
})
