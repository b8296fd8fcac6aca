import { expect, test } from 'vitest'
import { productIdIn, productPath } from './product-path.ts'

const id = '0b0e7a52-6d5c-4a0f-9d5e-3f1f1f0f9a11'

test.each([
  ['Nastar 500gram', 'nastar-500gram-'],
  ['  Keripik (pedas) & gurih!  ', 'keripik-pedas-gurih-'],
  ['Éclair Ïstimewa', 'eclair-istimewa-'],
  ['½ kg “Kue”', '1-2-kg-kue-'],
  ['饼干', ''],
  ['</script>', 'script-'],
  ['../../admin?x=1#y', 'admin-x-1-y-'],
  [`${'kue '.repeat(15)}lapis`, 'kue-'.repeat(15)],
  ['a'.repeat(100), `${'a'.repeat(60)}-`],
  ['%2e%2e', '2e-2e-'],
])('the path of %j begins with its words', (name, words) => {
  const path = productPath({ id, name })
  expect(path).toBe(`/products/${words}${id}`)
  expect(productIdIn(path.slice('/products/'.length))).toBe(id)
})

test.each([
  [id, id],
  [`kata-apa-saja-${id}`, id],
  [`-${id.toUpperCase()}`, id.toUpperCase()],
  [`0b0e7a52-${id}`, id],
  [`é饼-${id}`, id],
  [`kata${id}`, `kata${id}`],
  [`${id}-kata`, `${id}-kata`],
  ['1', '1'],
  ['', ''],
])('the id in %j is %j', (segment, found) => {
  expect(productIdIn(segment)).toBe(found)
})
