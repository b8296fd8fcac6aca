/**
 * Adds the optional binaries of other platforms to package-lock.json.
 * npm omits an optional package from the lockfile if it can't resolve it, and `npm ci` then refuses the lockfile because
 * the package is missing (npm/cli#9846). Run it after each change of the lockfile; `--check` only reports.
 */
import { readFileSync, writeFileSync } from 'node:fs'

interface LockedPackage {
  version?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> }

/** Whether Node would find `name` in the lockfile, starting from the package at `from`. */
function isLocked(name: string, from: string): boolean {
  for (let dir = from; ; ) {
    const found = lock.packages[`${dir ? `${dir}/` : ''}node_modules/${name}`]
    if (found?.version !== undefined || found?.link) return true
    if (!dir) return false
    const parent = dir.lastIndexOf('node_modules/')
    dir = parent > 0 ? dir.slice(0, parent - 1) : ''
  }
}

/** The platform in a package's name: `@esbuild/linux-arm64`, `@biomejs/cli-linux-x64-musl`. */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> | undefined {
  const words = name.split(/[-/]/)
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor))
  if (!os && !cpu) return undefined
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) }
}

const added: string[] = []
for (const [location, locked] of Object.entries({ ...lock.packages })) {
  for (const [name, version] of Object.entries(locked.optionalDependencies ?? {})) {
    if (isLocked(name, location)) continue
    const platform = platformOf(name)
    if (!platform || !/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)) {
      console.error(`cannot complete ${name}@${version}, wanted by ${location}`)
      continue
    }
    lock.packages[`node_modules/${name}`] = { version, ...(locked.dev && { dev: true }), optional: true, ...platform }
    added.push(`${name}@${version}`)
  }
}

if (process.argv.includes('--check')) {
  if (added.length > 0) {
    console.error(`package-lock.json lacks ${added.join(', ')}: run npm run fix-lock`)
    process.exitCode = 1
  }
} else {
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`added ${added.length}`)
}
