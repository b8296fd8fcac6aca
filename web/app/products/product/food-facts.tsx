import type { ContainedProduct, Product } from '@camilan/contract/catalog'
import { numberChecks } from '@camilan/contract/food-facts'
import { productPath } from '@camilan/contract/product-path'
import { Link } from 'react-router'
import { formatNumber } from '~/platform/state/formats'
import { allergenSentences, namesOf, shelfLife } from '~/products/food-words'
import { Facts } from '~/ui/lists/facts'

/** The facts of food in a few words, under the price. */
export function FactStrip({ product }: { product: Product }) {
  const { allergens, shelf_life_days, halal_number, pirt_number } = product
  const facts = [
    shelf_life_days && `Tahan ${shelfLife(shelf_life_days)}`,
    allergens && allergens.contains.length > 0 && `Mengandung ${namesOf(allergens.contains)}`,
    halal_number && 'Halal',
    pirt_number && 'P-IRT',
  ].filter(Boolean)
  if (facts.length === 0) return null
  return (
    <ul
      aria-label="Ringkasan informasi makanan"
      className="mt-1 flex flex-wrap gap-x-1.5 text-13 font-semibold md:mt-2 md:text-15"
    >
      {facts.map((fact) => (
        <li key={String(fact)} className="not-last:after:ml-1.5 not-last:after:content-['·']">
          {fact}
        </li>
      ))}
    </ul>
  )
}

/** What is in a hamper, with the allergens of each part. */
export function HamperContents({ contents }: { contents: readonly ContainedProduct[] }) {
  return (
    <section aria-labelledby="hamper-contents" className="mt-8 max-w-prose border-t border-line pt-6">
      <h2 id="hamper-contents" className="mb-1 text-17 font-bold">
        Isi hampers
      </h2>
      <ul className="divide-y divide-line">
        {contents.map(({ product_id: id, name, quantity, is_on_sale, ingredients, allergens }) => (
          <li key={id} className="py-2">
            <span className="tabular-nums">{`${formatNumber(quantity)} ×`}</span>{' '}
            {is_on_sale ? (
              <Link to={productPath({ id, name })} className="link inline-flex min-h-11 items-center">
                {name}
              </Link>
            ) : (
              <b>{name}</b>
            )}
            {ingredients && <p className="text-15">{`Bahan: ${ingredients}`}</p>}
            {allergenSentences(allergens).map((sentence) => (
              <p key={sentence} className="text-15">
                {sentence}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** All facts of food that the seller has written; nothing without one. */
export function FoodFacts({ product }: { product: Product }) {
  const { ingredients, allergens, shelf_life_days, opened_shelf_life_days, storage, net_weight_grams: grams } = product
  const sentences = allergenSentences(allergens)
  const facts = [
    { name: 'Bahan', value: ingredients, isLong: true },
    { name: 'Alergen', value: sentences.length > 0 ? sentences.join('\n') : null, isLong: true },
    { name: 'Isi bersih', value: grams && `${formatNumber(grams)} g` },
    { name: 'Tahan setelah dibuat', value: shelf_life_days && shelfLife(shelf_life_days) },
    { name: 'Tahan setelah dibuka', value: opened_shelf_life_days && shelfLife(opened_shelf_life_days) },
    { name: 'Cara simpan', value: storage, isLong: true },
    { name: 'Nomor halal', value: checked(product, 'halal_number'), isLong: true },
    { name: 'Nomor P-IRT', value: checked(product, 'pirt_number'), isLong: true },
  ]
  if (facts.every(({ value }) => value === null)) return null
  return (
    <section aria-labelledby="food-facts" className="mt-8 max-w-prose border-t border-line pt-6">
      <h2 id="food-facts" className="mb-3 text-17 font-bold">
        Informasi makanan
      </h2>
      <Facts facts={facts} />
    </section>
  )
}

/** The shop can't verify the number, so it says where to. */
function checked(product: Product, name: keyof typeof numberChecks) {
  const { site, url } = numberChecks[name]
  return (
    product[name] && (
      <>
        <span>{product[name]}</span>
        <a href={url} rel="noreferrer" target="_blank" className="link flex min-h-11 w-fit items-center">
          {`Periksa nomor ini di ${site}`}
        </a>
      </>
    )
  )
}
