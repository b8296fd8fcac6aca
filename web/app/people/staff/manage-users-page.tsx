import { genderLabels, type ListedUser, roleLabels, roles, UserList } from '@camilan/contract/accounts'
import { Invitation } from '@camilan/contract/staff'
import { Message, success } from '@camilan/contract/wire'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { href, Link } from 'react-router'
import * as z from 'zod/mini'
import drawing from '~/brand/empty-users.svg'
import { api } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import {
  isFiltered,
  type ListState,
  listHref,
  listParams,
  readListUrl,
  redirectBeyondLastPage,
} from '~/platform/pages/list-url'
import { privatePage } from '~/platform/pages/meta'
import { useShopInfo } from '~/platform/pages/shop-info'
import { useListPending } from '~/platform/pages/use-list-pending'
import { formatJakartaTime } from '~/platform/state/formats'
import { useConfirm } from '~/ui/ask/confirm'
import { CopyButton } from '~/ui/ask/copy-button'
import { type Column, DataTable } from '~/ui/lists/data-table'
import { ListFooter } from '~/ui/lists/list-footer'
import { ListSearch } from '~/ui/lists/list-search'
import { TabLinks } from '~/ui/lists/tab-links'
import { Tags } from '~/ui/lists/tags'
import type { PageWords } from '~/ui/loading/failed-page'
import { NothingListed } from '~/ui/loading/nothing-listed'
import { ListSkeleton } from '~/ui/loading/skeleton'
import { PhoneLink } from '~/ui/shop/phone-link'
import type { Route } from './+types/manage-users-page'
import { Invitations, InviteStaff } from './invite-staff'

const title = 'Kelola Pengguna'

export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat data pengguna' }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const list = readListUrl(request.url, ['role'])
  const { signal } = request
  const [{ data: users, pagination }, { data: invitations }] = await Promise.all([
    api.get(`/api/admin/users?${listParams(list)}`, UserList, { signal }),
    api.get('/api/admin/staff/invitations', success(z.array(Invitation)), { signal }),
  ])
  redirectBeyondLastPage(list, pagination.total_page, request)
  return { list, users, pagination, invitations }
}

export function HydrateFallback() {
  return <ListSkeleton title={title} />
}

export default function ManageUsersPage({
  loaderData: { list, users, pagination, invitations },
}: Route.ComponentProps) {
  const pending = useListPending()
  return (
    <main className="page">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="title">{title}</h1>
        <InviteStaff />
      </div>
      <div className="mt-4">
        <RoleFilter list={list} />
      </div>
      <div className="mt-3 mb-4 flex">
        <ListSearch list={list} placeholder="Cari pengguna..." />
      </div>
      <Invitations invitations={invitations} />
      {users.length > 0 ? (
        <DataTable
          key={list.page}
          label="pengguna"
          columns={users.some(({ role }) => role === 'staf') ? [...columns, accessColumn] : columns}
          rows={users}
          clickableRows
          firstNumber={(list.page - 1) * list.size + 1}
          card={(user) => <UserCard user={user} />}
          pending={pending}
        />
      ) : (
        <NothingListed drawing={drawing} pending={pending} list={list}>
          {nothingListed(list)}
        </NothingListed>
      )}
      <ListFooter
        list={list}
        shown={users.length}
        total={pagination.total_users}
        totalPages={pagination.total_page}
        noun="pengguna"
      />
      {pagination.total_users === 1 && !isFiltered(list) && <FirstBuyer />}
    </main>
  )
}

function nothingListed({ query, filters }: ListState): string {
  if (query) return 'Tidak ada pengguna yang ditemukan'
  return filters.role === 'staf' ? 'Belum ada staf' : 'Belum ada pengguna'
}

/** All users, or those of one role. The choice is kept in the URL. */
function RoleFilter({ list }: { list: ListState }) {
  const tab = (role: (typeof roles)[number] | undefined) => ({
    to: listHref({ ...list, page: 1, filters: role ? { role } : {} }),
    label: role ? roleLabels[role] : 'Semua',
    current: role === roles.find((one) => one === list.filters.role),
  })
  return <TabLinks label="Saring pengguna" tabs={[tab(undefined), tab('customer'), tab('staf'), tab('admin')]} />
}

