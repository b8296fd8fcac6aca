import { type AdminProduct, AdminProductList } from '@camilan/contract/catalog'
import { AdminDiscount, AdminVoucher } from '@camilan/contract/discounts'
import { AdminPriceList } from '@camilan/contract/price-lists'
import { Message, success } from '@camilan/contract/wire'
import * as z from 'zod/mini'
import { api } from '~/platform/api/api'
import { privatePage } from '~/platform/pages/meta'
import { loadAllProducts } from '~/products/load-all-products'
import type { NamedProduct } from '~/products/product-ticks'
import { SectionCard } from '~/ui/ask/section-card'
import { AskButton } from '~/ui/form/ask-button'
import { EditedList } from '~/ui/lists/edited-list'
import type { PageWords } from '~/ui/loading/failed-page'
import { ListSkeleton } from '~/ui/loading/skeleton'
import type { Route } from './+types/discounts-page'
import { DiscountForm, draftOf } from './discount-form'
import { DiscountRow } from './discount-row'
import { type AnyDiscount, isVoucher } from './discount-state'
import { type DiscountList, nameOf } from './discount-values'
import { PriceLists } from './price-lists'
import { ShareCodes } from './share-codes'

const title = 'Diskon & voucher'
export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat diskon dan voucher' }

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [discounts, vouchers, priceLists, products] = await Promise.all([
    api.get('/api/admin/discounts', success(z.array(AdminDiscount)), { signal }),
    api.get('/api/admin/vouchers', success(z.array(AdminVoucher)), { signal }),
    api.get('/api/admin/price-lists', success(z.array(AdminPriceList)), { signal }),
    loadAllProducts<AdminProduct>('/api/admin/products?', AdminProductList, signal),
  ])
  return { discounts: discounts.data, vouchers: vouchers.data, priceLists: priceLists.data, products }
}

export function HydrateFallback() {
  return <ListSkeleton title={title} />
}

/** What buyers pay less: by itself, with a code, or by their tag. */
export default function DiscountsPage({ loaderData }: Route.ComponentProps) {
  const { discounts, vouchers, priceLists, products } = loaderData
  return (
    <main className="page">
      <h1 className="title">{title}</h1>
      <p className="mt-2 max-w-prose text-muted">
        Diskon otomatis berlaku sendiri di keranjang. Voucher berlaku setelah pembeli mengetik kodenya. Total pesanan
        tidak pernah turun di bawah Rp 10.000.
      </p>
      <div className="mt-6 grid grid-cols-1 gap-4">
        <Discounts list="discounts" stored={discounts} products={products} />
        <Discounts list="vouchers" stored={vouchers} products={products} />
        <PriceLists stored={priceLists} products={products} />
      </div>
    </main>
  )
}

const words = {
  discounts: {
    title: 'Diskon otomatis',
    none: 'Belum ada. Misalnya 10% untuk satu kategori, atau gratis ongkos kirim mulai Rp 150.000.',
    add: 'Tambah diskon',
    noun: 'diskon',
  },
  vouchers: {
    title: 'Voucher',
    none: 'Belum ada. Misalnya satu kode untuk semua pembeli, atau sepuluh kode acak untuk tetangga.',
    add: 'Tambah voucher',
    noun: 'voucher',
  },
} satisfies Record<DiscountList, object>

interface DiscountsProps {
  list: DiscountList
  stored: readonly AnyDiscount[]
  products: readonly NamedProduct[]
}

function Discounts({ list, stored, products }: DiscountsProps) {
  const { noun, ...shown } = words[list]
  return (
    <SectionCard title={shown.title}>
      <EditedList
        items={stored}
        keyOf={({ id }) => id}
        nameOf={(discount) => `${noun} ${nameOf(discount)}`}
        draftOf={(discount) => draftOf(list, discount)}
        mayChange={({ ended_at }) => ended_at === null}
        none={shown.none}
        add={shown.add}
        row={(discount) => <DiscountRow discount={discount} products={products} />}
        actions={(discount) =>
          discount.ended_at === null && (
            <>
              {isVoucher(discount) && <ShareCodes voucher={discount} products={products} />}
              <AskButton
                label="Akhiri"
                question={`Akhiri ${noun} ${nameOf(discount)}?`}
                details="Pesanan yang sudah dibuat tetap mendapat potongannya."
                yes="Ya, akhiri"
                no="Tidak"
                danger
                do={() => api.delete(`/api/admin/${list}/${discount.id}`, Message)}
                done={`${noun[0]?.toUpperCase()}${noun.slice(1)} sudah berakhir`}
                failed="Belum berakhir. Silakan coba lagi."
                revalidate="both"
              />
            </>
          )
        }
        form={(discount, close) => <DiscountForm list={list} stored={discount} products={products} onClose={close} />}
      />
    </SectionCard>
  )
}
