import type { AdminZones } from '@camilan/contract/zones'
import { formatNumber } from '~/platform/state/formats'
import { Notice } from '~/ui/ask/notice'
import { placesWords, serviceWords, type Zone } from './zone-values'

export function ZoneSummary({ zone: { name, places, services } }: { zone: Zone }) {
  return (
    <div className="min-w-0">
      <h3 className="font-bold wrap-anywhere">{name}</h3>
      <p className="text-muted">{placesWords(places)}</p>
      <ul className="mt-1">
        {services.map((service) => (
          <li key={service.name}>
            <span className="font-semibold">{service.name}</span>
            <span>{`: ${serviceWords(service)}`}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const shownGaps = 4

/** The places of which only some parts are reached. */
export function Gaps({ gaps }: Pick<AdminZones, 'gaps'>) {
  if (gaps.length === 0) return null
  return (
    <Notice>
      <p>Sebagian pembeli di daerah ini belum bisa dikirimi:</p>
      <ul className="list-disc pl-5 font-normal">
        {gaps.slice(0, shownGaps).map(({ place, sentence }) => (
          <li key={place.code}>{sentence}</li>
        ))}
        {gaps.length > shownGaps && <li>{`dan ${formatNumber(gaps.length - shownGaps)} daerah lainnya`}</li>}
      </ul>
    </Notice>
  )
}
