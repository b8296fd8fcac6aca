/** Line charts as an SVG picture. */

export interface Chart {
  title: string
  lines: { name: string; points: [x: number, y: number][] }[]
}

const size = { width: 820, height: 150, left: 60, right: 90, top: 34, bottom: 26 }
const colours = ['#2563eb', '#d97706', '#dc2626']

/** The charts one below the other; all begin at 0 and have the same axis of x. */
export function drawCharts(xName: string, charts: readonly Chart[]): string {
  const totalHeight = charts.length * size.height + 20
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${totalHeight}" font-family="sans-serif" font-size="11">`,
    `<rect width="${size.width}" height="${totalHeight}" fill="#fff"/>`,
    ...charts.map((chart, i) => drawChart(chart, i * size.height)),
    `<text x="${size.width / 2}" y="${totalHeight - 6}" text-anchor="middle" fill="#555">${xName}</text>`,
    '</svg>\n',
  ].join('\n')
}

function drawChart({ title, lines }: Chart, offset: number): string {
  const points = lines.flatMap((line) => line.points)
  const [maxX, maxY] = [Math.max(1, ...points.map(([x]) => x)), niceMax(points.map(([, y]) => y))]
  const [right, top, bottom] = [size.width - size.right, offset + size.top, offset + size.height - size.bottom]
  const xAt = (x: number) => round(size.left + (x / maxX) * (right - size.left))
  const yAt = (y: number) => round(bottom - (y / maxY) * (bottom - top))
  const grid = [0, 0.5, 1].map((share) => {
    const y = yAt(maxY * share)
    const label = `<text x="${size.left - 6}" y="${y + 4}" text-anchor="end" fill="#555">${round(maxY * share)}</text>`
    return `<path d="M${size.left} ${y}H${right}" stroke="#ddd"/>${label}`
  })
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const x = xAt(maxX * share)
    return `<text x="${x}" y="${bottom + 14}" text-anchor="middle" fill="#555">${round(maxX * share)}</text>`
  })
  const drawn = lines.map((line, i) => {
    const path = line.points.map(([x, y]) => `${xAt(x)},${yAt(y)}`).join(' ')
    const label = `<text x="${right + 8}" y="${top + 10 + i * 16}" fill="${colours[i]}">${line.name}</text>`
    return `<polyline points="${path}" fill="none" stroke="${colours[i]}" stroke-width="1.5"/>${label}`
  })
  const heading = `<text x="${size.left}" y="${offset + 22}" font-weight="bold" fill="#222">${title}</text>`
  return [heading, ...grid, ...ticks, ...drawn].join('\n')
}

/** The smallest of 1, 2, 5, 10, 20 … that is not below any of the values. */
function niceMax(values: readonly number[]): number {
  const max = Math.max(1, ...values)
  const power = 10 ** Math.floor(Math.log10(max))
  return ([1, 2, 5, 10].find((step) => step * power >= max) ?? 10) * power
}

const round = (value: number) => Math.round(value * 10) / 10
