import type { ReactNode } from 'react'

/** Names with their values, one below the other. A fact whose value is null is left out. */
export function Facts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className="grid gap-3">
      {facts
        .filter(({ value }) => value !== null)
        .map(({ name, value }) => (
          <div key={name}>
            <dt className="text-13 text-muted">{name}</dt>
            <dd className="whitespace-pre-line">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
