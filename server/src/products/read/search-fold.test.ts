/** The database and JavaScript compare searched texts and phone numbers in the same form. */
import { writtenPhones } from '@camilan/contract/testing/typed-texts'
import { phoneDigits, searchFold } from '@camilan/contract/texts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestDb } from '../../testing/test-db.ts'

const shop = useTestDb()

async function folded(texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ fold: string }>`
    select search_fold(text) as fold from unnest(${texts}::text[]) with ordinality as given (text, place)
    order by place`.execute(shop.db)
  return rows.map(({ fold }) => fold)
}

const differing = async (texts: readonly string[]) => {
  const inDatabase = await folded(texts)
  return texts
    .map((text, index) => ({ text, database: inDatabase[index], script: searchFold(text) }))
    .filter(({ database, script }) => database !== script)
}

/** Letters of alphabets that Unicode got since version 10, which an older ICU of PostgreSQL writes with capitals only. */
const isYoung = (point: number) =>
  [
    ...[
      [0x1c80, 0x1cbf],
      [0x2c2f, 0x2c2f],
      [0xa7b8, 0xa7f9],
      [0x10570, 0x105bf],
      [0x10d40, 0x10d8f],
      [0x16e40, 0x16eff],
    ],
  ].some(([from = 0, to = 0]) => from <= point && point <= to)

/** All planes that have letters, without ideographs beyond the basic plane. */
const points = Array.from({ length: 0x20000 + 0x2000 }, (_, index) => (index < 0x20000 ? index : index + 0xc0000))

test('each character between letters', async () => {
  const texts = points
    .filter((point) => point > 0 && !(0xd800 <= point && point <= 0xdfff) && !isYoung(point))
    .map((point) => `Ka${String.fromCodePoint(point)}Ka`)
  expect(texts.length).toBeGreaterThan(130_000)
  expect(await differing(texts)).toEqual([])
})

test('random texts of letters with accents, signs, quotes, dashes and invisible characters', async () => {
  const unit = fc.oneof(
    fc.constantFrom(
      ...`aKéÎ\u0301\u0323ßÆŒøŁıİſςΣ'’“”\u00b4-–—\u2011 \u00a0\u2003\n\t\u00ad\u200b\u200d\u3164ﬁ½…🍪👩🏽`,
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  )
  const texts = fc.sample(fc.string({ unit, maxLength: 30 }), { seed: 34, numRuns: 3_000 })
  const known = texts.filter((text) => !/\0/.test(text) && ![...text].some((one) => isYoung(one.codePointAt(0) ?? 0)))
  expect(known.length).toBeGreaterThan(2_000)
  expect(await differing(known)).toEqual([])
  // A word that is folded in both places stays the same.
  const twice = await folded(await folded(known))
  expect(twice).toEqual(await folded(known))
})

test('phone numbers, however they are written', async () => {
  const random = fc.sample(fc.string({ unit: fc.constantFrom(...'0062628123 +-().\u2011\u00a0'), maxLength: 20 }), {
    seed: 34,
    numRuns: 2_000,
  })
  const phones = [...random, ...writtenPhones.filter((phone) => !/[０-９]/.test(phone))]
  const { rows } = await sql<{ digits: string }>`
    select phone_digits(phone) as digits from unnest(${phones}::text[]) with ordinality as given (phone, place)
    order by place`.execute(shop.db)
  expect(rows.map(({ digits }) => digits)).toEqual(phones.map(phoneDigits))
})
