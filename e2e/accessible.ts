/// <reference lib="dom" />
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

const softly = expect.configure({ soft: true })
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** No violation, light or dark; nothing to scroll sideways on the narrowest phone or on a computer that zooms to 200 %. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await test.step(what, async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      // What is fading in has neither its own colours nor those of the page behind it; what turns does so for ever.
      await page.waitForFunction(() =>
        document.getAnimations().every(({ effect }) => effect?.getTiming().iterations === Number.POSITIVE_INFINITY),
      )
      const axe = new AxeBuilder({ page }).setLegacyMode(true)
      // In the dark nothing is different but the colours.
      const judge = colorScheme === 'light' ? axe.withTags(tags) : axe.withRules('color-contrast')
      const { violations } = await judge.analyze()
      expect.soft(violations.map(summary), `${what}, ${colorScheme}`).toEqual([])
    }
    await page.emulateMedia({ colorScheme: null })
    const size = page.viewportSize() ?? { width: 1280, height: 900 }
    for (const width of [320, 640]) {
      await page.setViewportSize({ width, height: 640 })
      // The cart turns from a table into cards a moment later.
      const needed = () => page.evaluate(() => document.documentElement.scrollWidth)
      await softly.poll(needed, `${what}, width at ${width} px`).toBeLessThanOrEqual(width)
    }
    await page.setViewportSize(size)
  })
}

/** On a phone everything of the shop that can be pressed is at least 44 px wide and high, but for a link in a sentence. */
export async function expectTouchable(page: Page, what: string): Promise<void> {
  const tooSmall = await page.evaluate(() => {
    const isPhone = matchMedia('(pointer: coarse)').matches
    const controls = isPhone
      ? document.body.querySelectorAll(
          ':is(header, main, footer, nav, dialog, [popover]) :is(a, button, select, summary)',
        )
      : []
    return [...controls].flatMap((control) => {
      const { width, height } = control.getBoundingClientRect()
      const isShown = control.checkVisibility({ visibilityProperty: true }) && width > 1
      // The name of a card spreads its link over all of it.
      const spreads = getComputedStyle(control, '::after').position === 'absolute'
      const isInSentence = getComputedStyle(control).display === 'inline'
      const fits = Math.round(width) >= 44 && Math.round(height) >= 44
      if (!isShown || spreads || isInSentence || fits) return []
      return [`${control.getAttribute('aria-label') ?? control.textContent} ${width} x ${height}`]
    })
  })
  expect.soft(tooSmall, `${what}, too small to press`).toEqual([])
}

interface Violation {
  id: string
  help: string
  nodes: { target: unknown[] }[]
}

const summary = ({ id, help, nodes }: Violation) =>
  `${id}: ${help}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`
