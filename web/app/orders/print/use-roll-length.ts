import { useLayoutEffect, useRef } from 'react'
import type { Paper } from './print-url'

/**
 * A roll has no pages, so that each sheet is a page of its own length.
 * @param contents  what the sheets show
 * @returns the ref of the sheets
 */
export function useRollLength(paper: Paper, contents: unknown) {
  const sheets = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheets show the contents
  useLayoutEffect(() => {
    const rules = ownRules()
    if (paper !== 'struk' || !rules) return
    const rolls = Array.from(sheets.current?.children ?? []).filter((sheet) => sheet instanceof HTMLElement)
    for (const [index, sheet] of rolls.entries()) {
      const length = Math.ceil((sheet.scrollHeight / 96) * 25.4) + 4
      rules.insertRule(`@page struk-${index} { size: 58mm ${length}mm; margin: 0 }`, rules.cssRules.length)
      sheet.style.setProperty('page', `struk-${index}`)
    }
    return () => {
      for (const sheet of rolls) {
        rules.deleteRule(rules.cssRules.length - 1)
        sheet.style.removeProperty('page')
      }
    }
  }, [paper, contents])
  return sheets
}

/** The page's own style sheet, whose end takes the rules: old browsers have no other that the policy of the page allows. */
const ownRules = () =>
  Array.from(document.styleSheets).find(({ href }) => href !== null && new URL(href).origin === location.origin)
