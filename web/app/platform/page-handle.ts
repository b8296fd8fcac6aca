import { useMatches } from 'react-router'

/** What a page may tell the layout around it, by `export const handle: PageHandle = { … }`. */
export interface PageHandle {
  /** The page has an ActionBar: a phone's navigation gives way to it, and the page ends above it. */
  ownsBottomBar?: boolean | 'onlyOnPhones'
}

export function usePageHandle(): PageHandle {
  return (useMatches().at(-1)?.handle as PageHandle | undefined) ?? {}
}
