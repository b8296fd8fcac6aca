/** The time now. Nothing asks the database or `Date` itself, so that tests can set it. */
export type Clock = () => Date

export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => minutes(count * 60)
export const days = (count: number): number => hours(count * 24)

export const later = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds)
export const earlier = (from: Date, milliseconds: number): Date => later(from, -milliseconds)
