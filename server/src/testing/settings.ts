import {
  type AdminSettings,
  type SettingsChange,
  type ShopSettings,
  settingNames,
  settingsTable,
} from '@camilan/contract/settings'
import { expect } from 'vitest'
import type { TestShop } from './make-shop.ts'
import type { Customer } from './shop-client.ts'

/** Those of a shop that changed nothing. */
export const usualSettings = Object.fromEntries(
  settingNames.map((name) => [name, settingsTable[name].default]),
) as ShopSettings

/** Change settings as the page does. */
export async function setSettings(admin: Customer, change: SettingsChange): Promise<void> {
  const { version } = (await admin.ask<AdminSettings>('GET', '/admin/settings')).body.data
  const answer = await admin.ask('PUT', '/admin/settings', { body: { version, ...change } })
  expect(answer).toMatchObject({ status: 200 })
}

/** As in a new shop. */
export async function resetSettings({ db, settings }: Pick<TestShop, 'db' | 'settings'>): Promise<void> {
  await db.updateTable('shop_settings').set({ settings: '{}', version: 0, changed_at: null }).execute()
  await db.deleteFrom('delivery_zones').execute()
  await settings.reload()
}
