import { ImportUndone, type ProductImport, ProductImports } from '@camilan/contract/product-import'
import { Message, success } from '@camilan/contract/wire'
import { useEffect, useState } from 'react'
import { href, Link } from 'react-router'
import { api } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { formatJakartaTime, formatNumber } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'
import { SectionCard } from '~/ui/ask/section-card'
import { AskButton } from '~/ui/form/ask-button'

const pollMs = 3_000
export const importsPath = '/api/admin/products/imports'

type Imports = readonly ProductImport[]

/** What was imported, and what can still be done about it. It follows the pictures that are fetched. */
export function ImportList({ loaded }: { loaded: Imports }) {
  const imports = useNewer(loaded)
  if (imports.length === 0) return null
  return (
    <SectionCard title="Baru dipindahkan">
      <ul className="lines">
        {imports.map((one) => (
          <li key={one.id} className="grid gap-2">
            <Import of={one} />
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

/** Asked in the background, so that a failure costs nothing of the page. */
function useNewer(loaded: Imports): Imports {
  const [newer, setNewer] = useState({ loaded, imports: loaded })
  const imports = newer.loaded === loaded ? newer.imports : loaded
  const isWaiting = imports.some(({ pictures }) => pictures.waiting > 0)
  useEffect(() => {
    if (!isWaiting) return
    const asking = new AbortController()
    const options = { signal: asking.signal, background: true }
    const ask = async () => {
      const { data } = await api.get(importsPath, success(ProductImports), options)
      setNewer({ loaded, imports: data })
    }
    const timer = setInterval(() => document.hidden || void ask().catch(() => undefined), pollMs)
    return () => {
      clearInterval(timer)
      asking.abort()
    }
  }, [isWaiting, loaded])
  return imports
}

function Import({ of: { id, at, by, added, changed, hidden, undone_at, pictures } }: { of: ProductImport }) {
  const path = `${importsPath}/${id}`
  const show = useMutation({
    do: () => api.post(`${path}/publish`, undefined, Message),
    done: ({ message }) => toast(message),
    failed: 'Gagal menampilkan produk. Silakan coba lagi.',
    revalidate: 'done',
  })
  const retry = useMutation({
    do: () => api.post(`${path}/pictures`, undefined, Message),
    failed: 'Gagal mengambil gambar. Silakan coba lagi.',
    revalidate: 'done',
  })
  return (
    <>
      <div>
        <p className="font-semibold">
          {`${formatNumber(added)} produk baru${changed > 0 ? `, ${formatNumber(changed)} berubah` : ''}`}
        </p>
        <p className="text-13 text-muted">
          {`${formatJakartaTime(at)} oleh ${by}${undone_at ? `, diurungkan ${formatJakartaTime(undone_at)}` : ''}`}
        </p>
        <p role="status" className="text-13 text-muted">
          {pictures.waiting > 0
            ? `${formatNumber(pictures.waiting)} gambar sedang diambil.`
            : pictures.stored > 0 && `${formatNumber(pictures.stored)} gambar masuk.`}
        </p>
      </div>
      {pictures.failed.total > 0 && (
        <ul aria-label="Gambar yang gagal" className="list-disc pl-5 text-13 text-danger wrap-anywhere">
          {pictures.failed.data.map(({ line, name, url, problem }) => (
            <li key={`${line} ${url}`}>{`Baris ${line}, ${name}: ${problem} (${url})`}</li>
          ))}
        </ul>
      )}
      {!undone_at && (
        <div className="flex flex-wrap gap-3 max-sm:*:grow">
          {hidden > 0 && (
            <>
              <Link to={href('/admin/manage-products')} className="link inline-flex min-h-11 items-center">
                Lihat produk
              </Link>
              <Button variant="quiet" pending={show.pending} onClick={() => show.run()}>
                {`Tampilkan ${formatNumber(hidden)} produk`}
              </Button>
            </>
          )}
          {pictures.failed.total > 0 && (
            <Button variant="quiet" pending={retry.pending} onClick={() => retry.run()}>
              Ambil gambar lagi
            </Button>
          )}
          <AskButton
            label="Urungkan"
            no="Tidak"
            revalidate="both"
            do={() => api.delete(path, success(ImportUndone))}
            question="Urungkan pemindahan ini?"
            details="Produk baru dihapus dan yang berubah kembali seperti semula, kecuali yang sudah dipesan atau Anda ubah sesudahnya."
            yes="Ya, urungkan"
            done={({ data: { removed, restored, kept } }) =>
              toast(
                `${formatNumber(removed)} produk dihapus, ${formatNumber(restored)} dikembalikan${kept > 0 ? `, ${formatNumber(kept)} tetap karena dipesan atau diubah` : ''}`,
              )
            }
            failed="Gagal mengurungkan. Silakan coba lagi."
          />
        </div>
      )}
    </>
  )
}
