import * as z from 'zod/mini'
import { readableAccent } from '../../look-colors.ts'
import { defaultLook, drawings, palettes, typefaces } from '../../looks.ts'
import { picture } from '../kinds.ts'
import { section } from '../section.ts'

const Look = z.object({
  palette: z.enum(palettes),
  accent: z.nullable(z.string()),
  typeface: z.enum(typefaces),
  drawing: z.enum(drawings),
})

/** An accent with too little contrast becomes the nearest one that can be read. */
const LookChange = z.pipe(
  z.object({
    palette: z.enum(palettes, 'Pilih salah satu warna.'),
    accent: z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'Tulis warna seperti #1f6b43.'))),
    typeface: z.enum(typefaces, 'Pilih salah satu huruf.'),
    drawing: z.enum(drawings, 'Pilih salah satu gambar.'),
  }),
  z.transform((look) => ({ ...look, accent: look.accent && readableAccent(look.accent, look.palette) })),
)

export const look = section({
  id: 'look',
  title: 'Tampilan',
  settings: {
    look: {
      label: 'Tampilan',
      value: Look,
      schema: LookChange,
      default: defaultLook,
      control: { kind: 'own' },
    },
    // On the home page, in place of the drawing.
    hero_picture: {
      label: 'Foto beranda',
      hint: 'Foto mendatar yang terang, tanpa tulisan, paling baik.',
      ...picture(),
    },
  },
})
