/// <reference lib="dom" />
/** The oldest browsers (`web/oldest-browsers.ts`): Chromium without what they lack. */
import { buy } from './buyer-journey.ts'
import { expect, test } from './fixtures.ts'
import { visit } from './screen.ts'

/** Takes away what came after the oldest browsers, in the pages of the shop. The popup is the gateway's own. */
function growOld(): void {
  if (window !== window.top) return
  const newer: [object, string[]][] = [
    [
      window,
      ['structuredClone', 'CSSLayerBlockRule', 'CSSLayerStatementRule', 'CSSContainerRule', 'navigation', 'Iterator'],
    ],
    [Array, ['fromAsync']],
    [Array.prototype, ['findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Promise, ['withResolvers', 'try']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf']],
    [AbortSignal, ['any', 'timeout']],
    [AbortSignal.prototype, ['throwIfAborted', 'reason']],
    [URL, ['canParse', 'parse']],
    [Response, ['json']],
    [Document.prototype, ['startViewTransition']],
    [Element.prototype, ['checkVisibility', 'setHTMLUnsafe']],
    [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover', 'inert']],
    [HTMLFormElement.prototype, ['requestSubmit']],
    [Navigator.prototype, ['share', 'connection', 'locks']],
  ]
  for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(owner, name)
}

test('a buyer registers, orders and pays in the oldest browser, with the style of the shop', async ({ page, shop }) => {
  await page.addInitScript(growOld)
  // A browser without cascade layers skips them whole.
  await page.route(/\/assets\/root-[\w-]{8}\.css$/, (route) => route.fulfill({ contentType: 'text/css', body: '' }))
  await visit(page, '/auth/register')
  await expect(page.getByRole('button', { name: 'Daftar' })).toHaveCSS('border-radius', '12px')
  await expect(page.getByRole('button', { name: 'Daftar' })).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await buy(page, await shop.makeProduct())
  await expect(page.getByRole('region', { name: 'Perjalanan pesanan' }).getByRole('listitem').first()).toBeVisible()
})

test('a page whose scripts do not run stays, and says so', async ({ page, faults }) => {
  faults.allow(/SyntaxError/)
  await page.route('**/assets/root-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'let = 1 +' }),
  )
  await page.goto('/')
  await expect(page.getByRole('alert')).toContainText('Perbarui peramban Anda')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
})

test('a page stays if a part around it fails in the browser', async ({ page, faults }) => {
  faults.allow(/Array.prototype.at|\.at is not a function/)
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'at'))
  await visit(page, '/')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await page
    .getByRole('link', { name: /^Pesan Sekarang/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/products\/./)
  await expect(page.locator('pre')).toHaveCount(0)
})
