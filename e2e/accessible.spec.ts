/// <reference lib="dom" />
/** The walks judge a part of a page once. These faults are added to judged pages, and are found. */
import { allRules, contrast, findNewViolations } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { visit } from './screen.ts'

interface Fault {
  path: string
  plant: () => void
  /** No violation is found before this. */
  reveal?: () => void
  isDark?: true
  rule: RegExp
}

const faults: Record<string, Fault> = {
  'a text that is hard to read in dark colours': {
    path: '/',
    plant: () => {
      const rule = '@media (prefers-color-scheme: dark) { footer li:nth-child(2) > a { color: #6b625c !important } }'
      document.styleSheets[0]?.insertRule(rule)
    },
    isDark: true,
    rule: /^color-contrast: /,
  },
  'another background behind the same texts': {
    path: '/',
    plant: () => void document.styleSheets[0]?.insertRule('footer { background: #8a7a6a !important }'),
    rule: /^color-contrast: /,
  },
  'a hard text in one of many like cards': {
    // Only samples, because the long names of other tests are cut off and axe can't measure the text below them.
    path: '/products?category=MAKANAN_RINGAN',
    plant: () => {
      const text = [...document.querySelectorAll('main article')].at(-1)?.querySelector('p')
      text?.style.setProperty('color', '#dddddd')
    },
    rule: /^color-contrast: /,
  },
  'a hard text that was cut off': {
    path: '/',
    plant: () => {
      const area = document.createElement('div')
      area.id = 'potong'
      Object.assign(area.style, { overflow: 'hidden', height: '0px' })
      const text = document.createElement('p')
      text.textContent = 'Terpotong'
      Object.assign(text.style, { color: '#dddddd', background: '#ffffff' })
      area.append(text)
      document.querySelector('main')?.prepend(area)
    },
    reveal: () => document.querySelector<HTMLElement>('#potong')?.style.setProperty('height', 'auto'),
    rule: /^color-contrast: /,
  },
  'a hard text on a page below a dialog': {
    path: '/',
    plant: () => {
      const text = document.createElement('p')
      text.textContent = 'Di bawah dialog'
      Object.assign(text.style, { color: '#dddddd', background: '#ffffff' })
      document.querySelector('main')?.prepend(text)
      const dialog = document.createElement('dialog')
      dialog.setAttribute('aria-label', 'Uji')
      dialog.textContent = 'Sebuah dialog'
      document.body.append(dialog)
      dialog.showModal()
    },
    reveal: () => document.querySelector<HTMLDialogElement>('dialog[aria-label=Uji]')?.remove(),
    rule: /^color-contrast: /,
  },
  'a button that lost its name': {
    path: '/auth/login',
    plant: () => document.querySelector('button[aria-pressed]')?.removeAttribute('aria-label'),
    rule: /^button-name: /,
  },
  'a field that lost its label': {
    path: '/auth/login',
    plant: () => document.querySelector('label')?.remove(),
    rule: /^label: /,
  },
  'a label of another field': {
    path: '/auth/login',
    plant: () => document.querySelector('label')?.setAttribute('for', 'tidak-ada'),
    rule: /^label: /,
  },
  'small buttons that came closer to each other': {
    path: '/auth/login',
    plant: () => {
      const group = document.createElement('div')
      group.id = 'kecil'
      Object.assign(group.style, { display: 'flex', gap: '40px', padding: '40px' })
      for (const label of ['Satu', 'Dua']) {
        const button = document.createElement('button')
        button.setAttribute('aria-label', label)
        Object.assign(button.style, { width: '20px', height: '20px', flex: 'none' })
        group.append(button)
      }
      document.querySelector('main')?.append(group)
    },
    reveal: () => {
      const group = document.querySelector<HTMLElement>('#kecil')
      if (group) group.style.gap = '0px'
    },
    rule: /^target-size: /,
  },
}

for (const [name, { path, plant, reveal, isDark, rule }] of Object.entries(faults)) {
  test(`a judged page with a new fault is judged again: ${name}`, async ({ page }) => {
    const find = async () => {
      await page.emulateMedia({ colorScheme: 'light' })
      const found = await findNewViolations(page, allRules)
      await page.emulateMedia({ colorScheme: 'dark' })
      return { light: found, dark: await findNewViolations(page, contrast) }
    }
    const nothing = { light: [], dark: [] }
    await visit(page, path)
    expect(await find()).toEqual(nothing)
    await page.evaluate(plant)
    if (reveal) {
      expect(await find()).toEqual(nothing)
      await page.evaluate(reveal)
    }
    const { light, dark } = await find()
    expect(isDark ? dark : light).toContainEqual(expect.stringMatching(rule))
    if (isDark) expect(light).toEqual([])
  })
}
