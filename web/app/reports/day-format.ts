const day = new Intl.DateTimeFormat('id-ID', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A calendar date of the wire, `2026-11-20`, as `20 Nov`. */
export function formatDay(date: string): string {
  return day.format(new Date(`${date}T00:00:00Z`))
}
