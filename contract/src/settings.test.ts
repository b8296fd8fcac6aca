import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { settingNames, settingsTable } from './settings.ts'

test.each(settingNames)('the default of %s is a value of it, and can be set again', (name) => {
  const { value, schema, default: usual } = settingsTable[name]
  expect(z.parse(value, usual)).toEqual(usual)
  expect(z.parse(schema, usual)).toEqual(usual)
})
