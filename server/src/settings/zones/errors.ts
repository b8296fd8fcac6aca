import type { AdminZones, ZonesCsvResult } from '@camilan/contract/zones'
import { ShopError } from '../../platform/errors.ts'

/** The form was filled from older settings; `data` has the present zones. */
export class ZonesChanged extends ShopError<'SETTINGS_CHANGED'> {
  constructor(current: AdminZones) {
    super('SETTINGS_CHANGED', { data: current })
  }
}

/** `data` says what is wrong in each line of the file. */
export class ZonesCsvRefused extends ShopError<'VALIDATION'> {
  constructor(result: ZonesCsvResult) {
    const [first] = result.problems
    const sentence = first ? `Baris ${first.line}: ${first.sentence}` : undefined
    super('VALIDATION', { data: result, ...(sentence && { sentence, fields: { csv: sentence } }) })
  }
}
