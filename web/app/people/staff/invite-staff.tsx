import { type Invitation, InvitationMade } from '@camilan/contract/staff'
import { Message, success } from '@camilan/contract/wire'
import MessageCircle from 'lucide-react/icons/message-circle'
import UserPlus from 'lucide-react/icons/user-plus'
import { useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { useShopInfo } from '~/platform/pages/shop-info'
import { formatJakartaTime } from '~/platform/state/formats'
import { Button } from '~/ui/ask/button'
import { CopyButton } from '~/ui/ask/copy-button'
import { Dialog } from '~/ui/ask/dialog'
import { TextField } from '~/ui/fields/field'
import { FormBody } from '~/ui/form/form-body'
import { useForm } from '~/ui/form/use-form'

/** A button that makes a link for a helper, who becomes a member of staff with it. */
export function InviteStaff() {
  const [open, setOpen] = useState(false)
  const [made, setMade] = useState<InvitationMade | null>(null)
  function close() {
    setOpen(false)
    setMade(null)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)} className="max-sm:px-3.5">
        <UserPlus aria-hidden className="size-5 max-sm:hidden" />
        <span>
          Undang<span className="max-sm:sr-only"> staf</span>
        </span>
      </Button>
      <Dialog open={open} onClose={close} title={made ? `Tautan untuk ${made.name}` : 'Undang staf'} holdsInput>
        {made ? <Link made={made} onClose={close} /> : <Form onMade={setMade} onCancel={close} />}
      </Dialog>
    </>
  )
}

function Form({ onMade, onCancel }: { onMade: (made: InvitationMade) => void; onCancel: () => void }) {
  const { revalidate } = useRevalidator()
  const form = useForm({
    names: ['name'],
    send: (helper) => api.post('/api/admin/staff/invitations', helper, success(InvitationMade)),
    async done({ data }) {
      onMade(data)
      await revalidate()
    },
    failed: 'Gagal membuat tautan. Silakan coba lagi.',
  })
  return (
    <FormBody form={form} yes="Buat tautan" onClose={onCancel}>
      <p>
        Staf melihat, mengemas, dan mengirim pesanan, dan mengubah stok. Staf tidak melihat pendapatan, pengembalian
        dana, pengguna, dan pengaturan.
      </p>
      <TextField label="Nama" autoComplete="off" placeholder="Dewi" {...form.field('name')} />
    </FormBody>
  )
}

function Link({ made: { name, link, expires_at }, onClose }: { made: InvitationMade; onClose: () => void }) {
  const { name: shopName } = useShopInfo()
  const text = `Halo ${name}, ini undangan menjadi staf ${shopName}. Buka tautan ini sekali saja: ${link}`
  return (
    <div className="grid gap-4">
      <p>
        <span>{`Kirimkan kepada ${name} sekarang, karena tautan ini hanya ditampilkan sekali. Berlaku sekali pakai, sampai`}</span>{' '}
        <span className="whitespace-nowrap">{formatJakartaTime(expires_at)}</span>.
      </p>
      <p className="rounded-xl bg-soft px-4 py-3 text-15 wrap-anywhere select-all">{link}</p>
      <div className="flex flex-wrap items-center gap-x-2">
        <CopyButton text={link} of="tautan undangan" />
        <a
          href={`https://wa.me/?${new URLSearchParams({ text })}`}
          target="_blank"
          rel="noreferrer"
          className="link inline-flex min-h-11 items-center gap-1.5 px-3"
        >
          <MessageCircle aria-hidden className="size-4" />
          Kirim lewat WhatsApp
          <span className="sr-only"> (tab baru)</span>
        </a>
      </div>
      <Button onClick={onClose} className="justify-self-end">
        Selesai
      </Button>
    </div>
  )
}

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
