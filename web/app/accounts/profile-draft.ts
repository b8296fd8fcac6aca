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

/** What was typed into the profile when the session turned out to have ended; a chosen photo can't be kept. */
export function keepProfileDraft(draft: z.infer<typeof Draft>): void {
  writeDraft(draftKey, draft)
}

/** What this account had typed before it had to log in again; a second call finds nothing. */
export function takeProfileDraft(userId: string) {
  const draft = readDraft(draftKey, Draft)
  if (draft?.user_id !== userId) return null
  writeDraft(draftKey, null)
  const { user_id: _, ...fields } = draft
  return fields
}
