import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMutation } from '~/platform/api/use-mutation'
import { Button, type ButtonVariant } from '~/ui/ask/button'
import { useConfirm } from '~/ui/ask/confirm'

interface AskButtonProps<Result> {
  label: string
  icon?: LucideIcon
  variant?: ButtonVariant
  className?: string
  question: string
  details?: ReactNode
  yes: string
  no?: string
  /** What it does can't be undone. */
  danger?: boolean
  do: () => Promise<Result>
  /** As in `useMutation`. */
  done: string | ((result: Result) => unknown)
  failed: string | ((error: unknown) => unknown)
  revalidate?: 'done' | 'failed' | 'both'
}

/** A button that asks before it does something. */
export function AskButton<Result>(props: AskButtonProps<Result>) {
  const { label, icon: Icon, variant = 'quiet', className, question, details, yes, no, danger = false } = props
  const confirm = useConfirm()
  const { pending, run } = useMutation({
    do: props.do,
    done: props.done,
    failed: props.failed,
    ...(props.revalidate && { revalidate: props.revalidate }),
  })
  async function ask() {
    if (await confirm(question, { yes, danger, details, ...(no !== undefined && { no }) })) await run()
  }
  return (
    <Button variant={variant} pending={pending} onClick={ask} className={className}>
      {Icon && !pending && <Icon aria-hidden className="size-5" />}
      <span>{label}</span>
    </Button>
  )
}
