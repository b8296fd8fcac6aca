import type { Table } from './open-table.ts'

/** The rows by which columns are guessed, and those that are shown with the longest text of a cell. */
const preview = { guessedBy: 50, rows: 5, text: 60 }

/** The beginning of a table, with its remembered columns or else a guess. */
export async function previewOf<Columns>(
  { headers, rows }: Table,
  remembered: Columns | undefined,
  guess: (headers: readonly string[], rows: readonly string[][]) => Columns,
) {
  const first: string[][] = []
  for await (const { cells } of rows()) if (first.push(cells) === preview.guessedBy) break
  const cut = (cells: readonly string[]) => cells.map((cell) => cell.slice(0, preview.text))
  return {
    headers: cut(headers),
    rows: first.slice(0, preview.rows).map(cut),
    columns: remembered ?? guess(headers, first),
    is_remembered: remembered !== undefined,
  }
}
