import type { Notification } from '@camilan/contract/notifications'
import { Message } from '@camilan/contract/wire'
import { useFetcher, useFetchers } from 'react-router'
import { api } from '~/platform/api'
import { ApiError } from '~/platform/api-error'
import { toastFailure } from '~/platform/use-mutation'

const wishes = ['read', 'read-all', 'delete'] as const
type Wish = (typeof wishes)[number]

/** The notifications as they will be once the changes under way have arrived. */
export function useNotifications(saved: readonly Notification[]): Notification[] {
  const changes = useFetchers().flatMap(({ formData }) => (formData ? [formData] : []))
  const isWished = (wish: Wish, id: string) =>
    changes.some((change) => change.get('wish') === wish && change.get('id') === id)
  const allRead = changes.some((change) => change.get('wish') === 'read-all')
  return saved
    .filter(({ id }) => !isWished('delete', id))
    .map((notice) => ({ ...notice, is_read: notice.is_read || allRead || isWished('read', notice.id) }))
}

/** `pending` while its last wish is under way. */
export function useChangeNotifications() {
  const fetcher = useFetcher()
  return {
    pending: fetcher.state !== 'idle',
    wish: (wish: Wish, id = '') => fetcher.submit({ wish, id }, { method: 'post', flushSync: true }),
  }
}

/** @returns whether the shop answered, so that the list is worth loading anew; a failure is told in a toast */
export async function changeNotifications(request: Request): Promise<{ answered: boolean }> {
  const form = await request.formData()
  const path = `/api/notifications/${form.get('id')}`
  const wish = wishes.find((known) => known === form.get('wish'))
  try {
    if (wish === 'read') await api.put(`${path}/read`, undefined, Message)
    if (wish === 'read-all') await api.put('/api/notifications/read-all', undefined, Message)
    if (wish === 'delete') await api.delete(path, Message)
  } catch (error) {
    // Deleted in another tab: the list that is loaded next shows it.
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return { answered: true }
    toastFailure(error, wish === 'delete' ? 'Gagal menghapus notifikasi' : 'Gagal memperbarui notifikasi')
    return { answered: error instanceof ApiError && error.code !== 'NETWORK' }
  }
  return { answered: true }
}
