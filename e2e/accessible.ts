/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import type axe from 'axe-core'
import type { AxeReporter, AxeResults, ElementContext, RunOptions } from 'axe-core'
import { leavesOutThorough } from '../scripts/thorough-tests.ts'
import { describeParts } from './page-parts.ts'
import { desktop } from './sizes.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** It is half as large as `axe.source`, and every opened page reads it. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Rules = NonNullable<RunOptions['runOnly']>
export const allRules: Rules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
export const contrast: Rules = { type: 'rule', values: ['color-contrast'] }

/** The digests of the judged parts, because most pages have the same header and a table has similar rows. */
const judged = new Map<Rules, Set<string>>([
  [allRules, new Set()],
  [contrast, new Set()],
])

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

async function expectNoViolation(page: Page, rules: Rules, what: string): Promise<void> {
  expect.soft(await findNewViolations(page, rules), what).toEqual([])
}

/** The violations in the parts of the page that this worker has not judged yet, by these rules or by more. */
export async function findNewViolations(page: Page, rules: Rules): Promise<string[]> {
  await settled(page)
  const parts = await page.evaluate(describeParts)
  const byTheseRules = judged.get(rules) ?? new Set()
  const byAllRules = judged.get(allRules) ?? new Set()
  const isJudged: boolean[] = []
  const excluded: number[] = []
  for (const [index, { parent, digest }] of parts.entries()) {
    const isInJudged = isJudged[parent] === true
    const isSame = digest !== undefined && (byTheseRules.has(digest) || byAllRules.has(digest))
    if (isSame && !isInJudged) excluded.push(index)
    isJudged.push(isSame || isInJudged)
  }
  if (isJudged[0]) return []
  const { violations, measured } = await findViolations(page, rules, excluded)
  if (violations.length > 0) return violations // every page with them reports it
  // A text that axe can't measure here, because something covers it, may be measured elsewhere.
  const isMeasured = new Set(measured)
  const isOpen: boolean[] = []
  for (const [index, part] of [...parts.entries()].reverse()) {
    if (isJudged[index]) continue
    if (part.isText && !isMeasured.has(index)) isOpen[index] = true
    if (isOpen[index]) isOpen[part.parent] = true
    else if (part.digest !== undefined) byTheseRules.add(part.digest)
  }
  return violations
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

/** @param excluded  indexes of described parts that need not be judged */
async function findViolations(page: Page, rules: Rules, excluded: number[]) {
  await Promise.all(
    page.frames().map(async (frame) => {
      if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource)
    }),
  )
  return page.evaluate(
    async ({ runOnly, leftOut }) => {
      const { axe, described } = window
      const indexes = new Map(described.map((element, index) => [element, index]))
      const context: ElementContext = {
        include: [document.documentElement],
        exclude: leftOut.flatMap((index) => described[index] ?? []),
      }
      const measured: number[] = []
      const report = axe.getReporter<AxeResults>('v1')
      /** Notes the texts whose contrast was measured. */
      const noting: AxeReporter<AxeResults> = (results, options, done, failed) => {
        for (const { node } of results.find(({ id }) => id === 'color-contrast')?.passes ?? []) {
          const index = 'element' in node && node.element ? indexes.get(node.element) : undefined
          if (index !== undefined) measured.push(index)
        }
        return report(results, options, done, failed)
      }
      axe.addReporter('noting', noting)
      const { violations } = await axe.run(context, { runOnly, resultTypes: ['violations'], reporter: 'noting' })
      return {
        measured,
        violations: violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
        ),
      }
    },
    { runOnly: rules, leftOut: excluded },
  )
}