/** The actions of an administrator who is the only user. */
function FirstBuyer() {
  return (
    <div className="card mt-6 grid justify-items-center gap-2 px-4 py-8 text-center">
      <p className="text-17 font-semibold text-muted">Belum ada pembeli</p>
      <p className="text-muted">Pembeli muncul di sini setelah mendaftar. Bagikan tautan toko Anda:</p>
      <ShopLink />
    </div>
  )
}

const columns: readonly Column<ListedUser>[] = [
  {
    heading: 'Nama',
    cell: (user) => (
      <>
        <Name user={user} />
        {user.tags.length > 0 && <Tags tags={user.tags} />}
      </>
    ),
    className: 'min-w-44 font-semibold wrap-anywhere',
  },
  { heading: 'Email', cell: (user) => user.email, className: 'min-w-60 wrap-anywhere' },
  {
    heading: 'Nomor Telepon',
    cell: (user) => (user.phone ? <PhoneLink phone={user.phone} className="-my-2.5" /> : '-'),
    className: 'whitespace-nowrap',
  },
  { heading: 'Jenis Kelamin', cell: (user) => (user.gender ? genderLabels[user.gender] : '-') },
  { heading: 'Alamat', cell: (user) => user.address || '-', className: 'min-w-40 text-13 wrap-anywhere text-muted' },
]

const accessColumn: Column<ListedUser> = {
  heading: 'Akses',
  cell: (user) =>
    user.role === 'staf' && (
      <>
        <LastLogin user={user} />
        <EndStaff user={user} />
      </>
    ),
  pinned: true,
}

/** With a mark at users who see more than their own things. On a card the whole of it is the link. */
function Name({ user, isOnCard = false }: { user: ListedUser; isOnCard?: boolean }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link
        to={href('/admin/customers/:customerId', { customerId: user.id })}
        data-opens
        className={`-my-2.5 inline-block min-w-11 py-2.5 ${isOnCard ? 'before:absolute before:-inset-4 before:rounded-2xl' : 'link'}`}
      >
        {user.name}
      </Link>
      {user.role !== 'customer' && (
        <span
          className={`rounded-full px-2.5 py-0.5 text-13 font-bold ${user.role === 'admin' ? 'bg-accent-soft text-accent' : 'bg-warning-soft text-warning'}`}
        >
          {roleLabels[user.role]}
        </span>
      )}
    </span>
  )
}

function LastLogin({ user: { last_login_at: at } }: { user: ListedUser }) {
  return (
    at !== null && (
      <p className="text-13 text-muted">
        Terakhir login <span className="whitespace-nowrap">{formatJakartaTime(at)}</span>
      </p>
    )
  )
}

function UserCard({ user }: { user: ListedUser }) {
  const { email, phone, gender, address, tags } = user
  const details = [address, gender && genderLabels[gender]].filter(Boolean).join(' · ')
  return (
    <div className="relative">
      <div className="flex items-center justify-between gap-x-3">
        <p className="font-bold">
          <Name user={user} isOnCard />
        </p>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
      </div>
      {tags.length > 0 && <Tags tags={tags} />}
      <p className="wrap-anywhere text-muted">{email}</p>
      {details && <p className="text-13 text-muted">{details}</p>}
      {user.role === 'staf' && <LastLogin user={user} />}
      <div className="-mb-2.5 flex flex-wrap items-center justify-between gap-x-3 *:relative">
        {phone !== '' && <PhoneLink phone={phone} />}
        {user.role === 'staf' && <EndStaff user={user} />}
      </div>
    </div>
  )
}

/** Ends the role of a member of staff, after a question. */
function EndStaff({ user: { id, name } }: { user: Pick<ListedUser, 'id' | 'name'> }) {
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

/** The address of the shop, to send to buyers. */
function ShopLink() {
  const { publicUrl } = useShopInfo()
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2">
      <span className="font-semibold wrap-anywhere">{publicUrl}</span>
      <CopyButton text={publicUrl} of="tautan toko" />
    </p>
  )
}
