import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { answerSerializer } from './answer-serializer.ts'

const Person = z.object({
  name: z.nullable(z.string()),
  age: z.int(),
  friends: z.array(z.object({ name: z.string(), since: z.nullable(z.iso.datetime()) })),
  note: z.optional(z.string()),
  value: z.nullable(z.union([z.string(), z.number()])),
  totals: z.record(z.enum(['a', 'b']), z.int()),
})
const answer = { name: null, age: 5, value: null, friends: [{ name: 'Ani "A"', since: null }], totals: { a: 1, b: 2 } }
const serializer = (isChecked: boolean) =>
  answerSerializer({ isChecked })({ schema: Person, method: 'GET', url: '/', httpStatus: '200' })

test.each([true, false])('an answer is written by its schema (checked: %j)', (isChecked) => {
  for (const value of [null, 'x', 1.5]) {
    expect(JSON.parse(serializer(isChecked)({ ...answer, value }))).toEqual({ ...answer, value })
  }
})

test.each([true, false])('a property that the schema lacks is left out, at any depth (checked: %j)', (isChecked) => {
  const [friend] = answer.friends
  const more = { ...answer, password: 'x', friends: [{ ...friend, password: 'y' }] }
  expect(JSON.parse(serializer(isChecked)(more))).toEqual(answer)
})

test('a checked answer that differs from its schema is an error', () => {
  for (const wrong of [
    { ...answer, age: '5' },
    { ...answer, friends: [{ name: 'x', since: 'yesterday' }] },
  ]) {
    expect(() => serializer(true)(wrong)).toThrow("doesn't match the schema")
  }
})
