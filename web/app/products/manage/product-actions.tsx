import type { AdminProduct } from '@camilan/contract/catalog'
import { Message } from '@camilan/contract/wire'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { api } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { useIdempotencyKey } from '~/platform/forms/use-idempotency-key'
import { useShopInfo } from '~/platform/pages/shop-info'
import { toast } from '~/platform/state/toasts'
import { duplicateProduct, showInShop } from '~/products/form/save-product'
import { share, sharedOf } from '~/products/share'
import ShareDialog from '~/products/share-dialog'
import { Button } from '~/ui/ask/button'
import { useConfirm } from '~/ui/ask/confirm'
import { Dialog } from '~/ui/ask/dialog'
import { IconButton } from '~/ui/ask/icon-button'
import { MenuList } from '~/ui/lists/menu-list'
import { undoDelete } from './undo-delete'

interface ProductActionsProps {
  product: AdminProduct
  /** A card has room for one action beside its menu. */
  isCard: boolean
  /** Also opens the form of a copy. */
  onEdit: (product: AdminProduct) => void
}

export function ProductActions({ product, isCard, onEdit }: ProductActionsProps) {
  const { name, is_visible: isVisible } = product
  const [isOpen, setOpen] = useState(false)
  const share = useShare(product)
  const showOrHide = useShowOrHide(product)
  const duplicate = useDuplicate(product, onEdit)
  const remove = useRemove(product)
  const isPending = showOrHide.pending || duplicate.pending || remove.pending
  const entry = (label: string, about: string, act: () => unknown) => ({
    label,
    about,
    choose: () => {
      setOpen(false)
      void act()
    },
  })
  const entries = [
    isVisible
      ? entry('Sembunyikan dari toko', 'Pembeli tidak menemukan dan tidak bisa memesannya.', showOrHide.run)
      : entry('Tampilkan di toko', 'Pembeli bisa memesannya lagi.', showOrHide.run),
    ...(isVisible ? [entry('Bagikan', 'Tautan produk, lewat WhatsApp atau aplikasi lain.', share.start)] : []),
    entry('Gandakan', 'Salinannya belum tampil di toko.', duplicate.run),
    ...(isCard ? [{ ...entry('Hapus', 'Bisa dikembalikan dari Dihapus.', remove.ask), danger: true }] : []),
  ]
  return (
    <div className={isCard ? '-mr-3 flex shrink-0' : '-mx-2 flex pointer-fine:[&>button]:w-9'}>
      {isCard ? (
        <Button
          variant="quiet"
          aria-label={`Edit ${name}`}
          data-opens
          onClick={() => onEdit(product)}
          className="px-3.5! py-1"
        >
          Edit
        </Button>
      ) : (
        <>
          <IconButton icon={Pencil} label={`Edit ${name}`} data-opens onClick={() => onEdit(product)} />
          <IconButton icon={Trash2} label={`Hapus ${name}`} danger disabled={remove.pending} onClick={remove.ask} />
        </>
      )}
      <IconButton
        icon={EllipsisVertical}
        label={`Lainnya untuk ${name}`}
        aria-haspopup="dialog"
        disabled={isPending}
        onClick={() => setOpen(true)}
      />
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={name}>
        <MenuList entries={entries} />
      </Dialog>
      {share.dialog}
    </div>
  )
}

/** Gives the link to another app of the device. A browser that can't do that offers WhatsApp and a copy. */
function useShare(product: AdminProduct) {
  const { publicUrl } = useShopInfo()
  const [isOpen, setOpen] = useState(false)
  const shared = sharedOf(product, publicUrl)
  return {
    start: async () => setOpen(!(await share(shared))),
    dialog: <ShareDialog {...shared} open={isOpen} onClose={() => setOpen(false)} />,
  }
}

/** At once; the message takes it back. */
function useShowOrHide({ id, name, is_visible: isVisible }: AdminProduct) {
  return useMutation({
    do: () => showInShop(id, !isVisible),
    done: () =>
      toast(isVisible ? `${name} disembunyikan dari toko` : `${name} tampil di toko`, 'status', {
        label: 'Urungkan',
        do: () => showInShop(id, isVisible),
        failed: 'Gagal mengembalikan produk. Silakan coba lagi.',
      }),
    failed: () => toast('Gagal saat memperbarui produk', 'alert'),
    revalidate: 'done',
  })
}

/** Opens the form of the copy. */
function useDuplicate({ id, name }: AdminProduct, onCopy: (copy: AdminProduct) => void) {
  const { keyFor, renew } = useIdempotencyKey()
  return useMutation({
    do: () => duplicateProduct(id, keyFor(id)),
    done({ data }) {
      renew()
      toast(`Salinan ${name} dibuat, belum tampil di toko`)
      onCopy(data)
    },
    failed: 'Gagal menggandakan produk',
    revalidate: 'done',
  })
}

function useRemove({ id, name }: AdminProduct) {
  const confirm = useConfirm()
  const { pending, run } = useMutation({
    do: () => api.delete(`/api/admin/products/${encodeURIComponent(id)}`, Message),
    done: () => toast('Produk berhasil dihapus!', 'status', undoDelete({ id, name })),
    failed: () => toast('Gagal menghapus produk', 'alert'),
    revalidate: 'done',
  })
  return {
    pending,
    async ask() {
      const choice = { yes: 'Hapus', danger: true, details: <p className="font-semibold">{name}</p> }
      if (await confirm('Apakah Anda yakin ingin menghapus produk ini?', choice)) await run()
    },
  }
}
