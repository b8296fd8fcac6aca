import * as z from 'zod/mini'
import { Season, SeasonChange } from '../season-form.ts'
import { picture } from './kinds.ts'
import { section } from './section.ts'

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
