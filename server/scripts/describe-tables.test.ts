import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { useTestDb } from '../src/testing/test-db.ts'
import { describeTables } from './describe-tables.ts'

const shop = useTestDb()

test('db-types.ts describes the migrated tables (else run: node server/scripts/generate-db-types.ts)', async () => {
  const committed = await readFile(path.join(import.meta.dirname, '../src/platform/db/db-types.ts'), 'utf8')
  expect(committed).toBe(await describeTables(shop.db))
})
