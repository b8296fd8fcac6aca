import type { DeliveryZone } from '@camilan/contract/delivery-fees'
import { formatNumber } from '@camilan/contract/formats'
import type { ShopSettings } from '@camilan/contract/settings'
import { maxZones, type ZonesCsv, type ZonesCsvResult } from '@camilan/contract/zones'
import { stringify } from 'csv-stringify/sync'
import type { Caller } from '../../people/login/guards.ts'
import { csvOptions } from '../../platform/csv/write-csv.ts'
import { firstZones } from '../words/delivery.ts'
import { changeZones, problemsOf, type ZonesDeps } from './change-zones.ts'
import { ZonesCsvRefused } from './errors.ts'
import { namedPlace, presentGaps, presentZone } from './present.ts'
import { type ColumnName, columnNames, columns, type ReadRow, readZonesCsv } from './read-zones-csv.ts'

/** A row for each service of each place. */
export function exportZones(zones: readonly DeliveryZone[], delimiter: string): string {
  const rows = zones.flatMap(({ name, places, services }) =>
    places.flatMap((place) =>
      services.map((service) =>
        columnNames.map((column) => {
          if (column === 'zone') return name
          if (column === 'place') return namedPlace(place).name
          const value = service[column === 'service' ? 'name' : column]
          return typeof value === 'boolean' ? (value ? 'Ya' : 'Tidak') : value
        }),
      ),
    ),
  )
  return stringify([columnNames.map((column) => columns[column].heading), ...rows], csvOptions(delimiter))
}

/**
 * Replace all zones but the first by those of a file. With `preview`, or with any problem, nothing is changed.
 * @throws {InvalidForm} the file is no table of zones
 * @throws {ZonesCsvRefused} a line has a problem
 * @throws the refusals of `changeZones`
 */
export async function importZones(
  deps: ZonesDeps,
  by: Caller,
  { csv, preview, version }: ZonesCsv,
  now: Date,
): Promise<ZonesCsvResult> {
  const { rows, problems, unknownColumns } = readZonesCsv(csv)
  const grouped = groupRows(rows)
  const all = [...problems, ...grouped.problems, ...problemsOfZones(grouped, deps.settings.current())]
  const result: ZonesCsvResult = {
    version,
    zones: grouped.zones.map(presentZone),
    gaps: presentGaps([...firstZones(deps.settings.current()), ...grouped.zones]),
    problems: all.sort((a, b) => a.line - b.line),
    unknown_columns: unknownColumns,
  }
  if (preview) return result
  if (all.length > 0) throw new ZonesCsvRefused(result)
  const changed = await changeZones(deps, by, { version, zones: grouped.zones }, now)
  return { ...result, version: changed.version }
}

type Problem = ZonesCsvResult['problems'][number]

interface Grouped {
  zones: DeliveryZone[]
  /** The first line of each zone. */
  lines: number[]
  problems: Problem[]
}

/** Rows with the same zone are one; without a zone, those of the same place. */
function groupRows(rows: readonly ReadRow[]): Grouped {
  const problems: Problem[] = []
  const zones = [...Map.groupBy(rows, ({ zone, place }) => zone ?? namedPlace(place).name)].map(([name, own]) => {
    const places = [...new Set(own.map(({ place }) => place))]
    const byService = Map.groupBy(own, ({ service }) => service.name.toLowerCase())
    const services = [...byService.values()].flatMap((same) => {
      const [first] = same
      if (!first) return []
      problems.push(...same.flatMap((row) => differences(first, row, name)), ...repeated(same))
      const missing = places.find((place) => same.every((row) => row.place !== place))
      if (missing !== undefined) {
        const sentence = `Zona ${name} tidak punya layanan ${first.service.name} untuk ${namedPlace(missing).name}. Beri zona lain.`
        problems.push({ line: first.line, column: columns.zone.heading, sentence })
      }
      return [first.service]
    })
    return { line: own[0]?.line ?? 0, zone: { name, places, services } }
  })
  return { zones: zones.map(({ zone }) => zone), lines: zones.map(({ line }) => line), problems }
}

function differences(first: ReadRow, row: ReadRow, zone: string): Problem[] {
  const names: ColumnName[] = columnNames.filter((name) => name !== 'zone' && name !== 'place' && name !== 'service')
  const other = names.find((name) => {
    const key = name as keyof ReadRow['service']
    return first.service[key] !== row.service[key]
  })
  if (other === undefined) return []
  const { heading } = columns[other]
  const sentence = `Berbeda dari baris ${first.line}, padahal zona ${zone} dan layanannya sama. Beri zona lain, atau kosongkan zonanya.`
  return [{ line: row.line, column: heading, sentence }]
}

function repeated(rows: readonly ReadRow[]): Problem[] {
  return [...Map.groupBy(rows, ({ place }) => place).values()].flatMap(([first, ...others]) =>
    others.map(({ line }) => ({ line, sentence: `Daerah dan layanan ini sudah ada di baris ${first?.line}.` })),
  )
}

function problemsOfZones({ zones, lines }: Grouped, settings: ShopSettings): Problem[] {
  const tooMany = {
    line: lines[maxZones] ?? 1,
    sentence: `Paling banyak ${formatNumber(maxZones)} zona. Beri nama zona yang sama untuk daerah dengan ongkos yang sama.`,
  }
  const found = problemsOf(zones, settings).map(({ zone, sentence }) => ({ line: lines[zone] ?? 1, sentence }))
  return zones.length > maxZones ? [tooMany, ...found] : found
}
