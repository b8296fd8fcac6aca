import type { Invitation } from '@camilan/contract/staff'
import { Message } from '@camilan/contract/wire'
import { useId } from 'react'
import { api } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { formatJakartaTime } from '~/platform/state/formats'
import { Button } from '~/ui/ask/button'

/** The invitations that nobody has used yet. Shows nothing if there are none. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const id = useId()
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby={id} className="card mb-4 p-4">
      <h2 id={id} className="font-bold">
        Undangan yang belum dipakai
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {invitations.map((invitation) => (
          <Row key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </section>
  )
}

function Row({ invitation: { id, name, expires_at } }: { invitation: Invitation }) {
  const { pending, run } = useMutation({
    do: () => api.delete(`/api/admin/staff/invitations/${encodeURIComponent(id)}`, Message),
    done: `Undangan untuk ${name} dibatalkan`,
    failed: 'Gagal membatalkan undangan. Silakan coba lagi.',
    revalidate: 'done',
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{name}</span>{' '}
        <span className="text-13 text-muted">{`berlaku sampai ${formatJakartaTime(expires_at)}`}</span>
      </p>
      <Button variant="quiet" pending={pending} onClick={() => run()} aria-label={`Batalkan undangan untuk ${name}`}>
        Batalkan
      </Button>
    </li>
  )
}
