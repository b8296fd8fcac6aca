import { unknownCodes } from '@camilan/contract/terms'
import type { Tx } from '../../platform/db/db.ts'
import { InvalidForm } from '../../platform/errors.ts'
import { storedTerms } from './queries.ts'

/**
 * Refuse codes that are in no list. Hidden ones are accepted: goods keep theirs.
 * @throws {InvalidForm}
 */
export async function assertKnownCodes(tx: Tx, form: Parameters<typeof unknownCodes>[1]): Promise<void> {
  const unknown = unknownCodes(await storedTerms(tx), form)
  if (Object.keys(unknown).length > 0) throw new InvalidForm(unknown)
}
