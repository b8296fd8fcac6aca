import { OwnSession } from '@camilan/contract/accounts'
import { Message, success } from '@camilan/contract/wire'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { api } from '~/platform/api/api'
import { ignoreNotFound } from '~/platform/api/run-action'
import { useMutation } from '~/platform/api/use-mutation'
import { formatJakartaTime, formatRelativeTime } from '~/platform/state/formats'
import { serverDate } from '~/platform/state/server-time'
import { useLoaded } from '~/platform/state/use-loaded'
import { Button } from '~/ui/ask/button'
import { useConfirm } from '~/ui/ask/confirm'

const path = '/api/users/me/sessions'
/** Of more devices the others are shown on a press. */
const shownFirst = 5

/** Where the account is logged in. */
export default function DeviceList() {
  const loaded = useLoaded(() => api.get(path, success(z.array(OwnSession))))
  if (loaded === null) return <p className="text-muted">Daftar perangkat belum bisa dimuat. Silakan coba lagi nanti.</p>
  return loaded ? <List sessions={loaded.data} /> : <p className="text-muted">Sebentar…</p>
}

function List({ sessions }: { sessions: readonly OwnSession[] }) {
  const list = useRef<HTMLUListElement>(null)
  const confirm = useConfirm()
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set())
  const [isWhole, setWhole] = useState(sessions.length <= shownFirst)
  const left = sessions.filter(({ id }) => !ended.has(id))
  const others = left.filter(({ is_current }) => !is_current)
  const endAll = useMutation({
    do: () => api.delete(path, Message),
    done: () => hide(others),
    failed: 'Gagal mengakhiri. Silakan coba lagi.',
  })
  // The pressed button is gone.
  const focus = () => list.current?.focus({ preventScroll: true })
  useEffect(focus, [])

  function hide(gone: readonly OwnSession[]) {
    setEnded((before) => new Set([...before, ...gone.map(({ id }) => id)]))
    focus()
  }

  async function askToEndAll() {
    const details = 'Semua perangkat lain harus login lagi. Perangkat ini tetap login.'
    if (await confirm('Akhiri semua yang lain?', { yes: 'Akhiri semua', details })) await endAll.run()
  }

  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Perangkat yang masuk" className="-my-3 divide-y divide-line">
        {(isWhole ? left : left.slice(0, shownFirst)).map((session) => (
          <Row key={session.id} session={session} onEnded={() => hide([session])} />
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3 empty:hidden">
        {!isWhole && left.length > shownFirst && (
          <Button variant="quiet" onClick={() => setWhole(true)}>
            {`Tampilkan ${left.length} perangkat`}
          </Button>
        )}
        {others.length > 0 && (
          <Button variant="quiet" pending={endAll.pending} onClick={askToEndAll}>
            Akhiri semua yang lain
          </Button>
        )}
      </div>
    </>
  )
}

function Row({ session, onEnded }: { session: OwnSession; onEnded: () => void }) {
  const confirm = useConfirm()
  const name = nameOf(session)
  const { pending, run } = useMutation({
    do: () => api.delete(`${path}/${encodeURIComponent(session.id)}`, Message).catch(ignoreNotFound),
    done: onEnded,
    failed: 'Gagal mengakhiri. Silakan coba lagi.',
  })

  async function ask() {
    if (await confirm(`Akhiri ${name}?`, { yes: 'Akhiri', details: 'Perangkat itu harus login lagi.' })) await run()
  }

  return (
    <li className="flex items-center justify-between gap-x-3 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-13 text-muted">{`Masuk ${formatJakartaTime(session.created_at)}`}</p>
        {!session.is_current && <p className="text-13 text-muted">{`Dipakai ${lastUse(session)}`}</p>}
      </div>
      {session.is_current ? (
        <span className="shrink-0 rounded-full bg-accent-soft px-2.5 py-0.5 text-13 font-bold text-accent">
          Perangkat ini
        </span>
      ) : (
        <button
          type="button"
          disabled={pending}
          onClick={ask}
          className="-mx-2 inline-flex min-h-11 shrink-0 items-center rounded-xl px-2 text-15 font-semibold text-danger hover:bg-soft disabled:opacity-55"
        >
          <span>Akhiri</span>
          <span className="sr-only">{` ${name}`}</span>
        </button>
      )}
    </li>
  )
}

function nameOf({ browser, system }: OwnSession): string {
  if (browser !== null && system !== null) return `${browser} di ${system}`
  return browser ?? system ?? 'Perangkat tak dikenal'
}

/** The shop writes the last use once an hour. */
function lastUse({ last_used_at: at }: OwnSession): string {
  const isRecent = serverDate().getTime() - new Date(at).getTime() < 2 * 3_600_000
  return isRecent ? 'baru-baru ini' : formatRelativeTime(at)
}
