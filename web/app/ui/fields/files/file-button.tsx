import FileUp from 'lucide-react/icons/file-up'
import { type ReactNode, useId } from 'react'

interface FileButtonProps {
  pending: boolean
  isMain: boolean
  onChoose: (file: File) => void
  children: ReactNode
}

/** Chooses a CSV. */
export function FileButton({ pending, isMain, onChoose, children }: FileButtonProps) {
  const id = useId()
  return (
    <div>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        disabled={pending}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = '' // the same file may be chosen again
          if (file) onChoose(file)
        }}
        className="peer sr-only"
      />
      <label
        htmlFor={id}
        className={`flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-xl px-4 font-bold ${isMain ? 'bg-accent text-on-accent hover:bg-accent-strong' : 'border border-control hover:bg-soft'} peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-highlight peer-disabled:cursor-not-allowed peer-disabled:opacity-55`}
      >
        <FileUp aria-hidden className="size-5" />
        <span>{children}</span>
      </label>
    </div>
  )
}
