/** A long number in fours, the way it is read out and typed at a bank; what is copied has no gaps. */
export function GroupedDigits({ digits }: { digits: string }) {
  return <span className="tabular-nums">{[...fours(digits)]}</span>
}

function* fours(digits: string) {
  for (let at = 0; at < digits.length; at += 4) {
    yield (
      <span key={at} className="mr-1.5 inline-block last:mr-0">
        {digits.slice(at, at + 4)}
      </span>
    )
  }
}
