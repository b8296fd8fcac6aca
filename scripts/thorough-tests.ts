/**
 * The thorough tests, which CI runs (`npm test -- --all`) and `npm test` leaves out: the files below, and single tests with
 * the tag `thorough` (in a browser `@thorough`).
 *
 * `npm test` has every rule of the shop, and the journeys of buyers and sellers: finding, buying, paying, shipping,
 * cancelling, logging in, saving settings, losing the connection. A test is thorough if it judges something else and
 * takes seconds: how whole server processes start, end and share a database, restores of unusual backups, stores of
 * pictures and expensive pictures, silent networks; in a browser rare journeys whose rules the server's
 * tests have, as the opening of a shop and unclear money, the accessibility, layout and texts of each state, sizes of screens,
 * other browsers and accounts, keyboards, long lists, drafts, paper, speed, and the connection that live events use.
 */

/** Set by `npm test`. A test that is run by its name is run in any case. */
export const leavesOutThorough = process.env.WITHOUT_THOROUGH_TESTS === 'on'

export const thoroughTests = [
  'embedded-postgres/src/embedded-postgres.test.ts',
  'scripts/pack.test.ts',
  'scripts/signals.test.ts',
  'server/scripts/create-admin.test.ts',
  'server/scripts/go-live.test.ts',
  'server/scripts/seed/large-shop.test.ts',
  'server/scripts/move-media.test.ts',
  'server/scripts/seed/seed-large.test.ts',
  'server/src/office/backup/pictures-on-s3.test.ts',
  'server/src/products/samples/load-samples.test.ts',
  'server/src/first-admin-link.test.ts',
  'server/src/fuzz.test.ts',
  'server/src/keys-of-processes.test.ts',
  'server/src/killed-server.test.ts',
  'server/src/media/encoding/encoder-process.test.ts',
  'server/src/media/encoding/hostile-images.test.ts',
  'server/src/media/files/make-full-sets.test.ts',
  'server/src/media/files/media-store.test.ts',
  'server/src/media/stores/s3-store.test.ts',
  'server/src/media/files/store-image.test.ts',
  'server/src/orders/export/spreadsheet.test.ts',
  'server/src/pages.test.ts',
  'server/src/pictures-of-processes.test.ts',
  'server/src/platform/db/silent-link.test.ts',
  'server/src/platform/pages/development-pages.test.ts',
  'server/src/platform/pages/web-build.test.ts',
  'server/src/quiet-shop.test.ts',
  'server/src/office/reports/order-sums.test.ts',
  'server/src/startup-refusals.test.ts',
  'server/src/stopped-server.test.ts',
  'server/src/two-processes.test.ts',
]

const thoroughSpecs = [
  'a11y',
  'empty-shop',
  'focus',
  'gallery',
  'keyboard',
  'layout-shift',
  'long-texts',
  'many-orders',
  'many-products',
  'messages',
  'money',
  'old-browser',
  'orders-beside',
  'page-load',
  'payment-keys',
  'payment-report',
  'pictures',
  'room',
  'seller-devices',
  'seller-drafts',
  'seller-lists',
  'seller-numbers',
  'seller-small',
  'seller-tools',
  'static-pages',
  'stock',
  'translated',
  'two-accounts',
  'ways-on',
  'without-storage',
]

/** Matches the tests of these files in a browser, and single ones with the tag `@thorough`. */
export const thoroughInBrowser = new RegExp(`\\b(?:${thoroughSpecs.join('|')})\\.spec\\.ts|@thorough\\b`)
