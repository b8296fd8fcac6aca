/// <reference lib="dom" />
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** No violation, light or dark; nothing to scroll sideways on the narrowest phone or on a computer that zooms to 200 %. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await test.step(what, async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      // What is fading in has neither its own colours nor those of the page behind it; what turns does so for ever.
      await page.waitForFunction(() =>
        document
          .getAnimations()
          .every(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY),
      )
      const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
      expect.soft(violations.map(summary), `${what}, ${colorScheme}`).toEqual([])
    }
    await page.emulateMedia({ colorScheme: null })
    const size = page.viewportSize() ?? { width: 1280, height: 900 }
    for (const width of [320, 640]) {
      await page.setViewportSize({ width, height: 640 })
      const needed = await page.evaluate(() => document.documentElement.scrollWidth)
      expect.soft(needed, `${what}, width at ${width} px`).toBeLessThanOrEqual(width)
    }
    await page.setViewportSize(size)
  })
}

interface Violation {
  id: string
  help: string
  nodes: { target: unknown[] }[]
}

const summary = ({ id, help, nodes }: Violation) =>
  `${id}: ${help}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`
