import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** The seller's thumb: counts what it does in each task, and fails if that is more than before. */
export function thumbOn(page: Page) {
  const log: { task: string; taps: number; characters: number }[] = []
  let [taps, characters] = [0, 0]
  const tap = async (control: Locator) => {
    await control.tap()
    taps += 1
  }
  const tapOn = (role: 'button' | 'link', name: string | RegExp, within: Page | Locator = page) =>
    tap(within.getByRole(role, { name, exact: typeof name === 'string' }))
  const keys = async (text: string) => {
    await page.keyboard.type(text)
    characters += text.length
  }
  const enter = async () => {
    await page.keyboard.press('Enter')
    taps += 1
  }
  const type = async (field: Locator, text: string) => {
    await tap(field)
    await field.press('ControlOrMeta+a')
    await keys(text)
  }
  /** To choose or to paste something. */
  const twice = async (step: Promise<unknown>) => {
    await step
    taps += 2
  }
  const does = async (task: string, most: number, steps: () => Promise<void>) => {
    ;[taps, characters] = [0, 0]
    await test.step(task, steps)
    log.push({ task, taps, characters })
    expect(taps, task).toBeLessThanOrEqual(most)
  }
  return { log, tap, tapOn, keys, enter, type, twice, does }
}
