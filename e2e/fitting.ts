/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { leavesOutThorough } from '../scripts/thorough-tests.ts'
import { phone } from './sizes.ts'

/** Makes a page as a person's phone shows it, and returns how to take that back. */
type Way = (page: Page) => Promise<() => Promise<unknown>>

/** A browser inside another app: only the letters grow. `rem` and the conditions of the style sheet stay as they are. */
const letters =
  (percent: number): Way =>
  async (page) => {
    const adjust = (size: string) =>
      page.evaluate((value) => document.documentElement.style.setProperty('text-size-adjust', value, 'important'), size)
    await adjust(`${percent}%`)
    return () => adjust('')
  }

/** The letters that a browser's settings ask for: what is measured in `rem` grows, too. */
const font =
  (pixels: number): Way =>
  async (page) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Page.setFontSizes', { fontSizes: { standard: pixels } })
    return async () => {
      await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
      await session.detach()
    }
  }

const screen =
  (width: number, height: number): Way =>
  async (page) => {
    const size = page.viewportSize() ?? phone.viewport
    await page.setViewportSize({ width, height })
    return () => page.setViewportSize(size)
  }

const both =
  (one: Way, other: Way): Way =>
  async (page) => {
    const restore = [await one(page), await other(page)]
    return async () => {
      for (const step of restore) await step()
    }
  }

type Ways = Record<string, Way>

const twiceAsLarge: Ways = { 'letters of 200 %': letters(200), 'a font of 32 px': font(32) }

export const smallerScreens: Ways = {
  'letters of 130 % on the smallest phone': both(screen(320, 640), letters(130)),
  'letters of 150 %': letters(150),
  'a font of 24 px': font(24),
  'a turned phone': screen(740, 360),
}

type Expect = (page: Page, what: string) => Promise<void>

/**
 * However a phone enlarges the texts: nothing is cut, covered or to be scrolled sideways.
 * @param expectMore  what else is judged in each way
 */
export async function expectFitting(page: Page, what: string, ways = twiceAsLarge, expectMore?: Expect): Promise<void> {
  if (leavesOutThorough) return
  for (const [name, enlarge] of Object.entries(ways)) {
    const restore = await enlarge(page)
    // Tables turn into cards a moment later.
    const softly = expect.configure({ soft: true, timeout: 3_000 })
    await softly.poll(() => page.evaluate(findUnfitting), `${what}, ${name}`).toEqual([])
    await expectMore?.(page, `${what}, ${name}`)
    await restore()
  }
}

