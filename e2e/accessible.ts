/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { leavesOutThorough } from '../scripts/thorough-tests.ts'
import { desktop } from './sizes.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** It is half as large as `axe.source`, and every opened page reads it. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Rules = NonNullable<RunOptions['runOnly']>
const allRules: Rules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
const contrast: Rules = { type: 'rule', values: ['color-contrast'] }

const softly = expect.configure({ soft: true })

/**
 * No violation of WCAG in light or dark colours, on a phone or on a desktop, and nothing to scroll sideways at any width.
 * In dark colours only the contrast can differ. `npm test` leaves it out, like the other thorough tests.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  if (leavesOutThorough) return
  await test.step(what, async () => {
    const size = page.viewportSize() ?? desktop.viewport
    await expectNoViolation(page, allRules, what)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectNoViolation(page, contrast, `${what}, dark`)
    // The narrowest phone, a computer that zooms to 200 %, and one that doesn't.
    for (const width of [320, 640, desktop.viewport.width]) {
      await page.setViewportSize({ ...desktop.viewport, width })
      const needed = () => page.evaluate(() => document.documentElement.scrollWidth)
      // The cart turns from cards into a table a moment later.
      await softly.poll(needed, `${what}, width at ${width} px`).toBeLessThanOrEqual(width)
    }
    await expectNoViolation(page, contrast, `${what}, on a desktop, dark`)
    await page.emulateMedia({ colorScheme: 'light' })
    await expectNoViolation(page, allRules, `${what}, on a desktop`)
    await page.setViewportSize(size)
  })
}

async function expectNoViolation(page: Page, runOnly: Rules, what: string): Promise<void> {
  await settled(page)
  await Promise.all(
    page.frames().map(async (frame) => {
      if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource)
    }),
  )
  const violations = await page.evaluate(async (rules) => {
    // Only rules about sounds need files that axe would load.
    const options = { runOnly: rules, resultTypes: ['violations' as const], preload: false }
    const { violations } = await window.axe.run(document, options)
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    )
  }, runOnly)
  softly(violations, what).toEqual([])
}

/**
 * Waits until a change of the size or of the colours has been drawn. An element that fades has neither its old nor its new
 * colours, so its transition is finished.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame)
    const isPassing = ({ effect }: Animation) => effect?.getTiming().iterations !== Infinity
    await nextFrame()
    await nextFrame()
    // The end of one transition may start another, in elements that inherit the colour.
    for (let passing = document.getAnimations().filter(isPassing); passing.length > 0; ) {
      for (const animation of passing) animation.finish()
      await nextFrame()
      passing = document.getAnimations().filter(isPassing)
    }
  })
}
