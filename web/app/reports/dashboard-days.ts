export const daysOffered = [7, 30, 90] as const

/** How many Jakarta days the dashboard's address asks for; 30 where it asks for none that is offered. */
export function dashboardDays(url: string): number {
  const days = Number(new URL(url).searchParams.get('days'))
  return daysOffered.find((offered) => offered === days) ?? 30
}
