/** The colours of a look, computed so that every text on them can be read (WCAG AA). Colours are texts, `#rrggbb`. */
import type { Look, Palette } from './looks.ts'

/** In OKLCH: lightness from 0 to 1, chroma, hue in degrees. */
type Lch = readonly [lightness: number, chroma: number, hue: number]

export const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

/** The neutral colours of `palette.css`. Another palette gives them its hue. */
const neutrals = {
  light: {
    page: '#fff8ec',
    surface: '#ffffff',
    soft: '#f8eddb',
    line: '#ebdcc4',
    control: '#987a62',
    body: '#3a2417',
    muted: '#6f5645',
  },
  dark: {
    page: '#1e1511',
    surface: '#2a1e18',
    soft: '#35271f',
    line: '#463429',
    control: '#8d7462',
    body: '#f6e9da',
    muted: '#c3ae9c',
  },
} as const
type Neutral = keyof (typeof neutrals)['light']

/** The names of the tokens of `app.css` without `--color-`. Danger, notices and statuses are the same in every look. */
export type Colors = Record<
  | Neutral
  | 'inverse'
  | 'on-inverse'
  | 'accent'
  | 'accent-strong'
  | 'accent-soft'
  | 'on-accent'
  | 'highlight'
  | 'on-highlight',
  string
>

interface Seed {
  /** Of the neutral colours, with a factor for their chroma. Without it they are those of `palette.css`. */
  ground?: { hue: number; tint: number }
  accent: string
  /** On a dark page. The default is the accent in a lighter tone. */
  darkAccent?: string
  highlight: string
}

const seeds: Record<Palette, Seed> = {
  pandan: { accent: '#1f6b43', darkAccent: '#6cc494', highlight: '#f2a922' },
  'gula-aren': { ground: { hue: 62, tint: 1.25 }, accent: '#8a4510', highlight: '#f0b34a' },
  mawar: { ground: { hue: 5, tint: 0.8 }, accent: '#a3265a', highlight: '#f6b98a' },
  'ubi-ungu': { ground: { hue: 308, tint: 0.85 }, accent: '#653a96', highlight: '#f2b84b' },
  'bunga-telang': { ground: { hue: 262, tint: 0.8 }, accent: '#2a4b9f', highlight: '#f7c948' },
  'ketan-hitam': { ground: { hue: 60, tint: 0.22 }, accent: '#33262c', highlight: '#e5b567' },
}

/** The least contrast of a text of any size. */
export const textContrast = 4.5
/** The lightness and chroma of an accent on a dark page: a saturated one would glare. */
const darkTone = { least: 0.74, chroma: 0.13 }

function neutralsOf({ ground }: Seed, scheme: Scheme): Record<Neutral, string> {
  if (!ground) return neutrals[scheme]
  const tinted = Object.entries(neutrals[scheme]).map(([name, color]) => {
    const [lightness, chroma] = lchOf(color)
    return [name, hexOf([lightness, chroma * ground.tint, ground.hue])]
  })
  return Object.fromEntries(tinted) as Record<Neutral, string>
}

/** All colours of a look. */
export function lookColors(look: Pick<Look, 'palette' | 'accent'>): Record<Scheme, Colors> {
  const seed = seeds[look.palette]
  return { light: colorsOf(seed, look.accent, 'light'), dark: colorsOf(seed, look.accent, 'dark') }
}

function wantedAccent(seed: Seed, own: string | null, scheme: Scheme): string {
  if (scheme === 'light') return own ?? seed.accent
  if (own === null && seed.darkAccent) return seed.darkAccent
  const [lightness, chroma, hue] = lchOf(own ?? seed.accent)
  return hexOf([Math.max(lightness, darkTone.least), Math.min(chroma, darkTone.chroma), hue])
}

function colorsOf(seed: Seed, own: string | null, scheme: Scheme): Colors {
  const base = neutralsOf(seed, scheme)
  const isLight = scheme === 'light'
  const wanted = wantedAccent(seed, own, scheme)
  const [, chroma, hue] = lchOf(wanted)
  const isReadable = (color: string) =>
    [base.page, base.surface, base.soft].every((background) => contrast(color, background) >= textContrast)
  const accent = nearest(wanted, isLight ? -1 : 1, isReadable)
  const tint = Math.min(chroma / 0.1, 1)
  const soft = hexOf(isLight ? [0.945, 0.028 * tint, hue] : [0.3, 0.035 * tint, hue])
  return {
    ...base,
    inverse: base.body,
    'on-inverse': base.page,
    accent,
    'accent-strong': stronger(accent, scheme),
    'accent-soft': nearest(soft, isLight ? 1 : -1, (color) => contrast(accent, color) >= textContrast),
    'on-accent': isLight ? '#ffffff' : hexOf([0.222, 0.0285 * tint, hue]),
    highlight: seed.highlight,
    'on-highlight': neutralsOf(seed, 'light').body,
  }
}

/** For a hovered link or button. A colour that is nearly black gets lighter, as it can't get darker. */
function stronger(accent: string, scheme: Scheme): string {
  const [lightness, chroma, hue] = lchOf(accent)
  const step = scheme === 'dark' ? 0.05 : lightness < 0.35 ? 0.1 : -0.07
  return hexOf([Math.min(lightness + step, 0.97), chroma, hue])
}

/** Her accent as light pages can use it: the given one if every text with it can be read, else the nearest darker one. */
export const readableAccent = (accent: string, palette: Palette): string => lookColors({ palette, accent }).light.accent

/** The nearest good colour of the same hue: itself, or a lighter one (`direction` 1) or a darker one (-1). */
function nearest(color: string, direction: 1 | -1, isGood: (color: string) => boolean): string {
  const [lightness, chroma, hue] = lchOf(color)
  let found = color
  for (let now = lightness; !isGood(found) && now > 0 && now < 1; found = hexOf([now, chroma, hue])) {
    now += direction * 0.002
  }
  return found
}

/** The contrast of two colours by WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = linearOf(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

type Three = readonly [number, number, number]

function linearOf(color: string): Three {
  const part = (at: number) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

/** From sRGB: https://bottosson.github.io/posts/oklab/ */
export function lchOf(color: string): Lch {
  const [r, g, b] = linearOf(color)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const hue = (Math.atan2(y, x) * 180) / Math.PI
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(x, y), hue]
}

/** The nearest colour of a screen: of the same lightness and hue, with less chroma if there is none. */
export function hexOf([lightness, chroma, hue]: Lch): string {
  const angle = (hue * Math.PI) / 180
  for (let now = chroma; ; now = Math.max(now - 0.002, 0)) {
    const parts = partsOf(lightness, now * Math.cos(angle), now * Math.sin(angle))
    if (now > 0 && parts.some((part) => part < -0.001 || part > 1.001)) continue
    const bytes = parts.map((part) => Math.round(255 * gamma(Math.min(Math.max(part, 0), 1))))
    return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
  }
}

const gamma = (part: number) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055)

function partsOf(lightness: number, x: number, y: number): Three {
  const l = (lightness + 0.3963377774 * x + 0.2158037573 * y) ** 3
  const m = (lightness - 0.1055613458 * x - 0.0638541728 * y) ** 3
  const s = (lightness - 0.0894841775 * x - 1.291485548 * y) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
