import { AdminProduct, type ProductSize } from '@camilan/contract/catalog'
import { weightLabel } from '@camilan/contract/terms'
import { Message, success } from '@camilan/contract/wire'
import { useEffect, useState } from 'react'
import { api } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { toast } from '~/platform/state/toasts'
import { useWords } from '~/products/words'
import { TextField } from '~/ui/fields/field'
import { useFoundProducts } from './use-found-products'

const pathOf = (id: string) => `/api/admin/products/${encodeURIComponent(id)}`
const choiceLook = 'flex min-h-11 w-full items-center justify-between gap-3 text-left'

/** The other sizes of the same thing. A press adds or removes one at once. */
export function ProductSizes({ productId }: { productId: string }) {
  const words = useWords()
  const labelOf = ({ name, weight, packaging }: Pick<ProductSize, 'name' | 'weight' | 'packaging'>) =>
    `${name}, ${weightLabel(weight)} ${words.packaging(packaging)}`
  const [sizes, setSizes] = useState<readonly ProductSize[]>()
  const [query, setQuery] = useState('')
  const found = useFoundProducts(query)
  const isOther = ({ id }: { id: string }) => id !== productId
  useEffect(() => {
    const stop = new AbortController()
    api.get(pathOf(productId), success(AdminProduct), { signal: stop.signal }).then(
      ({ data }) => setSizes(data.sizes ?? []),
      (error: unknown) => stop.signal.aborted || console.error(error),
    )
    return () => stop.abort()
  }, [productId])
  const { pending, run } = useMutation({
    async do(others: readonly ProductSize[]) {
      await api.put(`${pathOf(productId)}/group`, { product_ids: others.map(({ id }) => id) }, Message)
      setSizes(others)
    },
    done: () => toast('Kemasan berhasil disimpan!'),
    failed: 'Gagal menyimpan kemasan',
  })
  if (!sizes) return null
  const others = sizes.filter(isOther)
  const rest = found.filter((product) => isOther(product) && !others.some(({ id }) => id === product.id))
  return (
    <fieldset disabled={pending} className="grid gap-1 rounded-2xl border border-line px-4 py-3">
      <legend className="float-left mb-1 font-bold">Kemasan lain dari barang ini</legend>
      {others.map((size) => (
        <button
          key={size.id}
          type="button"
          className={choiceLook}
          onClick={() => run(others.filter(({ id }) => id !== size.id))}
        >
          <span className="min-w-0 wrap-anywhere">{labelOf(size)}</span> <span className="link">Lepas</span>
        </button>
      ))}
      <TextField
        label="Cari produk untuk ditambahkan"
        hint="Pembeli berpindah di antara kemasan pada halaman produk."
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {rest.map((product) => (
        <button key={product.id} type="button" className={choiceLook} onClick={() => run([...others, product])}>
          <span className="min-w-0 wrap-anywhere">{labelOf(product)}</span> <span className="link">Tambah</span>
        </button>
      ))}
    </fieldset>
  )
}
