import Bookmark from 'lucide-react/icons/bookmark'
import X from 'lucide-react/icons/x'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { currentSession } from '~/platform/api/session'
import { isFiltered, type ListState, listHref } from '~/platform/pages/list-url'
import { keepPlace } from '~/platform/state/focus'
import { readStored, writeStored } from '~/platform/state/storage'
import { Button } from '~/ui/ask/button'
import { Dialog } from '~/ui/ask/dialog'
import { TextField } from '~/ui/fields/field'

/** They name customers, so each account has its own. */
const keyOf = () => `orderViews:${currentSession().account}`
/** `search`: the query of the list's URL. */
const Views = z.array(z.object({ name: z.string(), search: z.string() }))
type Views = z.infer<typeof Views>

function readViews(): Views {
  try {
    return Views.parse(JSON.parse(readStored(keyOf()) ?? '[]'))
  } catch {
    return []
  }
}

/** Searches and filters that are kept in this browser by a name. A phone has no room for them. */
export function SavedViews({ list }: { list: ListState }) {
  const [views, setViews] = useState(readViews)
  const [naming, setNaming] = useState(false)
  const search = listHref({ ...list, page: 1 })
  const mayBeSaved = isFiltered(list) && !views.some((view) => view.search === search)

  function keep(next: Views) {
    setViews(next)
    writeStored(keyOf(), next.length > 0 ? JSON.stringify(next) : null)
  }

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    keep([...views.filter((view) => view.name !== name), { name, search }])
    setNaming(false)
  }

  if (views.length === 0 && !mayBeSaved) return null
  return (
    <div className="hidden flex-wrap items-center gap-2 md:flex">
      {views.map(({ name, search: to }) => (
        <span
          key={name}
          className={`inline-flex items-center rounded-xl border ${to === search ? 'border-accent bg-accent-soft text-accent' : 'border-line'}`}
        >
          <Link
            to={to}
            {...keepPlace}
            aria-current={to === search ? 'page' : undefined}
            className="inline-flex min-h-11 items-center gap-2 pl-3.5 font-semibold"
          >
            <Bookmark aria-hidden className="size-4" />
            <span>{name}</span>
          </Link>
          <button
            type="button"
            aria-label={`Hapus tampilan ${name}`}
            onClick={() => keep(views.filter((view) => view.name !== name))}
            className="grid size-11 place-items-center rounded-xl text-muted hover:text-body"
          >
            <X aria-hidden className="size-4" />
          </button>
        </span>
      ))}
      {mayBeSaved && (
        <Button variant="quiet" onClick={() => setNaming(true)} className="px-4">
          <Bookmark aria-hidden className="size-4" />
          <span>
            Simpan<span className="sr-only"> tampilan</span>
          </span>
        </Button>
      )}
      <Dialog open={naming} onClose={() => setNaming(false)} title="Simpan tampilan" holdsInput>
        <form onSubmit={save} className="grid gap-4">
          <TextField label="Nama" name="name" required maxLength={40} autoComplete="off" defaultValue={list.query} />
          <Button type="submit">Simpan</Button>
        </form>
      </Dialog>
    </div>
  )
}
