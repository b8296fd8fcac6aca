import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type ListAddress, listHref } from '~/platform/list-address'

const typingPauseMs = 300

/** Searches a list while the user types. The query is kept in the URL. */
export function ListSearch({ address, placeholder }: { address: ListAddress; placeholder: string }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<number>(undefined)
  const searched = useRef(address.query)

  // The back button changes the query in the URL; a result that comes late must not overwrite what was typed since.
  useEffect(() => {
    if (address.query === searched.current) return
    searched.current = address.query
    if (input.current) input.current.value = address.query
  }, [address.query])
  useEffect(() => () => window.clearTimeout(timer.current), [])

  function search() {
    window.clearTimeout(timer.current)
    const query = input.current?.value.trim() ?? ''
    if (query === searched.current) return
    searched.current = query
    navigate(listHref({ ...address, query, page: 1 }), { replace: address.query !== '', preventScrollReset: true })
  }

  return (
    <search className="relative w-full md:w-72">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          search()
        }}
      >
        <Search aria-hidden className="pointer-events-none absolute top-3 left-3.5 size-5 text-muted" />
        <input
          ref={input}
          type="search"
          aria-label={placeholder}
          placeholder={placeholder}
          defaultValue={address.query}
          maxLength={200}
          onChange={() => {
            window.clearTimeout(timer.current)
            timer.current = window.setTimeout(search, typingPauseMs)
          }}
          className="control min-h-11 py-2 pl-11"
        />
      </form>
    </search>
  )
}
