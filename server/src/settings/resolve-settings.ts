import { type SettingName, type SettingsChange, type ShopSettings, StoredSettings } from '@camilan/contract/settings'
import type { PictureSetting } from '@camilan/contract/settings-values'
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

export type TouchedSettings = Omit<SettingsChange, PictureSetting> & {
  [Name in PictureSetting]?: string | null | undefined
}

/** The settings whose value is an object of parts that are touched one by one. */
const inParts = ['cities', 'mails', 'alerts'] as const

/** The stored settings. A value that this release does not accept counts as untouched, so that no old row stops the shop. */
export function readTouched(stored: unknown): TouchedSettings {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
  const accepted = Object.entries(StoredSettings).flatMap(([name, schema]) => {
    if (!Object.hasOwn(given, name)) return []
    const parsed = z.safeParse(schema as z.ZodMiniType, given[name])
    return parsed.success ? [[name, parsed.data]] : []
  })
  return Object.fromEntries(accepted)
}

export function resolveSettings({ defaults, locked }: SettingsBase, stored: unknown): ShopSettings {
  const free = Object.entries(readTouched(stored)).filter(([name]) => locked[name as SettingName] === undefined)
  return withChange(defaults, Object.fromEntries(free))
}

/** The parts that a change does not have stay as they are. */
export function withChange<Before extends object>(before: Before, change: TouchedSettings): Before {
  const after = { ...before, ...change } as Record<string, unknown>
  for (const name of inParts) {
    const parts: Record<string, unknown> = { ...(before as TouchedSettings)[name] }
    for (const [part, value] of Object.entries(change[name] ?? {})) {
      parts[part] = typeof value === 'object' ? { ...(parts[part] as object), ...value } : value
    }
    if (change[name]) after[name] = parts
  }
  return after as Before
}
