/**
 * Packs a workspace for npm: `node scripts/pack.ts payment-sandbox` writes a .tgz file into the current folder.
 * Node does not run TypeScript below node_modules, so a package contains JavaScript and type declarations.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

interface Manifest {
  name: string
  private?: boolean
  exports: object
  dependencies?: Record<string, string>
  scripts?: unknown
  devDependencies?: unknown
}

/** Write the package of a workspace into a folder, with the workspaces that it imports inside. @returns its name */
export function writePackage(workspace: string, folder: string): string {
  const source = path.join(root, workspace)
  mkdirSync(folder, { recursive: true })
  execFileSync(path.join(root, 'node_modules/.bin/tsc'), [
    '-p',
    source,
    '--noEmit',
    'false',
    '--rewriteRelativeImportExtensions',
    '--declaration',
    '--preserveSymlinks',
    '--rootDir',
    path.join(source, 'src'),
    '--outDir',
    path.join(folder, 'src'),
  ])
  cpSync(path.join(source, 'src'), path.join(folder, 'src'), {
    recursive: true,
    filter: (file) => !file.endsWith('.ts'),
  })
  const readme = path.join(source, 'README.md')
  if (existsSync(readme)) cpSync(readme, path.join(folder, 'README.md'))
  cpSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
  const {
    private: _,
    scripts,
    devDependencies,
    ...manifest
  }: Manifest = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'))
  const bundleDependencies = Object.keys(manifest.dependencies ?? {}).filter((name) => name.startsWith('@camilan/'))
  for (const name of bundleDependencies) writePackage(path.basename(name), path.join(folder, 'node_modules', name))
  const published = {
    ...manifest,
    bundleDependencies,
    files: ['src', '!src/**/*.test.*', '!src/testing'],
    exports: JSON.parse(JSON.stringify(manifest.exports).replaceAll('.ts"', '.js"')),
  }
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  return manifest.name
}

if (import.meta.main) {
  const workspace = process.argv[2]
  if (workspace === undefined) throw new Error('Usage: node scripts/pack.ts <workspace>')
  const folder = mkdtempSync(path.join(tmpdir(), 'package-'))
  writePackage(workspace, folder)
  execFileSync('npm', ['pack', folder], { stdio: 'inherit' })
  rmSync(folder, { recursive: true })
}
