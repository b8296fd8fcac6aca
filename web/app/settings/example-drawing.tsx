/** One line of the drawn page. A marked one is what the seller looks for. */
interface DrawnRow {
  text: string
  /** The content of a field. */
  value?: string
  /** The number of the step. */
  step?: string
}

const [width, top, rowHeight] = [300, 38, 40]

/**
 * Our own drawing of a page of another company, with the fewest lines that are needed to find one's way there. The steps
 * above it say the same in words, for those who can't see it.
 */
export function ExampleDrawing({ title, rows }: { title: string; rows: readonly DrawnRow[] }) {
  const height = top + rows.length * rowHeight + 8
  return (
    <figure className="w-fit max-w-full">
      <svg
        role="img"
        aria-label="Contoh gambar untuk langkah-langkah di atas"
        viewBox={`0 0 ${width} ${height}`}
        className="w-75 max-w-full rounded-xl border border-line"
      >
        <rect width={width} height={height} className="fill-surface" />
        <rect width={width} height={28} className="fill-soft" />
        <text x={12} y={18.5} fontSize={12.5} className="fill-body font-bold">
          {title}
        </text>
        {rows.map((row, i) => (
          <Row key={row.text} {...row} y={top + i * rowHeight} />
        ))}
      </svg>
      <figcaption className="mt-1 text-13 text-muted">Contoh. Tampilan sebenarnya bisa sedikit berbeda.</figcaption>
    </figure>
  )
}

function Row({ text, value, step, y }: DrawnRow & { y: number }) {
  return (
    <g>
      {step && (
        <>
          <rect
            x={6}
            y={y}
            width={width - 12}
            height={rowHeight - 4}
            rx={8}
            className="fill-accent-soft stroke-accent"
          />
          <circle cx={22} cy={y + 18} r={9} className="fill-highlight" />
          <text x={22} y={y + 22.5} fontSize={12.5} textAnchor="middle" className="fill-on-highlight font-bold">
            {step}
          </text>
        </>
      )}
      <text x={38} y={y + 22.5} fontSize={12.5} className={step ? 'fill-body font-bold' : 'fill-muted'}>
        {text}
      </text>
      {value && (
        <>
          <rect x={128} y={y + 5} width={width - 142} height={26} rx={6} className="fill-surface stroke-control" />
          <text x={136} y={y + 22.5} fontSize={12.5} className="fill-body">
            {value}
          </text>
        </>
      )}
    </g>
  )
}
