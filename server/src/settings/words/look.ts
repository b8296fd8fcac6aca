/** The look of the shop as a style sheet. Its address holds the whole look, so that every process and release can send it. */
import { createHash } from 'node:crypto'
import { type Colors, lookColors, type Scheme } from '@camilan/contract/look-colors'
import { defaultLook, type Look, palettes, type ShopLook, typefaces } from '@camilan/contract/looks'
import type { ShopSettings } from '@camilan/contract/settings'
import type { ImageUrl } from '../../media/files/image-url.ts'

type Styled = Pick<Look, 'palette' | 'accent' | 'typeface'>

interface StyleSheet {
  /** `look-mawar-asli-klasik-0a1b2c3d.css`: the palette, her own accent, the typefaces, a hash of the text. */
  name: string
  css: string
}

export const stylesFolder = '/assets/'

/** The part of the public facts that a shop with the look of the spec does not have. */
export function lookOf({ look, hero_picture }: ShopSettings, imageUrl: ImageUrl): { look?: ShopLook } {
  const sheet = styleSheetOf(look)
  if (!sheet && hero_picture === null && look.drawing === defaultLook.drawing) return {}
  const { light, dark } = lookColors(look)
  return {
    look: {
      typeface: look.typeface,
      drawing: look.drawing,
      stylesheet: sheet ? stylesFolder + sheet.name : null,
      page: { light: light.page, dark: dark.page },
      picture: imageUrl(hero_picture),
    },
  }
}

/** Undefined for the colours and typefaces of the spec. */
export function styleSheetOf({ palette, accent, typeface }: Styled): StyleSheet | undefined {
  if (palette === defaultLook.palette && accent === null && typeface === defaultLook.typeface) return undefined
  const colors = lookColors({ palette, accent })
  const hasColors = palette !== defaultLook.palette || accent !== null
  const css = [
    // Paper is white, so it has the light colours.
    hasColors && `:root{${declarations(colors, 'light', palette)}}`,
    hasColors && `@media screen and (prefers-color-scheme:dark){:root{${declarations(colors, 'dark', palette)}}}`,
    typeface !== defaultLook.typeface && typefaceRules(typeface),
  ]
    .filter(Boolean)
    .join('\n')
  const hash = createHash('sha256').update(css).digest('hex').slice(0, 8)
  return { name: `look-${palette}-${accent?.slice(1) ?? 'asli'}-${typeface}-${hash}.css`, css }
}

const declarations = (colors: Record<Scheme, Colors>, scheme: Scheme, palette: Look['palette']) =>
  Object.entries(colors[scheme])
    .filter(([name]) => palette !== defaultLook.palette || name.includes('accent'))
    .map(([name, color]) => `--color-${name}:${color}`)
    .join(';')

/** `app.css` has the faces. Until the scripts have run, a page that only they can fill shows the fallback alone. */
const typefaceRules = (typeface: Look['typeface']) =>
  [
    ':root{--font-sans:"Figtree","Figtree Roboto","Figtree Arial",ui-sans-serif,system-ui,sans-serif}',
    ':root:not([data-ready]):has(main[aria-busy]){--font-sans:"Figtree Roboto","Figtree Arial",ui-sans-serif,system-ui,sans-serif}',
    // The spaces of the first typeface are too narrow, those of the others are not.
    'body,h1,h2,h3{word-spacing:normal}',
    `h1,h2,.shop-name{font-family:"Judul ${typeface}","Judul ${typeface} Roboto","Judul ${typeface} Arial",var(--font-sans)}`,
  ].join('\n')

const sheetName = /^look-(?<palette>[a-z-]+)-(?<accent>asli|[0-9a-f]{6})-(?<typeface>[a-z]+)-[0-9a-f]{8}\.css$/

/**
 * The style sheet with this name, also of another process or a former release; undefined if there never was one.
 * `isExact`: the text has the hash of the name.
 */
export function readStyleSheet(name: string): (StyleSheet & { isExact: boolean }) | undefined {
  const parts = sheetName.exec(name)?.groups
  const palette = palettes.find((known) => known === parts?.palette)
  const typeface = typefaces.find((known) => known === parts?.typeface)
  if (!parts || !palette || !typeface) return undefined
  const accent = parts.accent === 'asli' ? null : `#${parts.accent}`
  const sheet = styleSheetOf({ palette, accent, typeface })
  return sheet && { ...sheet, isExact: sheet.name === name }
}
