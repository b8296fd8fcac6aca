import { maxLengths } from '@camilan/contract/lengths'
import { Search } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { Form, href, useSearchParams } from 'react-router'

const SearchSuggestions = lazy(() => import('./search-suggestions').catch(() => ({ default: () => null })))

/** A plain form, which works without JavaScript. Suggestions are loaded at the first key. */
export function SearchBox({ className = '' }: { className?: string }) {
  const [searchParams] = useSearchParams()
  const query = searchParams.get('query') ?? ''
  const [typedIn, setTypedIn] = useState<HTMLInputElement>()
  return (
    <Form action={href('/products')} role="search" className={`md:relative ${className}`}>
      <div className="relative">
        <input
          key={query}
          // No `search`, which may have no other role.
          type="text"
          enterKeyHint="search"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={false}
          aria-controls={useId()}
          autoComplete="off"
          name="query"
          aria-label="Cari produk"
          placeholder="Cari…"
          defaultValue={query}
          maxLength={maxLengths.search}
          onInput={({ currentTarget }) => setTypedIn(currentTarget)}
          className="control peer rounded-full py-2 pr-9 pl-3.5 text-ellipsis md:pr-10 md:pl-4 md:placeholder:text-transparent"
        />
        {/* A phone has no room for it. */}
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-12 left-4 hidden content-center truncate text-muted md:peer-placeholder-shown:block"
        >
          Cari camilan…
        </span>
        <button
          type="submit"
          aria-label="Cari"
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-full text-accent hover:text-accent-strong"
        >
          <Search aria-hidden className="size-5" />
        </button>
      </div>
      {typedIn && (
        <Suspense>
          <SearchSuggestions key={query} input={typedIn} />
        </Suspense>
      )}
    </Form>
  )
}
