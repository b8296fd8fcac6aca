import { maxLengths } from '@camilan/contract/lengths'
import Search from 'lucide-react/icons/search'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type ListState, listHref } from '~/platform/pages/list-url'
import { keepPlace } from '~/platform/state/focus'

/** After the last key, before a search is sent. */
export const typingPauseMs = 300

/** Searches a list while the user types. The query is kept in the URL. */
export function ListSearch({ list, placeholder }: { list: ListState; placeholder: string }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<number>(undefined)
  const searched = useRef(list.query)

  // The back button changes the query in the URL, but a late result must not replace newer typing.
  useEffect(() => {
    if (list.query === searched.current) return
    searched.current = list.query
    if (input.current) input.current.value = list.query
  }, [list.query])
  useEffect(() => () => window.clearTimeout(timer.current), [])

  function search() {
    window.clearTimeout(timer.current)
    const query = input.current?.value.trim() ?? ''
    if (query === searched.current) return
    searched.current = query
    navigate(listHref({ ...list, query, page: 1 }), { replace: list.query !== '', ...keepPlace })
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
          defaultValue={list.query}
          maxLength={maxLengths.search}
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
