import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Small files that run for long, because they start whole servers or encode pictures. Without the results of a former run,
 * as in CI, Vitest begins with the largest files: these would come last, with one busy worker and idle others.
 */
const longTests = [
  'server/src/payments/apply/payment-model.test.ts',
  'server/src/first-admin-link.test.ts',
  'server/src/pictures-of-processes.test.ts',
  'server/src/pages.test.ts',
  'server/src/startup-refusals.test.ts',
  'server/src/media/files/make-full-sets.test.ts',
  'server/src/media/encoding/hostile-images.test.ts',
  'server/scripts/create-admin.test.ts',
  'server/src/products/samples/load-samples.test.ts',
  'server/src/media/encoding/encoder-process.test.ts',
  'server/src/platform/pages/development-pages.test.ts',
  'server/src/fuzz.test.ts',
  'server/src/checkout/opening/open-closed-races.test.ts',
  'server/src/quiet-shop.test.ts',
  'server/src/keys-of-processes.test.ts',
  'server/src/office/reports/order-sums.test.ts',
  'server/src/payments/attempts/cancel-expired-orders.test.ts',
  'server/src/killed-server.test.ts',
  'server/src/two-processes.test.ts',
  'server/scripts/seed/large-shop.test.ts',
]

const root = path.resolve(import.meta.dirname, '..')

/** Within a project, because those of another one need workers of their own. */
export class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    const rank = ({ moduleId }: TestSpecification) => {
      const index = longTests.indexOf(path.relative(root, moduleId))
      return index < 0 ? longTests.length : index
    }
    return sorted.toSorted((a, b) => projects.indexOf(a.project) - projects.indexOf(b.project) || rank(a) - rank(b))
  }
}
