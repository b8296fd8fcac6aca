import type { ReactNode } from 'react'

interface Fact {
  name: string
  value: ReactNode
  /** It has a line of its own. */
  isLong?: boolean
  /** A person or a courier gave it, such as a name or a number: a translated page leaves it as it is. */
  isGiven?: boolean
  /** It has the room of two, and on a phone a line of its own. */
  isWide?: boolean
}

/** Names with their values, side by side where there is room. A fact whose value is null is left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,12ch),1fr))] gap-x-4 gap-y-3">
      {facts
        .filter(({ value }) => value !== null)
        .map(({ name, value, isLong = false, isWide = false, isGiven = false }) => (
          <div key={name} className={isLong ? 'col-span-full' : isWide ? 'col-span-full sm:col-span-2' : ''}>
            <dt className="text-13 text-muted">{name}</dt>
            <dd translate={isGiven ? 'no' : undefined} className="whitespace-pre-line">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  )
}
