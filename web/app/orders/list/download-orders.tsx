import { Download } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import DownloadIcon from 'lucide-react/icons/download'
import { api } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { Button } from '~/ui/ask/button'

/** Downloads the orders that the list of the administration finds with this query, as CSV. */
export function DownloadOrders({ query }: { query: Record<string, string> }) {
  const { pending, run } = useMutation({
    do: () => api.post(`/api/admin/orders/export?${new URLSearchParams(query)}`, undefined, success(Download)),
    // The answer is an attachment, so this doesn't leave the page.
    done: ({ data }) => window.location.assign(data.url),
    failed: 'Gagal mengunduh pesanan',
  })
  return (
    <Button variant="quiet" pending={pending} onClick={run} className="max-sm:px-3">
      {!pending && <DownloadIcon aria-hidden className="size-5" />}
      <span>Unduh CSV</span>
    </Button>
  )
}
