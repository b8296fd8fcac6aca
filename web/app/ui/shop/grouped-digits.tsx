import type { ReactElement } from 'react'

/** A short number has one group. */
const maxOfOneGroup = 6

/** A long number in groups of four, as banks write it. The gaps are margins, so a copied number has none. */
export function GroupedDigits({ digits }: { digits: string }) {
  return (
    <span translate="no" className="tabular-nums">
      {[...fours(digits)]}
    </span>
  )
}

function* fours(digits: string): Generator<ReactElement> {
  if (digits.length <= maxOfOneGroup) return yield <span key={digits}>{digits}</span>
  for (let at = 0; at < digits.length; at += 4) {
    yield (
      <span key={at} className="mr-1.5 inline-block last:mr-0">
        {digits.slice(at, at + 4)}
      </span>
    )
  }
}
