import { useEffect, useRef } from 'react'

export interface ListOption {
  /** Of this option alone. */
  key: string
  label: string
  note?: string | undefined
}

interface OptionListProps<Option extends ListOption> {
  /** An option's is `${id}-${index}`. */
  id: string
  label: string
  options: readonly Option[]
  /** The index of the one that the keys have reached; -1: none. */
  active: number
  onChoose: (option: Option) => void
  /** With its greatest height. */
  className: string
}

/** The list of a combobox as in the ARIA Authoring Practices. The focus and the keys are those of its input. */
export function OptionList<Option extends ListOption>(props: OptionListProps<Option>) {
  const { id, label, options, active, onChoose, className } = props
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ref.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      ref={ref}
      id={id}
      role="listbox"
      aria-label={label}
      className={`card absolute top-full z-10 mt-2 overflow-auto p-1.5 shadow-lg ${className}`}
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus
        <div
          key={option.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
          className="flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-3 rounded-xl px-3 py-1 hover:bg-soft aria-selected:bg-accent-soft"
        >
          <span className="font-semibold wrap-anywhere">{option.label}</span>
          {option.note && <span className="text-15 text-muted">{option.note}</span>}
        </div>
      ))}
    </div>
  )
}

/** After an arrow key; the input itself is one step of the round. Undefined for other keys. */
export function movedTo(active: number, key: string, count: number): number | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  return step && ((active + 1 + step + count + 1) % (count + 1)) - 1
}
