import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { contrast, lchOf, lookColors, readableAccent, schemes, textContrast } from './look-colors.ts'
import { palettes } from './looks.ts'

/** Texts on backgrounds, by the names of the tokens. */
const texts: readonly [text: string, backgrounds: readonly string[]][] = [
  ['body', ['page', 'surface', 'soft', 'accent-soft', 'danger-soft', 'warning-soft']],
  ['muted', ['page', 'surface', 'soft']],
  ['accent', ['page', 'surface', 'soft', 'accent-soft']],
  ['accent-strong', ['page', 'surface', 'soft', 'accent-soft']],
  ['danger', ['page', 'surface', 'soft', 'danger-soft']],
  ['danger-strong', ['page', 'surface', 'soft']],
  ['warning', ['page', 'surface', 'soft', 'warning-soft']],
  ['on-accent', ['accent', 'accent-strong']],
  ['on-highlight', ['highlight']],
  ['on-inverse', ['inverse']],
  ['on-danger', ['danger', 'danger-strong']],
  ...['diproses', 'dibayar', 'dikirim', 'selesai', 'dibatalkan'].map((status): [string, string[]] => [
    status,
    [`${status}-soft`],
  ]),
]

const read = (file: string) => readFile(new URL(`../../web/app/styles/${file}`, import.meta.url), 'utf8')

/** The colours of `palette.css` by the names of the tokens, as `app.css` maps them. */
async function defaultColors() {
  const [palette, app] = [await read('palette.css'), await read('app.css')]
  const valuesIn = (css: string) =>
    Object.fromEntries([...css.matchAll(/--([\w-]+): (#\w{6});/g)].map(([, ...pair]) => pair))
  const [light = '', dark = ''] = palette.split('@media')
  const tokens = [...app.matchAll(/--color-([\w-]+): var\(--([\w-]+)\)/g)].map(([, token = '', name = '']) => [
    token,
    name,
  ])
  const named = (values: Record<string, string>) =>
    Object.fromEntries(tokens.map(([token = '', name = '']) => [token, values[name] ?? '']))
  return { light: named(valuesIn(light)), dark: named({ ...valuesIn(light), ...valuesIn(dark) }) }
}

/** The pairs that can't be read. */
function unreadable(colors: Record<string, string>): string[] {
  const pairs = texts.flatMap(([text, backgrounds]) => backgrounds.map((background) => [text, background] as const))
  const low = pairs.filter(([text, on]) => !(contrast(colors[text] ?? '', colors[on] ?? '') >= textContrast))
  const borders = ['page', 'surface'].filter((on) => !(contrast(colors.control ?? '', colors[on] ?? '') >= 3))
  return [...low.map((pair) => pair.join(' on ')), ...borders.map((on) => `control on ${on}`)]
}

test('the contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 3)
  expect(contrast('#1f6b43', '#ffffff')).toBe(contrast('#ffffff', '#1f6b43'))
})

test('the first palette has the colours of palette.css', async () => {
  const [css, computed] = [await defaultColors(), lookColors({ palette: 'pandan', accent: null })]
  for (const scheme of schemes) {
    const { page, surface, soft, line, control, body, muted, accent } = computed[scheme]
    expect(css[scheme]).toMatchObject({ page, surface, soft, line, control, body, muted, accent })
    expect(computed[scheme]['on-accent']).toBe(css[scheme]['on-accent'])
    expect(unreadable(css[scheme])).toEqual([])
  }
})

test.each(palettes)('every text of %s can be read, in light and dark colours', async (palette) => {
  const css = await defaultColors()
  const colors = lookColors({ palette, accent: null })
  for (const scheme of schemes)
    expect([scheme, unreadable({ ...css[scheme], ...colors[scheme] })]).toEqual([scheme, []])
})

test('any accent of her own becomes the nearest one that can be read, with the same hue', async () => {
  const css = await defaultColors()
  let seed = 7
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const accents = Array.from(
    { length: 150 },
    () =>
      `#${Math.floor(random() * 0x1000000)
        .toString(16)
        .padStart(6, '0')}`,
  )
  let corrected = 0
  for (const accent of [...accents, '#ffffff', '#000000', '#ffff00', '#808080']) {
    for (const palette of ['pandan', 'bunga-telang'] as const) {
      const colors = lookColors({ palette, accent })
      const what = `${accent} in ${palette}`
      for (const scheme of schemes)
        expect([what, scheme, unreadable({ ...css[scheme], ...colors[scheme] })]).toEqual([what, scheme, []])
      const { page, surface, soft, 'accent-soft': tint } = colors.light
      const found = readableAccent(accent, palette)
      expect(readableAccent(found, palette)).toBe(found)
      const least = (color: string) => Math.min(...[page, surface, soft, tint].map((on) => contrast(color, on)))
      if (least(accent) >= textContrast) expect([what, found]).toEqual([what, accent])
      else {
        corrected += 1
        expect(least(found)).toBeLessThan(textContrast + 0.15)
        const [[, chroma, hue], [, , before]] = [lchOf(found), lchOf(accent)]
        if (chroma > 0.03) expect(Math.abs(((hue - before + 540) % 360) - 180)).toBeLessThan(6)
      }
    }
  }
  expect(corrected).toBeGreaterThan(100)
})
