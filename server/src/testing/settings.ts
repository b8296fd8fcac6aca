import type { AdminSettings, SettingsChange } from '@camilan/contract/settings'
import { expect } from 'vitest'
import type { Customer } from './shop-client.ts'

/** Change settings as the page does. */
export async function setSettings(admin: Customer, change: SettingsChange): Promise<void> {
  const { version } = (await admin.ask<AdminSettings>('GET', '/admin/settings')).body.data
  const answer = await admin.ask('PUT', '/admin/settings', { body: { version, ...change } })
  expect(answer).toMatchObject({ status: 200 })
}

/** The settings that decide whether the shop takes orders, untouched. */
export const alwaysOpen: SettingsChange = {
  closed: null,
  hours: null,
  hours_refuse_orders: false,
  daily_cap: { orders: null, pieces: null },
}
