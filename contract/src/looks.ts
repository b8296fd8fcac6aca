/** The looks among which a seller chooses. Pages of visitors load this file, so it must import neither zod nor colours. */

/** Named after ingredients, like the colours of `web/app/styles/palette.css`, which has the first one. */
export const palettes = ['pandan', 'gula-aren', 'mawar', 'ubi-ungu', 'bunga-telang', 'ketan-hitam'] as const
export type Palette = (typeof palettes)[number]
export const paletteLabels: Record<Palette, string> = {
  pandan: 'Pandan',
  'gula-aren': 'Gula aren',
  mawar: 'Kue mawar',
  'ubi-ungu': 'Ubi ungu',
  'bunga-telang': 'Bunga telang',
  'ketan-hitam': 'Ketan hitam',
}

/** A typeface of headings with one of texts. */
export const typefaces = ['rumah', 'klasik', 'ceria'] as const
export type Typeface = (typeof typefaces)[number]
export const typefaceLabels: Record<Typeface, string> = { rumah: 'Rumah', klasik: 'Klasik', ceria: 'Ceria' }

/** The part of the drawing that is beside the welcome. */
export const drawings = ['meja', 'toples', 'keripik'] as const
export type Drawing = (typeof drawings)[number]
export const drawingLabels: Record<Drawing, string> = {
  meja: 'Meja dapur',
  toples: 'Toples kue',
  keripik: 'Bal keripik',
}

export interface Look {
  palette: Palette
  /** A colour of her own in place of the palette's accent, as `#rrggbb`. */
  accent: string | null
  typeface: Typeface
  drawing: Drawing
}

/** The shop of the spec. */
export const defaultLook: Look = { palette: 'pandan', accent: null, typeface: 'rumah', drawing: 'meja' }

/** What pages know of a look that differs from the shop of the spec. */
export interface ShopLook {
  typeface: Typeface
  drawing: Drawing
  /** The path of the style sheet with its colours and typefaces; null if they are those of the spec. */
  stylesheet: string | null
  /** The background of the pages, as `#rrggbb`. */
  page: { light: string; dark: string }
  /** The URL of her own picture in place of the drawing. */
  picture: string | null
}
