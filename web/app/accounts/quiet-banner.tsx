import { useAccountStore } from '~/platform/account-store'
import { formatJakartaTime } from '~/platform/formats'
import { Notice } from '~/ui/notice'
import { me } from './me'

/** For administrators, while a shop that was restored from a backup is quiet. */
export function QuietBanner() {
  const madeAt = useAccountStore(me)?.restored_backup_made_at
  if (madeAt === undefined) return null
  return (
    <section aria-label="Keadaan toko" className="px-4 pt-4 md:px-6">
      <Notice>
        <p>Toko ini dipulihkan dari cadangan {formatJakartaTime(madeAt)} dan belum dibuka.</p>
        <p className="mt-1 font-normal">
          Pesanan baru, pembayaran, email, dan pekerjaan otomatis masih berhenti. Bila inilah toko yang dipakai,
          jalankan perintah ini di server (dari sumber: npm run restore -- --go-live):
        </p>
        <code className="mt-1 block w-fit rounded bg-surface px-1.5 py-0.5 font-mono text-13 font-normal">
          camilan restore --go-live
        </code>
      </Notice>
    </section>
  )
}
