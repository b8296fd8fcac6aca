import type { ListedUser } from '@camilan/contract/accounts'
import { Message } from '@camilan/contract/wire'
import { api } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { useConfirm } from '~/ui/ask/confirm'

/** Ends the role of a member of staff, after a question. */
export function EndStaff({ user: { id, name } }: { user: Pick<ListedUser, 'id' | 'name'> }) {
  const confirm = useConfirm()
  const { pending, run } = useMutation({
    do: () => api.delete(`/api/admin/staff/${encodeURIComponent(id)}`, Message),
    done: `${name} bukan staf lagi`,
    failed: 'Gagal mengakhiri akses. Silakan coba lagi.',
    revalidate: 'done',
  })

  async function ask() {
    const details = `${name} langsung keluar dari semua perangkat, dan menjadi pembeli biasa.`
    if (await confirm(`Akhiri akses staf ${name}?`, { yes: 'Akhiri akses', danger: true, details })) await run()
  }

  return (
    <button
      type="button"
      disabled={pending}
      onClick={ask}
      className="-mx-2 inline-flex min-h-11 items-center rounded-xl px-2 text-15 font-semibold whitespace-nowrap text-danger hover:bg-soft disabled:opacity-55"
    >
      Akhiri akses<span className="sr-only"> {name}</span>
    </button>
  )
}
