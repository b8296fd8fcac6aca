import { imageAt } from '@camilan/contract/images'
import type { SeasonKind } from '@camilan/contract/season'
import type { SeasonNow } from '@camilan/contract/shop'
import { href } from 'react-router'
import imlek from '~/brand/season-imlek.svg'
import lebaran from '~/brand/season-lebaran.svg'
import natal from '~/brand/season-natal.svg'
import valentine from '~/brand/season-valentine.svg'
import { LinkButton } from '~/ui/ask/button'

const drawings: Record<Exclude<SeasonKind, 'own'>, string> = { lebaran, natal, imlek, valentine }

/** The season of these days. Also its preview in the settings. */
export function SeasonBand({ season }: { season: SeasonNow }) {
  const { kind, title, sentence, category, query, picture } = season
  const drawing = kind === 'own' ? picture && imageAt(picture, 960) : drawings[kind]
  const params = new URLSearchParams({ ...(category && { category }), ...(query && { query }) })
  return (
    <section aria-labelledby="season" className="bg-accent-soft">
      <div
        className={`mx-auto max-w-6xl md:px-6 md:py-10 ${drawing ? 'md:grid md:grid-cols-[55%_1fr] md:gap-10' : ''}`}
      >
        {drawing && (
          <img
            src={drawing}
            alt=""
            width={600}
            height={300}
            loading="lazy"
            className="aspect-2/1 w-full object-cover md:rounded-2xl dark:brightness-90"
          />
        )}
        <div className="self-center px-4 py-6 md:p-0">
          <h2 id="season" className="text-28 font-extrabold tracking-tight wrap-anywhere lg:text-40">
            {title}
          </h2>
          {sentence && <p className="mt-2 max-w-110 text-17 wrap-anywhere">{sentence}</p>}
          <LinkButton
            variant="quiet"
            to={params.size > 0 ? `${href('/products')}?${params}` : href('/products')}
            className="mt-4 px-6"
          >
            Lihat pilihannya
          </LinkButton>
        </div>
      </div>
    </section>
  )
}
