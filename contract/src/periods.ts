/** The periods that a seller compares, in days of Jakarta as `2026-11-20`. */
export const periods = ['today', 'this_month', 'last_month'] as const
export type Period = (typeof periods)[number]
export const periodLabels: Record<Period, string> = {
  today: 'Hari ini',
  this_month: 'Bulan ini',
  last_month: 'Bulan lalu',
}

/** Both are included. */
export interface Days {
  from: string
  to: string
}

/** @param today  the day in Jakarta */
export function daysOf(period: Period, today: string): Days {
  if (period === 'today') return { from: today, to: today }
  const month = `${today.slice(0, 7)}-01`
  if (period === 'this_month') return { from: month, to: today }
  const to = dayAfter(month, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}

/**
 * The days to compare these with. A month, or the beginning of one, is compared with the same days of the month before, if
 * it has them; anything else, also one day, with as many days directly before it.
 */
export function daysBefore({ from, to }: Days): Days {
  if (from === to || !from.endsWith('-01') || from.slice(0, 7) !== to.slice(0, 7)) {
    return { from: dayAfter(from, -countDays({ from, to })), to: dayAfter(from, -1) }
  }
  const last = dayAfter(from, -1)
  const month = last.slice(0, 7)
  const isWhole = dayAfter(to, 1).endsWith('-01')
  const same = `${month}-${to.slice(8)}`
  return { from: `${month}-01`, to: isWhole || same > last ? last : same }
}

/** The number of days, both included. */
export const countDays = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

const dayMs = 86_400_000
