import { Fragment } from 'react'
import { useShopInfo } from '~/platform/pages/shop-info'

/** The weekly hours. Shows nothing without hours. */
export function OpeningHours({ className = '' }: { className?: string }) {
  const { hours } = useShopInfo()
  return (
    hours && (
      <dl className={`grid max-w-72 grid-cols-[auto_1fr] gap-x-4 ${className}`}>
        {hours.map(({ days, time }) => (
          <Fragment key={days}>
            <dt>{days}</dt>
            <dd className="tabular-nums">{time}</dd>
          </Fragment>
        ))}
      </dl>
    )
  )
}
