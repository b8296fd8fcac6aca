import { CircleAlert } from 'lucide-react'

/** Why a form was not accepted, above its fields. */
export function FormProblem({ sentence }: { sentence: string | undefined }) {
  if (!sentence) return null
  return (
    <p role="alert" className="flex items-start gap-2.5 rounded-xl bg-danger-soft px-4 py-3 font-semibold text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      {sentence}
    </p>
  )
}
