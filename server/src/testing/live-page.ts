import type { TestUser } from './make-user.ts'

/** The event stream of a user's open page at one process; `text` grows while it is read. */
export async function openLivePage(origin: string, { headers }: TestUser) {
  const ending = new AbortController()
  const response = await fetch(`${origin}/api/notifications/stream`, { headers, signal: ending.signal })
  const page = { status: response.status, text: '', close: () => ending.abort() }
  const read = async () => {
    for await (const chunk of response.body ?? []) page.text += Buffer.from(chunk).toString()
  }
  void read().catch(() => {})
  return page
}
