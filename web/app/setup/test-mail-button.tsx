import type { TestMail } from '@camilan/contract/setup'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { formatJakartaTime } from '~/platform/formats'
import { useMutation } from '~/platform/use-mutation'
import { Button } from '~/ui/button'
import { sendTestMail } from './load-setup'

const pollMs = 2_000
/** Longer than a mail server takes to answer or to be given up. */
const pollForMs = 60_000

/** Sends a mail to the administrator, and says what became of the last one. */
export function TestMailButton({ test }: { test: TestMail | null }) {
  const { revalidate } = useRevalidator()
  const { pending, run } = useMutation({
    do: sendTestMail,
    failed: 'Gagal mengirim email uji',
    revalidate: 'both',
  })
  const waitsFor = test?.state === 'waiting' ? test.at : undefined
  useEffect(() => {
    if (waitsFor === undefined) return
    const startedAt = Date.now()
    const timer = setInterval(() => {
      if (Date.now() - startedAt > pollForMs) clearInterval(timer)
      else if (navigator.onLine) void revalidate()
    }, pollMs)
    return () => clearInterval(timer)
  }, [waitsFor, revalidate])
  return (
    <div className="grid justify-items-start gap-2">
      <p role="status" className={test?.state === 'failed' ? 'text-13 text-danger' : 'text-13 text-muted'}>
        {test && sentenceOf(test)}
      </p>
      <Button variant="quiet" pending={pending || test?.state === 'waiting'} onClick={() => void run()}>
        {test ? 'Kirim email uji lagi' : 'Kirim email uji'}
      </Button>
    </div>
  )
}

function sentenceOf({ state, at, reason }: TestMail): string {
  if (state === 'sent') return `Email uji terkirim ${formatJakartaTime(at)}.`
  if (state === 'waiting') return 'Email uji sedang dikirim...'
  return `Email uji gagal terkirim.${reason ? ` Jawaban server email: ${reason}` : ''}`
}
