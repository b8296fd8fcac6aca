/** Returns the present moment. No other code reads it from the database or from `Date`, so that tests can set it. */
export type Clock = () => Date

export const seconds = (count: number): number => count * 1_000
export const minutes = (count: number): number => seconds(count * 60)
export const hours = (count: number): number => minutes(count * 60)
export const days = (count: number): number => hours(count * 24)

export const later = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds)
export const earlier = (from: Date, milliseconds: number): Date => later(from, -milliseconds)
