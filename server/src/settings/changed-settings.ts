import type { AuditChange } from '@camilan/contract/audit'
import { type SettingName, type ShopSettings, settingsTable } from '@camilan/contract/settings'

/** The differences for the audit log: a field for each part, such as `cities.Jakarta.cost`. */
export function changedSettings(before: ShopSettings, after: ShopSettings): AuditChange[] {
  const [old, now] = [flat(withSwitches(before)), flat(withSwitches(after))]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? null, after: now.get(field) ?? null }))
    .filter((change) => change.before !== change.after)
}

/** A list of names becomes a switch for each. */
function withSwitches(settings: ShopSettings): object {
  const entries = Object.entries(settings).map(([name, value]) => {
    const all = settingsTable[name as SettingName].listOf
    return [name, all ? Object.fromEntries(all.map((one) => [one, (value as string[]).includes(one)])) : value]
  })
  return Object.fromEntries(entries)
}

function flat(value: object, prefix = ''): Map<string, AuditChange['before']> {
  const parts = Object.entries(value).flatMap(([name, part]): [string, AuditChange['before']][] => {
    const field = prefix + name
    if (typeof part === 'object' && part !== null) return [...flat(part, `${field}.`)]
    return [[field, typeof part === 'boolean' ? (part ? 'ya' : 'tidak') : part]]
  })
  return new Map(parts)
}
