import { currentSession, loggedOut, takeWasStale } from '~/platform/api/session'
import { toast } from '~/platform/state/toasts'
import { me } from './me'

/** After a tab that was stale has been loaded again. A guard may have said it already. */
export async function toastAccount(): Promise<void> {
  if (!takeWasStale()) return
  if (currentSession().token === null) return toast(loggedOut, 'alert')
  await me.ensure()
  const name = me.store.get()?.name ?? 'akun lain'
  toast(`Anda sekarang login sebagai ${name}. Halaman ini dibuka lagi untuk akun itu.`, 'alert')
}
