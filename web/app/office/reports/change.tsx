interface ChangeProps {
  now: number
  before: number
  format: (value: number) => string
  /** Says also that there was none before. */
  saysNone?: boolean
}

/** How a figure differs from the one before: `▲ 12% dari Rp 1.000.000`. */
export function Change({ now, before, format, saysNone = false }: ChangeProps) {
  if (before === 0) return saysNone && now !== 0 && <span className={words}>belum ada di masa sebelumnya</span>
  const percent = Math.round(((now - before) / Math.abs(before)) * 100)
  const look = now < before ? 'text-danger' : 'text-accent'
  return (
    <span className={words}>
      {now !== before && (
        <span className={`font-semibold whitespace-nowrap ${look}`}>
          <span aria-hidden>{now < before ? '▼' : '▲'} </span>
          <span className="sr-only">{now < before ? 'turun' : 'naik'} </span>
          <span>{`${Math.abs(percent)}%`}</span>
        </span>
      )}{' '}
      <span className="whitespace-nowrap">{now === before ? 'sama seperti sebelumnya' : `dari ${format(before)}`}</span>
    </span>
  )
}

const words = 'text-13 font-normal tracking-normal text-muted'
