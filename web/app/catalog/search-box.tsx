import { maxLengths } from '@camilan/contract/lengths'
import { Search } from 'lucide-react'
import { Form, href, useSearchParams } from 'react-router'

/** A plain form: it searches when it is submitted, not while the user types, and works without JavaScript. */
export function SearchBox({ className = '' }: { className?: string }) {
  const [searchParams] = useSearchParams()
  const query = searchParams.get('query') ?? ''
  return (
    <Form action={href('/products')} role="search" className={`relative ${className}`}>
      <input
        key={query}
        type="search"
        name="query"
        aria-label="Cari produk"
        placeholder="Cari…"
        defaultValue={query}
        maxLength={maxLengths.search}
        className="control rounded-full py-2 pr-9 pl-3.5 text-ellipsis md:pr-10 md:pl-4"
      />
      <button
        type="submit"
        aria-label="Cari"
        className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-full text-accent hover:text-accent-strong"
      >
        <Search aria-hidden className="size-5" />
      </button>
    </Form>
  )
}
