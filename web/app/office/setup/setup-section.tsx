import { ListChecks } from 'lucide-react'
import { href, useNavigate } from 'react-router'
import { useMutation } from '~/platform/api/use-mutation'
import { setupId } from '~/settings/back-to-setup'
import { SettingsSection } from '~/settings/section'
import { Button } from '~/ui/ask/button'
import { changeSetup } from './change-setup'
import { RemoveSamples } from './remove-samples'

/** In the page of the settings: the list that was closed, and the samples that are still there. */
export function SetupSection() {
  const navigate = useNavigate()
  const { pending, run } = useMutation({
    do: () => changeSetup({ closed: false }),
    done: () => navigate(`${href('/admin/dashboard')}#${setupId}`),
    failed: 'Gagal membuka daftar',
  })
  return (
    <SettingsSection
      id="setup"
      title="Siapkan toko"
      icon={ListChecks}
      summary="Daftar langkah untuk toko baru, dan penghapusan contoh"
    >
      <div className="grid gap-5">
        <div className="grid justify-items-start gap-2">
          <p>
            Daftar langkah di Dashboard menunjukkan apa yang masih kurang: nama, pengiriman, pembayaran, dan lainnya.
          </p>
          <Button variant="quiet" pending={pending} onClick={() => void run()}>
            Buka daftar di Dashboard
          </Button>
        </div>
        <div className="grid justify-items-start gap-2">
          <p>Produk dan akun contoh, kalau masih ada, dihapus sekaligus dan tidak kembali lagi.</p>
          <RemoveSamples />
        </div>
      </div>
    </SettingsSection>
  )
}
