import { success } from '@camilan/contract/wire'
import * as z from 'zod/mini'
import { api } from '~/platform/api/api'

const Uploaded = success(z.object({ image: z.string() }))

/** @returns its URL, by which a form names it */
export async function uploadPicture(file: File, signal: AbortSignal): Promise<string> {
  const form = new FormData()
  form.set('image', file)
  return (await api.post('/api/admin/pictures', form, Uploaded, { signal })).data.image
}
