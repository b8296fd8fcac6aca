/** A number on a corner of its parent (`relative`); nothing for 0, 99+ above 99. `of` names what is counted. */
export function CountBadge({ count, of }: { count: number; of: string }) {
  if (count < 1) return null
  return (
    <span className="absolute -top-2 left-3 min-w-5 rounded-full bg-highlight px-1 text-center text-13 leading-5 font-bold text-on-highlight tabular-nums">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {of}</span>
    </span>
  )
}
