import type { ListedNotification } from '@camilan/contract/notification-list'
import { useFetcher, useFetchers } from 'react-router'
import { api, unchecked } from '~/platform/api/api'
import { ignoreNotFound, runAction } from '~/platform/api/run-action'

const changes = ['read', 'read-all', 'delete'] as const
type Change = (typeof changes)[number]

/** The notifications, including changes that are being sent. */
export function useNotifications(saved: readonly ListedNotification[]): ListedNotification[] {
  const submissions = useFetchers().flatMap(({ formData }) => (formData ? [formData] : []))
  const isUnderWay = (change: Change, id: string) =>
    submissions.some((form) => form.get('change') === change && form.getAll('id').includes(id))
  const allRead = submissions.some((form) => form.get('change') === 'read-all')
  return saved
    .filter(({ id }) => !isUnderWay('delete', id))
    .map((notice) => ({ ...notice, is_read: notice.is_read || allRead || isUnderWay('read', notice.id) }))
}

/** `pending` while its last change is being sent. */
export function useChangeNotifications() {
  const fetcher = useFetcher()
  return {
    pending: fetcher.state !== 'idle',
    change: (change: Change, ids: readonly string[] = []) => {
      const form = new FormData()
      form.set('change', change)
      for (const id of ids) form.append('id', id)
      return fetcher.submit(form, { method: 'post', flushSync: true })
    },
  }
}

/** The page's action. A notification that another tab has deleted already is no failure. */
export async function changeNotifications(request: Request): Promise<{ answered: boolean }> {
  const form = await request.formData()
  const change = changes.find((known) => known === form.get('change'))
  async function send() {
    if (change === 'read-all') await api.put('/api/notifications/read-all', undefined, unchecked())
    for (const id of form.getAll('id')) {
      const path = `/api/notifications/${id}`
      const sent = change === 'read' ? api.put(`${path}/read`, undefined, unchecked()) : api.delete(path, unchecked())
      await sent.catch(ignoreNotFound)
    }
  }
  return runAction(send, change === 'delete' ? 'Gagal menghapus notifikasi' : 'Gagal memperbarui notifikasi')
}
