/**
 * The hashed files of the pages (scripts, styles, fonts), copied into the data folder at each start and served from there.
 * A page of the previous release still finds its files, and a new build takes no files from a running server.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The time for which the files of a build are kept after a start with another one. */
const keptMs = 30 * 86_400_000

interface Folders {
  build: string
  /** The files of all builds, a folder for each. Created if missing. */
  kept: string
}

/**
 * Copy the files of the present build, unless they are there, and delete builds that were replaced over 30 days ago.
 * @returns the folder of the present build, then those of former ones
 */
export async function keepAssets({ build, kept }: Folders, now: Date): Promise<string[]> {
  await mkdir(kept, { recursive: true })
  const name = await nameOf(build)
  const present = path.join(kept, name)
  if (!hasSameFiles(build, present)) await copyWhole(build, present)
  await rm(markOf(present), { force: true })
  const former: string[] = []
  for (const other of await readdir(kept)) {
    const folder = path.join(kept, other)
    if (other === name || !/^[0-9a-f]{16}$/.test(other)) continue
    if (now.getTime() - (await replacedAt(folder, now)).getTime() <= keptMs) former.push(folder)
    else await Promise.all([folder, markOf(folder)].map((one) => rm(one, { recursive: true, force: true })))
  }
  return [present, ...former]
}

/** Each file's name has the hash of its content. */
async function nameOf(build: string): Promise<string> {
  const files = (await readdir(build)).sort()
  return createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16)
}

/** Compares the content, because a power cut may have left empty files. Without promises, because each start waits for it. */
function hasSameFiles(build: string, copy: string): boolean {
  try {
    return readdirSync(build).every((file) =>
      readFileSync(path.join(build, file)).equals(readFileSync(path.join(copy, file))),
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

async function copyWhole(build: string, folder: string): Promise<void> {
  const unfinished = await mkdtemp(`${folder}.`)
  await cp(build, unfinished, { recursive: true })
  try {
    await rename(unfinished, folder)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    // Another process made the same copy at the same time, or an older one is damaged.
    if (await hasSameFiles(build, folder)) return rm(unfinished, { recursive: true })
    await rm(folder, { recursive: true, force: true })
    await rename(unfinished, folder)
  }
}

const markOf = (folder: string) => `${folder}.replaced`

/** The moment at which a start with another build found this one: now, if none did before. */
async function replacedAt(folder: string, now: Date): Promise<Date> {
  const written = new Date(await readFile(markOf(folder), 'utf8').catch(() => ''))
  if (!Number.isNaN(written.getTime())) return written
  await writeFile(markOf(folder), now.toISOString())
  return now
}
