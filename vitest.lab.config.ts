/** Tests that take too long for `npm test`: `npm run lab -- --project abuse`, likewise `faults`, `operate` and `cluster`. */
import { defineConfig } from 'vitest/config'

const project = (name: string) => ({
  extends: true as const,
  test: { name, include: [`lab/${name}/**/*.test.ts`], pool: 'forks' as const },
})

export default defineConfig({
  test: {
    globalSetup: 'server/src/testing/global-setup.ts',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 1,
    expect: { poll: { timeout: 30_000, interval: 10 } },
    projects: ['abuse', 'faults', 'operate', 'cluster'].map(project),
  },
})
