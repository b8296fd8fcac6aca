import DatabaseBackup from 'lucide-react/icons/database-backup'
import { api, unchecked } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { toast } from '~/platform/state/toasts'
import { SettingsSection } from '~/settings/section'
import { Button } from '~/ui/ask/button'
import { useForm } from '~/ui/form/use-form'
import { SecretForm } from './private-section'

/** Downloads a backup of the whole shop, after the password. */
export function BackupSection() {
  const form = useForm({
    names: ['current_password'],
    send: (confirmation) => api.post('/api/admin/backup', confirmation, unchecked<{ data: { url: string } }>()),
    done: ({ data }) => {
      form.form.ref.current?.reset()
      download(data.url)
      toast('Cadangan sedang diunduh. Biarkan peramban terbuka sampai selesai.')
    },
    failed: 'Cadangan tidak bisa diunduh. Silakan coba lagi.',
  })
  return (
    <SettingsSection
      id="backup"
      title="Cadangan"
      icon={DatabaseBackup}
      summary="Unduh seluruh data toko ke ponsel atau komputer Anda"
    >
      <div className="grid gap-4">
        <p>
          Satu file berisi seluruh toko: produk, gambar, pesanan, pembeli, dan pengaturan. Dengan file itu toko bisa
          dipulihkan di server lain.
        </p>
        <p className="text-muted">
          Simpan di tempat yang hanya Anda buka, karena nama, alamat, dan telepon pembeli ada di dalamnya. Kunci
          Midtrans dan kata sandi email di dalamnya terenkripsi. Semua administrator diberi tahu setiap kali cadangan
          diunduh.
        </p>
        <SecretForm form={form} action="Unduh cadangan" pendingAction="Menyiapkan..." onCancel={undefined} />
        <hr className="border-line" />
        <p>
          Untuk dibaca program lain: produk, pesanan, dan pembeli sebagai CSV beserta gambar produk, dalam satu file
          zip.
        </p>
        <Everything />
      </div>
    </SettingsSection>
  )
}

/** Tables and pictures, for other programs. */
function Everything() {
  const { pending, run } = useMutation({
    do: () => api.post('/api/admin/everything', undefined, unchecked<{ data: { url: string } }>()),
    done({ data }) {
      download(data.url)
      toast('File sedang diunduh. Biarkan peramban terbuka sampai selesai.')
    },
    failed: 'Gagal mengunduh. Silakan coba lagi.',
  })
  return (
    <Button variant="quiet" pending={pending} onClick={() => run()} className="justify-self-start">
      Unduh semua
    </Button>
  )
}

/** Unlike a navigation, a refusal of the link leaves the page as it is. */
function download(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
