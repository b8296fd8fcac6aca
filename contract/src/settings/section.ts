import type * as z from 'zod/mini'
import type { Entry } from './kinds.ts'

type Entries = Record<string, Entry>
export type ValuesOf<Of extends Entries> = { -readonly [Name in keyof Of]: z.output<Of[Name]['value']> }

/** A part of the settings page, which is saved in one. */
export interface Section<Of extends Entries = Entries> {
  /** The hash in the URL of the page. */
  id: string
  title: string
  intro?: string
  /** In the order of the page. */
  settings: Of
  /** The present values in a few words. */
  summary?(values: ValuesOf<Of>): string
}

export const section = <const Of extends Entries>(described: Section<Of>) => described
