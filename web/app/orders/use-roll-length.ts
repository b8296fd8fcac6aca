import { useLayoutEffect, useRef } from 'react'
import type { Paper } from './print-url'

/**
 * A roll has no pages, so that its page is as long as the longest sheet.
 * @param contents  what the sheets show
 * @returns the ref of the sheets
 */
export function useRollLength(paper: Paper, contents: unknown) {
  const sheets = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheets show the contents
  useLayoutEffect(() => {
    if (paper !== 'struk') return
    const pixels = Math.max(0, ...Array.from(sheets.current?.children ?? [], (sheet) => sheet.scrollHeight))
    const rule = new CSSStyleSheet()
    rule.replaceSync(`@page struk { size: 58mm ${Math.ceil((pixels / 96) * 25.4) + 4}mm; margin: 0 }`)
    document.adoptedStyleSheets.push(rule)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== rule)
    }
  }, [paper, contents])
  return sheets
}
