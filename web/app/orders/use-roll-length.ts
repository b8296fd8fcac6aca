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
    if (paper !== 'struk') return
    const rules = new CSSStyleSheet()
    const rolls = Array.from(sheets.current?.children ?? []).filter((sheet) => sheet instanceof HTMLElement)
    for (const [index, sheet] of rolls.entries()) {
      const length = Math.ceil((sheet.scrollHeight / 96) * 25.4) + 4
      rules.insertRule(`@page struk-${index} { size: 58mm ${length}mm; margin: 0 }`)
      sheet.style.setProperty('page', `struk-${index}`)
    }
    document.adoptedStyleSheets.push(rules)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== rules)
      for (const sheet of rolls) sheet.style.removeProperty('page')
    }
  }, [paper, contents])
  return sheets
}
