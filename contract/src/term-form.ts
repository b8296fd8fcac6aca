import * as z from 'zod/mini'
import { requiredFormat, requiredLine } from './fields.ts'
import { splitPicture } from './product-pictures.ts'
import { maxLabelLength, maxTerms, termLists, weightOf } from './terms.ts'
import { ImageUrl } from './wire.ts'

/** The code of a term. Whether the shop has it is the server's to say. */
export const TermCode = (sentence: string) => z.string(sentence).check(z.regex(/^[A-Z0-9][A-Z0-9_]{0,39}$/, sentence))

export const Term = z.object({ code: z.string(), label: z.string(), is_visible: z.boolean(), image: ImageUrl })
export const TermList = z.array(Term)
/** The lists of `GET /api/shop`: hidden terms too, because goods on sale may have them. */
export const TermLists = z.object({ categories: TermList, packagings: TermList, weights: TermList })

export const TermPath = z.object({ list: z.enum(termLists) })
export const OneTermPath = z.extend(TermPath, { code: TermCode('Data tidak ditemukan.') })

const Label = requiredLine('Nama', maxLabelLength)

/** A category or packaging has a `label`, from which its code is made; a weight has a `code` of unit and amount. */
export const NewTerm = z.object({
  label: z.optional(Label),
  code: z.optional(
    requiredFormat('Berat', maxLabelLength).check(
      z.refine(
        (text) => weightOf(text) !== undefined,
        'Tulis satuan dan jumlah bulat, misalnya GRAM_150, ML_250, atau PCS_12.',
      ),
    ),
  ),
})
export type NewTerm = z.infer<typeof NewTerm>

/** The order of a list: terms that it does not name follow, and codes that are gone are skipped. */
export const TermOrder = z.object({ codes: z.array(TermCode('Data tidak ditemukan.')).check(z.maxLength(maxTerms)) })

/** Missing fields stay as they are. `image`: the URL of an uploaded picture, null for none. */
export const TermChange = z.object({
  label: z.optional(Label),
  is_visible: z.optional(z.boolean()),
  image: z.optional(
    z.nullable(
      z.string().check(z.refine((url) => splitPicture(url).hash !== undefined, 'Pilih gambar yang sudah diunggah.')),
    ),
  ),
})
export type TermChange = z.infer<typeof TermChange>
