import { genders } from '@camilan/contract/accounts'
import * as z from 'zod/mini'
import { type AccountDraftKey, readDraft, writeDraft } from '~/platform/draft'

const Draft = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  gender: z.enum(['', ...genders]),
  address: z.string(),
})
const draftKey: AccountDraftKey = 'profileDraft'

/** Stores the typed profile when saving failed because the session had ended. A chosen photo can't be stored. */
export function keepProfileDraft(draft: z.infer<typeof Draft>): void {
  writeDraft(draftKey, draft)
}

/** Reads and removes what this user typed before they had to log in again; null if there is nothing. */
export function takeProfileDraft(userId: string) {
  const draft = readDraft(draftKey, Draft)
  if (draft?.user_id !== userId) return null
  writeDraft(draftKey, null)
  const { user_id: _, ...fields } = draft
  return fields
}
