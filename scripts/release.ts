/**
 * `npm run release [FOLDER]` makes the archive of a release for this kind of machine, by default in `release/`: the
 * sources of the server, the built pages, Node, PostgreSQL and the libraries that the shop needs to run, with checksums.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureWebBuild, testFiles } from '../server/src/platform/pages/web-build.ts'
import { readRelease } from '../server/src/platform/release.ts'

const root = path.resolve(import.meta.dirname, '..')
const maxPackedMb = 120

/** The parts of the repository in a release. The web's sources prove that the build is of them. */
const wanted =
  /^((README|CHANGELOG)\.md|LICENSE|package(-lock)?\.json|\.npmrc|docs\/.+\.md|(contract|embedded-postgres|midtrans|payment-sandbox|server|web|deploy)\/.+|[^/]+\/package\.json)$/

/** The commands of an operator. Those of developers need more files than a release has. */
const commands = ['start', 'admin:create', 'backup', 'restore', 'drill', 'doctor', 'media:move', 'payments:check']

/** What is built into the pages and not installed with the release, by the names of their licences. */
const builtIn = { typefaces: 'web/app/brand/fonts/OFL.txt', 'lucide-react': 'node_modules/lucide-react/LICENSE' }

/** The files of the libraries that are never run. */
const unused = [/^node-[^/]+\/(include|share|CHANGELOG\.md)$/]

interface Release {
  file: string
  packedMb: number
  unpackedMb: number
}

/** @throws if the archive is larger than a release may be */
async function makeRelease(folder: string, log: (line: string) => void): Promise<Release> {
  await ensureWebBuild(log)
  const work = mkdtempSync(path.join(tmpdir(), 'camilan-release-'))
  try {
    writeFileSync(path.join(work, 'RELEASE'), describe())
    cpSync(path.join(root, 'package.json'), path.join(work, 'package.json'))
    const { version, commit } = readRelease(work)
    const name = `camilan-${version}-${commit}-${process.platform}-${process.arch}`
    const stage = path.join(work, name)
    copySources(stage)
    cpSync(path.join(root, 'web/build'), path.join(stage, 'web/build'), { recursive: true })
    log('Installing the libraries without those of developers')
    install(stage)
    await checkStage(stage)
    keepCommands(stage)
    cpSync(path.join(work, 'RELEASE'), path.join(stage, 'RELEASE'))
    writeChecksums(stage)
    mkdirSync(folder, { recursive: true })
    const file = path.join(folder, `${name}.tar.gz`)
    pack(work, name, file)
    const packedMb = megabytes(statSync(file).size)
    if (packedMb > maxPackedMb) {
      rmSync(file)
      throw new Error(`The archive has ${packedMb} MB, and a release at most ${maxPackedMb} MB`)
    }
    writeFileSync(`${file}.sha256`, `${sha256(file)}  ${path.basename(file)}\n`)
    const size = execFileSync('du', ['-sb', stage], { encoding: 'utf8' })
    return { file, packedMb, unpackedMb: megabytes(Number.parseInt(size, 10)) }
  } finally {
    rmSync(work, { recursive: true })
  }
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })

/** The present files, also those that are not committed yet. */
function copySources(stage: string): void {
  for (const file of git('ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0')) {
    if (!wanted.test(file) || testFiles.test(file) || !existsSync(path.join(root, file))) continue
    cpSync(path.join(root, file), path.join(stage, file))
  }
  cpSync(path.join(root, 'scripts/camilan.sh'), path.join(stage, 'camilan'))
  for (const [name, file] of Object.entries(builtIn)) {
    cpSync(path.join(root, file), path.join(stage, 'licenses', name))
  }
}

function install(stage: string): void {
  // npm gives its scripts variables that would lead another npm to this checkout, or make it install more or less.
  const mine =
    /^(NODE_ENV|INIT_CWD|npm_(package|lifecycle)_.*|npm_config_(local_prefix|prefix|global_prefix|omit|include|production))$/
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !mine.test(name)))
  execFileSync('npm', ['ci', '--omit=dev', '--prefer-offline', '--loglevel=error'], {
    cwd: stage,
    env,
    stdio: 'inherit',
  })
  const modules = path.join(stage, 'node_modules')
  for (const file of readdirSync(modules, { recursive: true, encoding: 'utf8' })) {
    if (unused.some((pattern) => pattern.test(file))) rmSync(path.join(modules, file), { recursive: true, force: true })
  }
}

/** The start of the release must make and link nothing, because its folder may be read-only. */
async function checkStage(stage: string): Promise<void> {
  const { findBinaries } = await import(path.join(stage, 'embedded-postgres/src/binaries.ts'))
  await findBinaries()
  const pages = await import(path.join(stage, 'server/src/platform/pages/web-build.ts'))
  await pages.ensureWebBuild(() => {})
}

function keepCommands(stage: string): void {
  const file = path.join(stage, 'package.json')
  const manifest = readJson(file) as { scripts: Record<string, string> }
  const scripts = Object.fromEntries(Object.entries(manifest.scripts).filter(([name]) => commands.includes(name)))
  writeFileSync(file, `${JSON.stringify({ ...manifest, scripts }, null, 2)}\n`)
}

function describe(): string {
  const { version } = readJson(path.join(root, 'package.json')) as { version: string }
  const changed = git('status', '--porcelain').trim() === '' ? '' : ' and changes that are not committed'
  return `Camilan ${version}\ncommit ${git('rev-parse', 'HEAD').trim()}${changed}\nNode ${process.versions.node}\n`
}

/** For `sha256sum --check --quiet SHA256SUMS` in the unpacked release. */
function writeChecksums(stage: string): void {
  const files = readdirSync(stage, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(stage, path.join(entry.parentPath, entry.name)))
    .sort()
  const lines = files.map((file) => `${sha256(path.join(stage, file))}  ${file}\n`)
  writeFileSync(path.join(stage, 'SHA256SUMS'), lines.join(''))
}

/** The same files give the same archive. */
function pack(folder: string, name: string, file: string): void {
  const moment = git('log', '-1', '--format=%cI').trim()
  execFileSync('tar', [
    '--create',
    '--file',
    file,
    '--directory',
    folder,
    '--use-compress-program',
    'gzip -n',
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rwX,go+rX,go-w',
    `--mtime=${moment}`,
    name,
  ])
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
const megabytes = (bytes: number) => Math.round(bytes / 100_000) / 10

const began = performance.now()
const folder = path.resolve(process.argv[2] ?? path.join(root, 'release'))
const { file, packedMb, unpackedMb } = await makeRelease(folder, console.log)
const seconds = Math.round((performance.now() - began) / 1_000)
console.log(`${path.relative('.', file)}: ${packedMb} MB, unpacked ${unpackedMb} MB, made in ${seconds} s`)
