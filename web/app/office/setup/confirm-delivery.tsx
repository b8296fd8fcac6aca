import { useMutation } from '~/platform/api/use-mutation'
import { useShopInfo } from '~/platform/pages/shop-info'
import { formatRupiah } from '~/platform/state/formats'
import { Button } from '~/ui/ask/button'
import { changeSetup } from './change-setup'

/** For a shop whose present costs of delivery are right. */
export function ConfirmDelivery() {
  const { shippingCost } = useShopInfo()
  const { pending, run } = useMutation({
    do: () => changeSetup({ delivery_confirmed: true }),
    failed: 'Gagal menyimpan',
    revalidate: 'done',
  })
  return (
    <Button variant="quiet" pending={pending} onClick={() => void run()}>
      {`${formatRupiah(shippingCost)} sudah sesuai`}
    </Button>
  )
}
