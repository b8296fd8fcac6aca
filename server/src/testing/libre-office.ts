import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

export const hasLibreOffice = spawnSync('soffice', ['--version']).status === 0

/** A CSV as LibreOffice saves it after it opened it, again as CSV or as a flat OpenDocument sheet. */
export async function savedByLibreOffice(
  csv: string,
  { separator, as }: { separator: string; as: 'csv' | 'fods' },
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'camilan-calc-'))
  try {
    const file = path.join(folder, 'file.csv')
    await writeFile(file, csv)
    // The separator's code, quotes, UTF-8, from the first line: what a person confirms in the window that opens.
    const filter = `${separator.charCodeAt(0)},34,76,1`
    const to = as === 'csv' ? `csv:Text - txt - csv (StarCalc):${filter}` : as
    const profile = `-env:UserInstallation=file://${folder}/profile`
    const saving = ['--convert-to', to, '--outdir', path.join(folder, 'saved')]
    await promisify(execFile)('soffice', [profile, '--headless', `--infilter=CSV:${filter}`, ...saving, file])
    return await readFile(path.join(folder, 'saved', `file.${as}`), 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
