import { expect, test } from 'vitest'
import { errorsLeft } from './use-typed-form.ts'

const service = { key: 7, name: '', first_kg: '' }
const before = { name: '', prices: { a: '', b: '' }, services: [service, { ...service, key: 8 }] }
const errors = Object.fromEntries(
  ['name', 'prices.a', 'prices.b', 'services.7.name', 'services.7.first_kg', 'services.8.name'].map((field) => [
    field,
    'Wajib diisi.',
  ]),
)

test.each([
  [{ name: 'Bandung' }, ['name']],
  [{ prices: { a: '5.000', b: '' } }, ['prices.a']],
  [{ services: [{ ...service, name: 'JNE' }, before.services[1]] }, ['services.7.name']],
  [{ services: [before.services[0]] }, ['services.8.name']],
])('a field that is changed loses its error, and the others keep theirs: %j', (part, changed) => {
  const left = Object.keys(errorsLeft(errors, before, { ...before, ...part }))
  expect(Object.keys(errors).filter((field) => !left.includes(field))).toEqual(changed)
})
