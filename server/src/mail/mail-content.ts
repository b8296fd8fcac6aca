import type { Look } from '@camilan/contract/looks'
import type { MailKind } from '@camilan/contract/settings'

/** The shop in its mails. Links use the configured origin, never the Host header of a request. */
export interface Sender {
  shopName: string
  publicUrl: string
  /** Null: the shop has no logo of its own. */
  logoUrl?: string | null
  /** Undefined: the look of the spec. */
  look?: Look
  /** The mails that the administrators want. Undefined: all. */
  sends?: (kind: MailKind) => boolean
}

export interface MailLink {
  label: string
  url: string
}

/** What was ordered. Amounts are whole rupiah. */
export interface MailedGoods {
  lines: { name: string; detail: string; imageUrl: string | null; amount: number }[]
  sums: { label: string; amount: number }[]
}

export interface MailContent {
  subject: string
  /** The headline of the HTML. The default is the subject. */
  title?: string
  paragraphs: (string | MailLink)[]
  action?: MailLink
  goods?: MailedGoods
  /** Paragraphs after the action. */
  closing?: string[]
}

export const greeting = 'Halo,'
export const farewell = 'Salam hangat,'
