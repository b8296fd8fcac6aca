import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { useTestDb } from '../../src/testing/test-db.ts'
import { describeSchema } from './describe-schema.ts'
import { describeTables } from './describe-tables.ts'

const shop = useTestDb()

test.each([
  { file: '../../src/platform/db/db-types.ts', describe: describeTables },
  { file: '../../schema.sql', describe: describeSchema },
])('$file describes the migrated tables (else run: node server/scripts/schema/generate-schema.ts)', async (of) => {
  expect(await readFile(path.join(import.meta.dirname, of.file), 'utf8')).toBe(await of.describe(shop.db))
})
