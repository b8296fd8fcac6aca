/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'

/**
 * On a phone every control is at least 44 px wide and high, except for a link in a sentence, and no bar covers it when it
 * is scrolled to the middle of the screen. Two quick taps on it, and a tap on a field, don't zoom the page.
 */
export async function expectTouchable(page: Page, what: string): Promise<void> {
  const problems = await page.evaluate(() => {
    const isPhone = matchMedia('(pointer: coarse)').matches
    const controls = isPhone
      ? document.body.querySelectorAll(
          ':is(header, main, footer, nav, dialog, [popover]) :is(a, button, select, summary, input, textarea)',
        )
      : []
    /** Elements that are meant to cover the page. */
    const layers = 'dialog, iframe, [popover], details'

    function isTooSmall(control: Element): boolean {
      if (control.matches('input, textarea')) return false
      const { width, height } = control.getBoundingClientRect()
      // The link in the name of a card covers the whole card.
      const spreads = ['::before', '::after'].some((layer) => {
        const style = getComputedStyle(control, layer)
        return (
          style.position === 'absolute' && Number.parseFloat(style.width) >= 44 && Number.parseFloat(style.height) >= 44
        )
      })
      const isInSentence = getComputedStyle(control).display === 'inline'
      return !spreads && !isInSentence && (Math.round(width) < 44 || Math.round(height) < 44)
    }

    /** An iPhone zooms at a field with smaller letters. */
    const smallestLetters = 16
    function zooms(control: Element): boolean {
      const { touchAction, fontSize } = getComputedStyle(control)
      const isField = control.matches(
        'select, textarea, input:not([type="checkbox"], [type="radio"], [type="file"], [type="color"])',
      )
      return isField ? Number.parseFloat(fontSize) < smallestLetters : touchAction === 'auto'
    }

    function isCovered(control: Element): boolean {
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const [box] = control.getClientRects()
      const top = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      if (!top || control.contains(top) || top.contains(control)) return false
      if (top.closest('label')?.control === control) return false
      const layer = top.closest(layers)
      return layer === null || layer.contains(control)
    }

    const found = [...controls].flatMap((control) => {
      const isShown = control.checkVisibility({ visibilityProperty: true }) && control.getBoundingClientRect().width > 1
      if (!isShown) return []
      const name = control.getAttribute('aria-label') ?? control.getAttribute('name') ?? control.textContent
      const { width, height } = control.getBoundingClientRect()
      const tooSmall = isTooSmall(control) ? [`${name}: ${width} x ${height} px`] : []
      const zooming = zooms(control) ? [`${name}: zooms the page`] : []
      return [...tooSmall, ...zooming, ...(isCovered(control) ? [`${name}: covered`] : [])]
    })
    window.scrollTo({ top: 0, behavior: 'instant' })
    return found
  })
  expect.soft(problems, `${what}, to press with a finger`).toEqual([])
}
