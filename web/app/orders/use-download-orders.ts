import { Download } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api'
import { toastFailure } from '~/platform/use-mutation'
import { usePending } from '~/platform/use-pending'

/** @param filter  the list's parameters, as the API knows them; page and limit play no part */
export function useDownloadOrders(filter: URLSearchParams) {
  const [pending, run] = usePending()

  async function download() {
    try {
      const { data } = await api.post(`/api/admin/orders/export?${filter}`, undefined, success(Download))
      // The answer is an attachment: the page stays.
      window.location.assign(data.url)
    } catch (error) {
      toastFailure(error, 'Gagal mengunduh pesanan')
    }
  }

  return { pending, downloadOrders: () => run(download) }
}
