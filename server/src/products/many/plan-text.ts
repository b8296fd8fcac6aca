import { formatJakartaTime, formatRupiah } from '@camilan/contract/formats'

/** Of a plan, for the history of changes. */
export function planText({
  price,
  starts_at,
  ends_at,
}: {
  price: number
  starts_at: Date
  ends_at: Date | null
}): string {
  const until = ends_at ? ` sampai ${formatJakartaTime(ends_at)}` : ''
  return `${formatRupiah(price)} mulai ${formatJakartaTime(starts_at)}${until}`
}
