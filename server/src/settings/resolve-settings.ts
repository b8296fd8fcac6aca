import {
  type SettingName,
  type ShopSettings,
  type StoredSettings,
  settingNames,
  settingsTable,
} from '@camilan/contract/settings'
import * as z from 'zod/mini'

/** The values for settings that were not set in the browser. */
export interface SettingsBase {
  /** Includes the values of the environment. */
  defaults: ShopSettings
  /** The variable of the environment that decides a setting, by the setting. The browser can't change it. */
  locked: Partial<Record<SettingName, string>>
  /** False in a shop that was opened without samples: its pages omit the texts about the sample shop. */
  hasSampleTexts: boolean
}

/** The stored settings. A value that this release does not accept counts as untouched, so that no old row stops the shop. */
export function readTouched(stored: unknown): StoredSettings {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
  const accepted = settingNames.flatMap((name) => {
    if (!Object.hasOwn(given, name)) return []
    const { schema, stored = schema } = settingsTable[name]
    const parsed = z.safeParse(stored, given[name])
    return parsed.success ? [[name, parsed.data]] : []
  })
  return Object.fromEntries(accepted)
}

export function resolveSettings({ defaults, locked }: SettingsBase, stored: unknown): ShopSettings {
  const free = Object.entries(readTouched(stored)).filter(([name]) => locked[name as SettingName] === undefined)
  return withChange(defaults, Object.fromEntries(free))
}

/** The parts that a change does not have stay as they are. */
export function withChange<Before extends StoredSettings>(before: Before, change: StoredSettings): Before {
  const changed = Object.entries(change).map(([name, value]) => {
    const { inParts } = settingsTable[name as SettingName]
    return [name, inParts ? withParts(before[name as SettingName] as Parts, value as Parts) : value]
  })
  return { ...before, ...Object.fromEntries(changed) }
}

type Parts = Record<string, unknown> | undefined

function withParts(before: Parts, change: Parts): Parts {
  const changed = Object.entries(change ?? {}).map(([part, value]) => [
    part,
    typeof value === 'object' ? { ...(before?.[part] as object), ...value } : value,
  ])
  return { ...before, ...Object.fromEntries(changed) }
}
