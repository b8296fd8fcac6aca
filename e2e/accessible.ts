/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import type axe from 'axe-core'
import type { ElementContext, RunOptions } from 'axe-core'
import { desktop } from './sizes.ts'

declare global {
  interface Window {
    axe: typeof axe
    /** The elements to judge, with all that they contain. */
    parts: Element[]
    /** Every element that was shown when parts were chosen. */
    judged: WeakSet<Element>
  }
}

/** Half as large as `axe.source`, and every page that is opened reads it. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Rules = NonNullable<RunOptions['runOnly']>
const allRules: Rules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
const contrast: Rules = { type: 'rule', values: ['color-contrast'] }

/** What only a desktop shows and has been judged: most pages have the same header or sidebar. */
const judgedMarkup = new Set<string>()

const softly = expect.configure({ soft: true })

/**
 * No violation of WCAG in light or dark colours, and nothing to scroll sideways at any width. A screen is judged by all
 * rules once, at the size that it has; in dark colours only the contrast can differ. At the size of a desktop only what
 * was hidden before is judged, such as a table, the sidebar or the navigation in the header.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await test.step(what, async () => {
    const size = page.viewportSize() ?? desktop.viewport
    await settled(page)
    await chooseParts(page, 'all')
    await expectNoViolation(page, what)
    // The narrowest phone, a computer that zooms to 200 %, and one that doesn't.
    for (const width of [320, 640, desktop.viewport.width]) {
      await page.setViewportSize({ ...desktop.viewport, width })
      const needed = () => page.evaluate(() => document.documentElement.scrollWidth)
      // The cart turns from cards into a table a moment later.
      await softly.poll(needed, `${what}, width at ${width} px`).toBeLessThanOrEqual(width)
    }
    await settled(page)
    const hasNewParts = await leaveOutJudged(page, await chooseParts(page, 'new'))
    if (hasNewParts) await expectNoViolation(page, `${what}, what only a desktop shows`)
    await page.setViewportSize(size)
  })
}

/** Judges the chosen parts. */
async function expectNoViolation(page: Page, what: string): Promise<void> {
  expect.soft(await findViolations(page, allRules), what).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  expect.soft(await findViolations(page, contrast), `${what}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/**
 * Until a change of the size or of the colours has been drawn: what is fading has neither its old nor its new colours, and
 * is brought to its end.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame)
    const isPassing = ({ effect }: Animation) => effect?.getTiming().iterations !== Infinity
    await nextFrame()
    await nextFrame()
    // One that ends may begin another, in what inherits the colour.
    for (let passing = document.getAnimations().filter(isPassing); passing.length > 0; ) {
      for (const animation of passing) animation.finish()
      await nextFrame()
      passing = document.getAnimations().filter(isPassing)
    }
  })
}

/** Chooses the whole page, or later what was not shown then; returns the markup of the chosen parts. */
async function chooseParts(page: Page, which: 'all' | 'new'): Promise<string[]> {
  return page.evaluate((choice) => {
    const shown = [...document.querySelectorAll('*')].filter(
      // What only screen readers get is one pixel wide.
      (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1,
    )
    if (choice === 'all') window.judged = new WeakSet()
    const added = new Set<Element | null>(shown.filter((element) => !window.judged.has(element)))
    window.parts = shown.filter((element) => added.has(element) && !added.has(element.parentElement))
    for (const element of shown) window.judged.add(element)
    return window.parts.map(({ outerHTML }) => outerHTML)
  }, which)
}

/** @returns whether anything is left to judge */
async function leaveOutJudged(page: Page, markup: string[]): Promise<boolean> {
  const isNew = markup.map((html) => !judgedMarkup.has(html))
  for (const html of markup) judgedMarkup.add(html)
  await page.evaluate((keep) => {
    window.parts = window.parts.filter((_, index) => keep[index])
  }, isNew)
  return isNew.includes(true)
}

async function findViolations(page: Page, rules: Rules): Promise<string[]> {
  await Promise.all(
    page.frames().map(async (frame) => {
      if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource)
    }),
  )
  return page.evaluate(async (runOnly) => {
    const context: ElementContext = { include: window.parts }
    const options: RunOptions = { runOnly, resultTypes: ['violations'] }
    const { violations } = await window.axe.run(context, options)
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    )
  }, rules)
}
