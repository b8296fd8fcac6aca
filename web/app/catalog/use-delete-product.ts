import type { Product } from '@camilan/contract/catalog'
import { Message } from '@camilan/contract/wire'
import { useState } from 'react'
import { api } from '~/platform/api'
import { toast } from '~/platform/toasts'
import { useConfirm } from '~/ui/confirm'

/** Ask, then delete. `deletingId` is the product whose deletion is under way. */
export function useDeleteProduct(onDeleted: () => void) {
  const confirm = useConfirm()
  const [deletingId, setDeletingId] = useState<string | null>(null)

  async function deleteProduct({ id }: Product) {
    if (!(await confirm('Apakah Anda yakin ingin menghapus produk ini?', { yes: 'Hapus', danger: true }))) return
    setDeletingId(id)
    try {
      await api.delete(`/api/admin/products/${encodeURIComponent(id)}`, Message)
      toast('Produk berhasil dihapus!')
      onDeleted()
    } catch (error) {
      console.error(error)
      toast('Gagal menghapus produk', 'alert')
    } finally {
      setDeletingId(null)
    }
  }

  return { deletingId, deleteProduct }
}
