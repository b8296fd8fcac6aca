import * as z from 'zod/mini'
import { Day, optionalLine, requiredLine, textOrNull } from '../../fields.ts'
import { maxLengths, settingLengths } from '../../lengths.ts'
import { seasonKinds } from '../../season.ts'
import { TermCode } from '../../term-form.ts'
import { unknownCategory } from '../../terms.ts'
import { picture } from '../kinds.ts'
import { section } from '../section.ts'

const Season = z.object({
  kind: z.enum(seasonKinds),
  title: z.string(),
  sentence: z.nullable(z.string()),
  category: z.nullable(z.string()),
  query: z.nullable(z.string()),
  from: z.string(),
  to: z.string(),
})

/** It begins and ends by itself; a past one may be saved. */
const SeasonChange = z
  .object({
    kind: z.enum(seasonKinds, 'Pilih musimnya.'),
    title: requiredLine('Judul', settingLengths.seasonTitle),
    sentence: textOrNull('Kalimat', settingLengths.seasonSentence, optionalLine),
    category: z.nullable(TermCode(unknownCategory)),
    query: textOrNull('Kata pencarian', maxLengths.search, optionalLine),
    from: Day('Pilih hari pertamanya.'),
    to: Day('Pilih hari terakhirnya.'),
  })
  .check(
    z.refine(({ from, to }) => from <= to, { error: 'Hari terakhir tidak boleh sebelum hari pertama.', path: ['to'] }),
  )

export const season = section({
  id: 'season',
  title: 'Musim',
  settings: {
    // Null: the home page shows none.
    season: {
      label: 'Musim',
      value: z.nullable(Season),
      schema: z.nullable(SeasonChange),
      default: null,
      control: {
        kind: 'own',
      },
    },
    // Of a season of the kind `own`.
    season_picture: {
      label: 'Gambar musim',
      hint: 'Gambar lebar, dua kali tingginya, paling baik.',
      ...picture(),
    },
  },
})