/** Runs in the page. */
export function findUnfitting(): string[] {
  const root = document.documentElement
  // The window of a phone grows with a page that is too wide.
  const [width, height] = [root.clientWidth, root.clientHeight]
  /** A line of fewer `rem` breaks words. */
  const judgesWords = width >= 15 * Number.parseFloat(getComputedStyle(root).fontSize)
  const found: string[] = root.scrollWidth > width ? [`the page is ${root.scrollWidth} px wide`] : []
  for (const dialog of document.querySelectorAll('dialog[open]')) {
    const { scrollWidth, clientWidth } = dialog
    if (scrollWidth > clientWidth) found.push(`the dialog is ${scrollWidth} px wide, and ${clientWidth} px are shown`)
  }
  const styles = new Map<Element, CSSStyleDeclaration>()
  function styleOf(element: Element): CSSStyleDeclaration {
    const style = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, style)
    return style
  }
  /** Such as a bar, below which the page scrolls, or a layer. */
  const placeOf = (element: Element): Element | null => {
    for (let outer: Element | null = element; outer; outer = outer.parentElement) {
      if (['fixed', 'sticky', 'absolute'].includes(styleOf(outer).position) || outer.matches('dialog')) return outer
    }
    return null
  }
  /** A shortened text has its other lines below, and a list that scrolls by itself its other rows. */
  const partInSight = (element: Element): { start: number; end: number } => {
    let [start, end] = [-Infinity, Infinity]
    for (let outer: Element | null = element; outer && outer !== document.body; outer = outer.parentElement) {
      const { overflowY, webkitLineClamp } = styleOf(outer)
      if (webkitLineClamp === 'none' && !/auto|scroll/.test(overflowY)) continue
      const { top, bottom } = outer.getBoundingClientRect()
      start = Math.max(start, top)
      end = Math.min(end, bottom)
    }
    return { start, end }
  }
  /** Only screen readers have it. */
  const isForReaders = (element: Element): boolean => {
    const { position } = styleOf(element)
    return position === 'absolute' && element.getBoundingClientRect().width <= 1
  }
  interface Shown {
    text: string
    element: Element
    place: Element | null
    box: DOMRect
  }
  const shown: Shown[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: element, textContent } = node
    const text = textContent?.trim() ?? ''
    if (
      text === '' ||
      !element ||
      element.closest('.sr-only, [aria-hidden="true"], script, style, noscript, option, .toasts')
    )
      continue
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || isForReaders(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const { start, end } = partInSight(element)
    for (const box of range.getClientRects()) {
      const middle = box.top + box.height / 2
      if (box.width > 1 && box.height > 1 && middle > start && middle < end)
        shown.push({ text: text.slice(0, 30), element, place: placeOf(element), box })
    }
    // A word that has room in a line is not broken. The longest words of the language have 25 letters.
    for (const { 0: word, index } of (textContent ?? '').matchAll(/(?<!\S*@\S*)[\p{L}\p{N}.]{2,}(?!\S*@)/gu)) {
      if (word.length > 25) continue
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const parts = [...range.getClientRects()].filter((part) => part.width > 0)
      const lines = new Set(parts.map((part) => Math.round(part.top)))
      const needed = parts.reduce((sum, part) => sum + part.width, 0)
      if (judgesWords && lines.size > 1 && needed < width * 0.7) found.push(`'${word}' is broken`)
    }
  }
  for (const { text, element, box } of shown) {
    for (let outer: Element | null = element; outer && outer !== document.body; outer = outer.parentElement) {
      const { overflowX, overflowY, textOverflow, position, webkitLineClamp } = styleOf(outer)
      const edges = outer.getBoundingClientRect()
      if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || /auto|scroll/.test(overflowX + overflowY)) break
      const isCut =
        (overflowX !== 'visible' && (box.left < edges.left - 1 || box.right > edges.right + 1)) ||
        (overflowY !== 'visible' && (box.top < edges.top - 2 || box.bottom > edges.bottom + 2))
      if (isCut) found.push(`'${text}' is cut by ${outer.tagName} ${outer.className}`)
      if (isCut || position === 'fixed') break
    }
    if (box.right > width + 1 && !element.closest('nav, section[tabindex="0"]:has(table), [class*="overflow-x-auto"]'))
      found.push(`'${text}' ends at ${Math.round(box.right)} px`)
  }
  // Letters have room above and below them, so that lines of different texts may touch.
  const covers = (a: DOMRect, b: DOMRect) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) * 0.35
  shown.sort((a, b) => a.box.top - b.box.top)
  for (const [index, one] of shown.entries()) {
    for (let at = index + 1; at < shown.length; at += 1) {
      const other = shown[at]
      if (!other || other.box.top > one.box.bottom) break
      if (one.element !== other.element && one.place === other.place && covers(one.box, other.box))
        found.push(`'${one.text}' is over '${other.text}'`)
    }
  }
  for (const field of document.querySelectorAll<HTMLInputElement>('input[placeholder]:not(.sr-only)')) {
    const { paddingLeft, paddingRight, fontSize } = styleOf(field)
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    if (field.checkVisibility() && room < 2.5 * Number.parseFloat(fontSize))
      found.push(`${field.placeholder} has ${room} px`)
  }
  const bars = [...document.querySelectorAll('header, .bottom-bar, .action-bar')].filter((bar) => {
    const { position } = styleOf(bar)
    return (position === 'fixed' || position === 'sticky') && bar.checkVisibility()
  })
  const barred = bars.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0)
  if (barred > height * 0.55) found.push(`bars take ${Math.round(barred)} of ${height} px`)
  return [...new Set(found)].slice(0, 15)
}
