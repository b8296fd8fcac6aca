const wibOffsetMs = 7 * 3_600_000

const unitsMs: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/** `2026-11-20 14:00:05`, in GMT+7 without naming it: the only format of times in the Core API. */
export function wibText(epochMs: number): string {
  return new Date(epochMs + wibOffsetMs).toISOString().slice(0, 19).replace('T', ' ')
}

/** Reads `2026-11-20 14:00:00 +0700` (Snap's `expiry.start_time`); undefined for anything else. */
export function parseStartTime(text: string): number | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) ([+-]\d{2}):?(\d{2})$/.exec(text)
  if (!parts) return undefined
  const epochMs = Date.parse(`${parts[1]}T${parts[2]}${parts[3]}:${parts[4]}`)
  return Number.isNaN(epochMs) ? undefined : epochMs
}

/** Milliseconds of one `minute`, `hour` or `day`, singular or plural; undefined for any other word. */
export function unitMs(unit: string): number | undefined {
  return unitsMs[unit.replace(/s$/, '')]
}
