import { href } from 'react-router'
import { WhatsappLink } from '~/orders/whatsapp-link'
import { privatePage } from '~/platform/pages/meta'
import { useShopInfo, useWhatsapp } from '~/platform/pages/shop-info'
import { LinkButton } from '~/ui/ask/button'
import { Fold } from '~/ui/ask/fold'
import { Skeleton, TitledSkeleton } from '~/ui/loading/skeleton'
import { questionsOf, stepsOf } from './guide'

export const meta = privatePage('Bantuan')

/** Without a loader the server would send the page's content before the guard of its layout has run. */
export const clientLoader = () => null

export function HydrateFallback() {
  return (
    <TitledSkeleton title="Bantuan">
      <Skeleton className="h-96" />
      <Skeleton className="h-64" />
    </TitledSkeleton>
  )
}

/** What follows after reading. */
function AskOrBuy() {
  const whatsapp = useWhatsapp()
  return (
    <div className="mt-6 rounded-2xl bg-soft p-4 md:p-5">
      <p className="text-17 font-bold">{whatsapp ? 'Belum terjawab?' : 'Sudah jelas?'}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        <LinkButton to={href('/products')}>Mulai Belanja</LinkButton>
        {whatsapp && (
          <WhatsappLink phone={whatsapp.text} text="Halo, saya mau bertanya." label="Tanya lewat WhatsApp" />
        )}
      </div>
    </div>
  )
}

export default function HelpPage() {
  const shop = useShopInfo()
  return (
    <main className="page">
      <h1 className="title">Bantuan</h1>
      <div className="mt-6 grid gap-12 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <section aria-labelledby="cara-memesan">
          <h2 id="cara-memesan" className="text-21 font-extrabold tracking-tight">
            Cara Memesan
          </h2>
          <ol className="mt-4 grid gap-x-8 gap-y-5 md:grid-cols-2">
            {stepsOf(shop).map(({ title, text }, index) => (
              <li key={title} className="flex gap-4">
                <span
                  aria-hidden
                  className="grid size-10 shrink-0 place-items-center rounded-full bg-highlight font-extrabold text-on-highlight"
                >
                  {index + 1}
                </span>
                <div>
                  <h3 className="text-17 font-bold">{title}</h3>
                  <p className="text-muted">{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </section>
        <section aria-labelledby="pertanyaan-umum">
          <h2 id="pertanyaan-umum" className="text-21 font-extrabold tracking-tight">
            Pertanyaan Umum
          </h2>
          <div className="card mt-4 divide-y divide-line">
            {questionsOf(shop).map(({ question, answer }) => (
              <Fold key={question} title={question} className="px-4">
                <p className="max-w-prose text-muted">{answer}</p>
              </Fold>
            ))}
          </div>
          <AskOrBuy />
        </section>
      </div>
    </main>
  )
}
