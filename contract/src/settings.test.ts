import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { durationText } from './settings/orders/unpaid.ts'
import { settingNames, settingsTable } from './settings.ts'

test.each(settingNames)('the default of %s is a value of it, and can be set again', (name) => {
  const { value, schema, default: usual } = settingsTable[name]
  expect(z.parse(value, usual)).toEqual(usual)
  expect(z.parse(schema, usual)).toEqual(usual)
})

test.each([
  [90, '1 jam 30 menit'],
  [1440, '24 jam'],
  [2880, '2 hari'],
  [45, '45 menit'],
  [0.5, '0,5 menit'],
  [10_080, '7 hari'],
])('%d minutes are written as %j', (minutes, text) => {
  expect(durationText(minutes)).toBe(text)
})
