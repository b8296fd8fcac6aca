import { genders } from '@camilan/contract/accounts'
import * as z from 'zod/mini'
import { readDraft, writeDraft } from '~/platform/draft'

const Draft = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  gender: z.enum(['', ...genders]),
  address: z.string(),
})
const draftKey = 'profileDraft'

/** Stores the typed profile when a save fails because the session has ended. A chosen photo can't be stored. */
export function keepProfileDraft(draft: z.infer<typeof Draft>): void {
  writeDraft(draftKey, draft)
}

/** Reads and removes the fields that this user typed before the new login; null if there are none. */
export function takeProfileDraft(userId: string) {
  const draft = readDraft(draftKey, Draft)
  if (draft?.user_id !== userId) return null
  writeDraft(draftKey, null)
  const { user_id: _, ...fields } = draft
  return fields
}
