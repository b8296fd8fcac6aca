import { href, Link, useLocation } from 'react-router'
import { useAccountStore } from '~/platform/forms/account-store'
import { formatJakartaTime } from '~/platform/state/formats'
import { Notice } from '~/ui/ask/notice'
import { me } from './me'

/** For administrators of a shop that was restored from a backup: while it is quiet, and while orders may be missing. */
export default function QuietBanner() {
  const user = useAccountStore(me)
  const { pathname } = useLocation()
  const madeAt = user?.restored_backup_made_at
  const span = user?.missing_span
  const report = href('/admin/payment-report')
  const isMissingShown = span !== undefined && pathname !== report // the page says it, too
  if (madeAt === undefined && !isMissingShown) return null
  return (
    <section aria-label="Keadaan toko" className="px-4 pt-4 md:px-6">
      <Notice>
        {madeAt !== undefined && (
          <>
            <p>{`Toko ini dipulihkan dari cadangan ${formatJakartaTime(madeAt)} dan belum dibuka.`}</p>
            <p className="mt-1 font-normal">
              Pesanan baru, pembayaran, email, dan pekerjaan otomatis masih berhenti. Kalau inilah toko yang dipakai,
              jalankan perintah ini di server (dari sumber: npm run restore -- --go-live):
            </p>
            <code className="mt-1 block w-fit rounded bg-surface px-1.5 py-0.5 font-mono text-13 font-normal">
              camilan restore --go-live
            </code>
          </>
        )}
        {isMissingShown && (
          <p className="mt-2 first:mt-0">
            <span>{`Pesanan dari ${formatJakartaTime(span.from)} sampai ${formatJakartaTime(span.until)} mungkin tidak ada di toko ini.`}</span>{' '}
            <Link to={report} className="inline-flex min-h-11 items-center underline underline-offset-2 md:min-h-0">
              Cocokkan dengan Midtrans
            </Link>
          </p>
        )}
      </Notice>
    </section>
  )
}
