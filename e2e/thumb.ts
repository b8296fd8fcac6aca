import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** What a person needs on a phone, in seconds: to find a control and tap it, and to type a character. */
const person = { tap: 2.5, character: 0.3 }

/** The seller's thumb: counts what it does in each task. `person` estimates the seconds of a person, `machine` measures those of the test. */
export function thumbOn(page: Page) {
  const log: object[] = []
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
  const does = async (task: string, most: number, steps: () => Promise<void>) => {
    ;[taps, characters] = [0, 0]
    const start = performance.now()
    await test.step(task, steps)
    log.push({
      ...{ task, taps, characters, person: Math.round(taps * person.tap + characters * person.character) },
      machine: Math.round((performance.now() - start) / 100) / 10,
    })
    expect(taps, task).toBeLessThanOrEqual(most)
  }
  return { log, tap, tapOn, keys, enter, type, does }
}
