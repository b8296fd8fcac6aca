import type { Product } from '@camilan/contract/catalog'
import { productPath } from '@camilan/contract/product-path'
import { type Term, visibleTerms } from '@camilan/contract/terms'
import { searchFold, searchTextOf } from '@camilan/contract/texts'
import { useEffect, useEffectEvent, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { useLayer } from '~/platform/pages/layers'
import { useShopInfo } from '~/platform/pages/shop-info'
import { formatRupiah } from '~/platform/state/formats'
import { loadProducts, loadSuggestions } from '~/products/products'
import { type ListOption, movedTo, OptionList } from '~/ui/fields/option-list'

const shownProducts = 5
const shownCategories = 3
/** Of these, those whose names have the typed words come first. */
const readProducts = 20
/** Between the last key and the question. */
const quietMs = 200

type Option = ListOption & { to: string }

/**
 * The list below the search while somebody types: a combobox as in the ARIA Authoring Practices. It is loaded at the first
 * key, so it sets the states of the input itself. Without an answer there is no list, and the form searches as always.
 */
export default function SearchSuggestions({ input }: { input: HTMLInputElement }) {
  const [options, setOptions] = useState<readonly Option[]>([])
  const [active, setActive] = useState(-1)
  const navigate = useNavigate()
  const id = input.getAttribute('aria-controls') ?? ''
  function show(found: readonly Option[]) {
    setOptions(found)
    setActive(-1)
  }
  function choose({ to }: Option) {
    show([])
    input.value = ''
    void navigate(to)
  }
  useOptions(input, show)
  useLayer(options.length > 0, () => show([]))
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const chosen = options[active]
    if (options.length === 0 || event.isComposing) return
    const next = movedTo(active, event.key, options.length)
    if (next !== undefined) setActive(next)
    else if (event.key === 'Escape') show([])
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    input.addEventListener('keydown', onKeyDown)
    return () => input.removeEventListener('keydown', onKeyDown)
  }, [input])
  useEffect(() => {
    input.setAttribute('aria-expanded', String(options.length > 0))
    if (active < 0) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', `${id}-${active}`)
  }, [input, id, options, active])
  if (options.length === 0) return null
  return (
    <OptionList
      id={id}
      label="Saran pencarian"
      options={options}
      active={active}
      onChoose={choose}
      className="inset-x-4 max-h-[60svh] md:inset-x-0 md:min-w-80"
    />
  )
}

/** Ask after each pause between keys; none are shown once the search is left or begun. */
function useOptions(input: HTMLInputElement, show: (found: readonly Option[]) => void) {
  const { categories } = useShopInfo().terms
  const ask = useEffectEvent((words: string, signal: AbortSignal) =>
    optionsFor(words, visibleTerms(categories), signal),
  )
  const onFound = useEffectEvent(show)
  useEffect(() => {
    let current = new AbortController()
    const stop = () => {
      current.abort()
      onFound([])
    }
    async function askSoon() {
      current.abort()
      current = new AbortController()
      const { signal } = current
      const words = searchTextOf(input.value) ?? ''
      if (words.length < 2) return onFound([])
      await new Promise((resolve) => setTimeout(resolve, quietMs))
      const found = signal.aborted ? [] : await ask(words, signal).catch(() => [])
      if (!signal.aborted) onFound(found)
    }
    const ended = new AbortController()
    const until = { signal: ended.signal }
    input.addEventListener('input', askSoon, until)
    input.addEventListener('blur', stop, until)
    input.form?.addEventListener('submit', stop, until)
    if (document.activeElement === input) void askSoon()
    return () => {
      ended.abort()
      current.abort()
    }
  }, [input])
}

const isNamed = (name: string, words: string) => ` ${searchFold(name)}`.includes(` ${searchFold(words)}`)

/** Categories and products that have these words, or else other words that find something. */
async function optionsFor(words: string, terms: readonly Term[], signal: AbortSignal): Promise<Option[]> {
  const categories = terms
    .filter(({ label }) => searchFold(label).includes(searchFold(words)))
    .slice(0, shownCategories)
    .map(({ code, label }) => option(`${href('/products')}?category=${code}`, label, 'Kategori'))
  const { data } = await loadProducts({ query: words, limit: readProducts }, signal)
  const named = data.filter(({ name }) => isNamed(name, words))
  const products = [...new Set([...named, ...data])]
    .slice(0, shownProducts)
    .map((product) => option(productPath(product), product.name, priceNote(product)))
  const found = [...categories, ...products]
  if (found.length > 0) return found
  const { queries } = await loadSuggestions(words, signal)
  return queries.map((query) => option(`${href('/products')}?${new URLSearchParams({ query })}`, query))
}

function priceNote({ price, compare_at_price: old }: Product): string {
  return old === null ? formatRupiah(price) : `${formatRupiah(price)}, sebelumnya ${formatRupiah(old)}`
}

const option = (to: string, label: string, note?: string): Option => ({ key: to, to, label, note })
