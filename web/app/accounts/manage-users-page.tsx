import { genderLabels, type User, UserList } from '@camilan/contract/accounts'
import { api } from '~/platform/api'
import { listParams, readListUrl, stayWithin } from '~/platform/list-url'
import { privatePage } from '~/platform/meta'
import { useListPending } from '~/platform/use-list-pending'
import { type Column, DataTable } from '~/ui/data-table'
import { ListFooter } from '~/ui/list-footer'
import { ListSearch } from '~/ui/list-search'
import { LoadProblem } from '~/ui/load-problem'
import { NothingListed } from '~/ui/nothing-listed'
import { PageSizeSelect } from '~/ui/page-size-select'
import { PhoneLink } from '~/ui/phone-link'
import { ShopLink } from '~/ui/shop-link'
import { ListSkeleton } from '~/ui/skeleton'
import type { Route } from './+types/manage-users-page'

const title = 'Kelola Pengguna'

export const meta = privatePage(title)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const list = readListUrl(request.url)
  const path = `/api/admin/users?${listParams(list)}`
  const { data: users, pagination } = await api.get(path, UserList, { signal: request.signal })
  stayWithin(list, pagination.total_page, request)
  return { list, users, pagination }
}

export function HydrateFallback() {
  return <ListSkeleton title={title} />
}

export default function ManageUsersPage({ loaderData: { list, users, pagination } }: Route.ComponentProps) {
  const pending = useListPending()
  return (
    <main className="page">
      <h1 className="title">{title}</h1>
      <div className="my-4 flex flex-wrap items-center justify-between gap-3">
        <ListSearch list={list} placeholder="Cari pengguna..." />
        <PageSizeSelect list={list} />
      </div>
      {users.length > 0 ? (
        <DataTable
          key={list.page}
          label="pengguna"
          columns={columns}
          rows={users}
          firstNumber={(list.page - 1) * list.size + 1}
          card={(user) => <UserCard user={user} />}
          pending={pending}
        />
      ) : (
        <NothingListed pending={pending} list={list}>
          {list.query ? 'Tidak ada pengguna yang ditemukan' : 'Belum ada pengguna'}
        </NothingListed>
      )}
      <ListFooter
        list={list}
        shown={users.length}
        total={pagination.total_users}
        totalPages={pagination.total_page}
        noun="pengguna"
      />
      {pagination.total_users === 1 && !list.query && <FirstBuyer />}
    </main>
  )
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

const columns: readonly Column<User>[] = [
  { heading: 'Nama', cell: (user) => <Name user={user} />, className: 'min-w-40 font-semibold wrap-anywhere' },
  { heading: 'Email', cell: (user) => user.email, className: 'min-w-44 wrap-anywhere' },
  { heading: 'Nomor Telepon', cell: (user) => user.phone || '-', className: 'whitespace-nowrap tabular-nums' },
  { heading: 'Jenis Kelamin', cell: (user) => (user.gender ? genderLabels[user.gender] : '-') },
  { heading: 'Alamat', cell: (user) => user.address || '-', className: 'min-w-56 text-13 wrap-anywhere text-muted' },
]

/** With a mark at users who can see and change everything. */
function Name({ user: { name, is_admin } }: { user: User }) {
  return (
    <>
      {name}
      {is_admin && (
        <span className="ml-2 inline-block rounded-full bg-accent-soft px-2.5 py-0.5 text-13 font-bold text-accent">
          Administrator
        </span>
      )}
    </>
  )
}

function UserCard({ user }: { user: User }) {
  return (
    <>
      <p className="font-bold">
        <Name user={user} />
      </p>
      <p className="wrap-anywhere text-muted">{user.email}</p>
      <p className="mt-1 text-13 text-muted">Jenis kelamin: {user.gender ? genderLabels[user.gender] : '-'}</p>
      <p className="text-13 text-muted">Alamat: {user.address || '-'}</p>
      {user.phone !== '' && <PhoneLink phone={user.phone} className="mt-1" />}
    </>
  )
}

export function ErrorBoundary() {
  return <LoadProblem title={title} sentence="Gagal memuat data pengguna" />
}
