import { Customer } from '@camilan/contract/reports'
import { success } from '@camilan/contract/wire'
import { href, Link } from 'react-router'
import { OrdersTable } from '~/orders/list/orders-table'
import { WhatsappLink } from '~/orders/whatsapp-link'
import { api } from '~/platform/api/api'
import { listParams, readListUrl, redirectBeyondLastPage } from '~/platform/pages/list-url'
import { privatePage } from '~/platform/pages/meta'
import { useListPending } from '~/platform/pages/use-list-pending'
import { formatJakartaTime, formatNumber, formatRupiah } from '~/platform/state/formats'
import { Facts } from '~/ui/lists/facts'
import { ListFooter } from '~/ui/lists/list-footer'
import type { PageWords } from '~/ui/loading/failed-page'
import { NothingListed } from '~/ui/loading/nothing-listed'
import { PageSkeleton } from '~/ui/loading/skeleton'
import { BackLink } from '~/ui/page/back-link'
import { PhoneLink } from '~/ui/shop/phone-link'
import { Rupiah } from '~/ui/shop/rupiah'
import type { Route } from './+types/customer-page'
import { CustomerNote } from './customer-note'

const title = 'Pembeli'
export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat data pembeli', on404: 'Pembeli Tidak Ditemukan' }

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const list = readListUrl(request.url)
  const path = `/api/admin/customers/${encodeURIComponent(params.customerId)}?${listParams(list)}`
  const { data } = await api.get(path, success(Customer), { signal: request.signal })
  redirectBeyondLastPage(list, data.orders.pagination.total_page, request)
  return { id: params.customerId, list, customer: data }
}

export { PageSkeleton as HydrateFallback }

/** A buyer for the seller: how to reach them, what they have bought, and their orders. */
export default function CustomerPage({ loaderData: { id, list, customer } }: Route.ComponentProps) {
  const { name, phone, email, revenue, refunded, paid_orders, first_order_at, last_order_at } = customer
  const { data: orders, pagination } = customer.orders
  const pending = useListPending()
  return (
    <main className="page grid grid-cols-1 gap-4">
      <div>
        <BackLink to={href('/admin/manage-users')} />
        <h1 className="title wrap-anywhere max-sm:text-21 narrow:text-17">{name}</h1>
        <p className="text-muted">{email === null ? 'Tanpa akun, dikenali dari nomor teleponnya' : title}</p>
      </div>
      <div className="card grid items-start gap-x-4 gap-y-3 p-4 md:grid-cols-3 md:p-5">
        <Facts
          facts={[
            {
              name: 'Sudah dibayar',
              isLong: true,
              value: (
                <>
                  <Rupiah amount={revenue - refunded} className="text-28 font-extrabold tracking-tight" />{' '}
                  <span className="text-muted">{`dari ${formatNumber(paid_orders)} pesanan`}</span>
                </>
              ),
            },
            {
              name: 'Dikembalikan atau ditarik',
              isLong: true,
              value: refunded > 0 ? formatRupiah(refunded) : null,
            },
          ]}
        />
        <Facts
          facts={[
            { name: 'Pesanan terakhir', value: last_order_at && formatJakartaTime(last_order_at), isLong: true },
            { name: 'Pesanan pertama', value: first_order_at && formatJakartaTime(first_order_at), isLong: true },
          ]}
        />
        <div className="-mb-2.5">
          <Facts
            facts={[
              {
                name: 'No Telepon',
                isLong: true,
                value: phone ? <PhoneLink phone={phone} className="-my-2.5" /> : null,
              },
              {
                name: 'Email',
                isLong: true,
                value: email && (
                  <a href={`mailto:${email}`} className="link -my-2.5 inline-flex min-h-11 items-center">
                    {email}
                  </a>
                ),
              },
            ]}
          />
          {phone !== '' && <WhatsappLink phone={phone} text={`Halo ${name}, `} />}
        </div>
      </div>
      <CustomerNote key={id} id={id} customer={customer} />
      <section aria-label="Pesanan">
        {orders.length > 0 ? (
          <OrdersTable
            key={list.page}
            label="pesanan pembeli"
            buyer={name}
            orders={orders}
            firstNumber={(list.page - 1) * list.size + 1}
            pending={pending}
          />
        ) : (
          <NothingListed>Belum pernah memesan</NothingListed>
        )}
        <ListFooter
          list={list}
          shown={orders.length}
          total={pagination.total_orders}
          totalPages={pagination.total_page}
          noun="pesanan"
        />
      </section>
      {customer.same_phone.orders.length > 0 && <SamePhone {...customer.same_phone} />}
    </main>
  )
}

/** Whoever registers may type somebody else's number, so nothing of these orders is counted for the account. */
function SamePhone({ total, orders }: Customer['same_phone']) {
  const [newest] = orders
  return (
    <section aria-labelledby="same-phone" className="mt-4">
      <h2 id="same-phone" className="text-17 font-bold">
        Nomor yang sama, belum dipastikan
      </h2>
      <p className="mb-3 text-muted">
        Pesanan tanpa akun dengan nomor telepon ini. Bisa jadi dari orang lain, jadi tidak ikut dihitung di atas.
      </p>
      <OrdersTable label="pesanan dengan nomor yang sama" orders={orders} />
      {newest && total > orders.length && (
        <Link
          to={href('/admin/customers/:customerId', { customerId: newest.id })}
          className="link mt-2 inline-flex min-h-11 items-center"
        >
          {`Lihat semua ${formatNumber(total)} pesanan`}
        </Link>
      )}
    </section>
  )
}
