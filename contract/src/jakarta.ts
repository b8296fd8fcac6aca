/**
 * The calendar and the clock of Jakarta (WIB), in which the shop counts days and the gateway writes times.
 * The offset is constant: Indonesia has no daylight saving time.
 */
const offsetMs = 7 * 3_600_000

/** `2026-11-20 14:00:05`, without an offset. */
export function jakartaWallClock(time: Date): string {
  return new Date(time.getTime() + offsetMs).toISOString().slice(0, 19).replace('T', ' ')
}

/** Reads `2026-11-20 14:00:05`; null for everything else. */
export function parseJakartaWallClock(text: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return null
  const time = new Date(`${text.replace(' ', 'T')}+07:00`)
  return Number.isNaN(time.getTime()) ? null : time
}

/** `2026-11-20` */
export const jakartaDay = (time: Date): string => jakartaWallClock(time).slice(0, 10)

/** The moment at which a day as `2026-11-20` begins. */
export const jakartaMidnight = (day: string): Date => new Date(`${day}T00:00:00+07:00`)

/** `21-11-2026 14:20 WIB`, whatever the reader's own time zone. */
export function formatJakartaTime(time: Date | string): string {
  const [day = '', clock = ''] = jakartaWallClock(new Date(time)).split(' ')
  return `${day.split('-').reverse().join('-')} ${clock.slice(0, 5)} WIB`
}
