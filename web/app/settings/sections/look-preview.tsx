import { type Colors, lookColors, type Scheme, schemes } from '@camilan/contract/look-colors'
import type { Look } from '@camilan/contract/looks'
import type { CSSProperties } from 'react'
import { drawingFiles } from '~/ui/shop/hero-picture'

/** The tokens of `app.css` for everything inside an element. */
const tokens = (colors: Colors) =>
  Object.fromEntries(Object.entries(colors).map(([name, color]) => [`--color-${name}`, color])) as CSSProperties

/** As in the style sheet of a look (`server/src/settings/words/look.ts`). */
export const fontOfHeadings = (typeface: Look['typeface']): CSSProperties =>
  typeface === 'rumah' ? {} : { fontFamily: `"Judul ${typeface}"` }
export const fontOfTexts = (typeface: Look['typeface']): CSSProperties => ({
  fontFamily: typeface === 'rumah' ? '"Plus Jakarta Sans"' : 'Figtree',
})

const schemeLabels: Record<Scheme, string> = { light: 'Terang', dark: 'Gelap' }

interface LookPreviewProps {
  look: Look
  shopName: string
  /** Her own, in place of the drawing. */
  picture: string | null
}

/** How the chosen look will be, in both schemes, whichever this phone has. */
export function LookPreview({ look, shopName, picture }: LookPreviewProps) {
  const colors = lookColors(look)
  return (
    <div role="img" aria-label="Contoh tampilan toko" className="grid grid-cols-2 gap-3 narrow:grid-cols-1">
      {schemes.map((scheme) => (
        <div
          key={scheme}
          style={{ ...tokens(colors[scheme]), ...fontOfTexts(look.typeface) }}
          className="min-w-0 overflow-hidden rounded-2xl border border-line bg-page text-13 text-body"
        >
          <p
            className="truncate border-b border-line bg-surface px-3 py-2 font-bold"
            style={fontOfHeadings(look.typeface)}
          >
            {shopName}
          </p>
          <img
            src={picture ?? drawingFiles[look.drawing].src}
            alt=""
            width={400}
            height={200}
            className={`aspect-2/1 w-full object-cover ${scheme === 'dark' ? 'brightness-90' : ''}`}
          />
          <div className="grid justify-items-start gap-1.5 bg-soft p-3">
            <p className="text-15 leading-tight font-extrabold" style={fontOfHeadings(look.typeface)}>
              Selamat datang
            </p>
            <p className="text-muted">Dari dapur kami.</p>
            <p className="rounded-xl bg-accent px-3 py-1.5 font-bold text-on-accent">Belanja</p>
          </div>
          <div className="p-3">
            <div className="grid justify-items-start gap-1 rounded-xl border border-line bg-surface p-2.5">
              <p className="font-semibold">Nastar Keju</p>
              <p className="font-bold tabular-nums">Rp&nbsp;85.000</p>
              <p className="rounded-full bg-highlight px-2 font-semibold text-on-highlight">Sisa 3</p>
              <p className="font-semibold text-accent underline underline-offset-4">Lihat</p>
            </div>
            <p className="mt-2 text-muted">{schemeLabels[scheme]}</p>
          </div>
        </div>
      ))}
    </div>
  )
}
