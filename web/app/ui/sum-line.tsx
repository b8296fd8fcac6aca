import { Rupiah } from './rupiah'

/** A line of a reckoning, in a `dl`. */
export function SumLine({ name, amount, className = '' }: { name: string; amount: number; className?: string }) {
  return (
    <div className={`flex items-baseline justify-between gap-4 ${className}`}>
      <dt>{name}</dt>
      <dd>
        <Rupiah amount={amount} />
      </dd>
    </div>
  )
}
