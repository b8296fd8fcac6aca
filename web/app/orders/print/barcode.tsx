import { code128 } from './code128'

/** The bars, in mm, that printers of labels (203 dots per inch) print sharply and readers can read: 4, 3 and 2 dots. */
const moduleWidths = [0.5, 0.375, 0.25]

/**
 * A text as Code 128 and in letters. It is in letters alone if its bars would be too narrow for the paper.
 * @param width  the width of the paper without its margins, in mm. The margins, of 5 mm at least, are the light ends of the bars.
 * @param height  of the bars, in mm
 */
export function Barcode({ text, width, height }: { text: string; width: number; height: number }) {
  const widths = code128(text) ?? []
  const modules = widths.reduce((sum, one) => sum + one, 0)
  const mm = moduleWidths.find((candidate) => modules * candidate <= width)
  return (
    <div className="my-2 text-center break-inside-avoid">
      {widths.length > 0 && mm !== undefined && (
        <svg
          aria-hidden
          viewBox={`0 0 ${modules} 1`}
          preserveAspectRatio="none"
          shapeRendering="crispEdges"
          className="mx-auto block max-w-full"
          style={{ width: `${modules * mm}mm`, height: `${height}mm` }}
        >
          <path d={barsOf(widths)} />
        </svg>
      )}
      <b className="tracking-wide">{text}</b>
    </div>
  )
}

function barsOf(widths: readonly number[]): string {
  let at = 0
  return widths
    .map((width, index) => {
      const bar = index % 2 === 0 ? `M${at} 0h${width}v1h-${width}z` : ''
      at += width
      return bar
    })
    .join('')
}
