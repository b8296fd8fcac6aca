import type { Notification } from '@camilan/contract/notifications'
import { useFetcher, useFetchers } from 'react-router'
import { api, unchecked } from '~/platform/api'
import { ignoreNotFound, runAction } from '~/platform/run-action'

const changes = ['read', 'read-all', 'delete'] as const
type Change = (typeof changes)[number]

/** The notifications, including changes that are being sent. */
export function useNotifications(saved: readonly Notification[]): Notification[] {
  const submissions = useFetchers().flatMap(({ formData }) => (formData ? [formData] : []))
  const isUnderWay = (change: Change, id = '') =>
    submissions.some((form) => form.get('change') === change && form.get('id') === id)
  const allRead = isUnderWay('read-all')
  return saved
    .filter(({ id }) => !isUnderWay('delete', id))
    .map((notice) => ({ ...notice, is_read: notice.is_read || allRead || isUnderWay('read', notice.id) }))
}

/** `pending` while its last change is being sent. */
export function useChangeNotifications() {
  const fetcher = useFetcher()
  return {
    pending: fetcher.state !== 'idle',
    change: (change: Change, id = '') => fetcher.submit({ change, id }, { method: 'post', flushSync: true }),
  }
}

/** The page's action. A notification that another tab has deleted already is no failure. */
export async function changeNotifications(request: Request): Promise<{ answered: boolean }> {
  const form = await request.formData()
  const change = changes.find((known) => known === form.get('change'))
  const path = `/api/notifications/${form.get('id')}`
  async function send() {
    if (change === 'read') await api.put(`${path}/read`, undefined, unchecked())
    if (change === 'read-all') await api.put('/api/notifications/read-all', undefined, unchecked())
    if (change === 'delete') await api.delete(path, unchecked())
  }
  return runAction(
    () => send().catch(ignoreNotFound),
    change === 'delete' ? 'Gagal menghapus notifikasi' : 'Gagal memperbarui notifikasi',
  )
}
