/** nginx and Caddy from Debian, started with the examples of deploy/ on ports of their own and a certificate made here. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../server/src/testing/free-port.ts'

export const domain = 'toko.example'

export interface RunningProxy {
  httpPort: number
  httpsPort: number
  certificate: string
  stop(): Promise<void>
}

export interface ProxyOptions {
  /** nginx only: with the examples of a cache. It is purged at this port, with this token. */
  cache?: { purgePort: number; token: string }
}

interface Plan extends ProxyOptions {
  folder: string
  /** host:port of each process of the shop. */
  shops: readonly string[]
  httpPort: number
  httpsPort: number
  certificate: string
  key: string
}

export const examples = path.resolve(import.meta.dirname, '../deploy')
const programs = { nginx: '/usr/sbin/nginx', caddy: '/usr/bin/caddy' }
export const proxyNames = Object.keys(programs) as (keyof typeof programs)[]
export type ProxyName = keyof typeof programs

export const hasProxy = (name: ProxyName) => existsSync(programs[name]) && existsSync('/usr/bin/openssl')

const starters: Record<ProxyName, (plan: Plan) => Promise<ChildProcess>> = {
  async nginx({ folder, shops, httpPort, httpsPort, certificate, key, cache }) {
    const cachedPages = path.join(examples, 'nginx-cached-pages.conf')
    const example = replaced(await readFile(path.join(examples, 'nginx.conf'), 'utf8'), [
      [/^ *listen \[::\].*\n/gm, ''],
      [/listen 80;/, `listen 127.0.0.1:${httpPort};`],
      [/listen 443 ssl http2;/, `listen 127.0.0.1:${httpsPort} ssl http2;`],
      [/server 127\.0\.0\.1:3000;/g, shops.map((shop) => `server ${shop};`).join(' ')],
      [/ssl_certificate .*;/, `ssl_certificate ${certificate};`],
      [/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`],
      ...(cache ? [[/# include \S+;/, `include ${cachedPages};`] satisfies Replacement] : []),
    ])
    return spawnNginx(folder, example, `access_log off; ${cache ? await nginxCache(folder, cache) : ''}`)
  },

  async caddy({ folder, shops, httpPort, httpsPort, certificate, key }) {
    const example = replaced(await readFile(path.join(examples, 'Caddyfile'), 'utf8'), [
      [/^toko\.example \{$/m, `https://${domain} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`],
      [/reverse_proxy 127\.0\.0\.1:3000/, `reverse_proxy ${shops.join(' ')}`],
    ])
    const file = path.join(folder, 'Caddyfile')
    const options = ['admin off', `http_port ${httpPort}`, `https_port ${httpsPort}`, 'default_bind 127.0.0.1']
    await writeFile(file, `{\n\t${options.join('\n\t')}\n}\n${example}`)
    return spawn(programs.caddy, ['run', '--adapter', 'caddyfile', '--config', file], {
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    })
  },
}

async function nginxCache(folder: string, { purgePort, token }: NonNullable<Plan['cache']>): Promise<string> {
  return replaced(await readFile(path.join(examples, 'nginx-cache.conf'), 'utf8'), [
    [/\/var\/cache\/nginx-camilan/, path.join(folder, 'cache')],
    [/listen 127\.0\.0\.1:8090/, `listen 127.0.0.1:${purgePort}`],
    [/127\.0\.0\.1:8091/g, `127.0.0.1:${await freePort()}`],
    [/Bearer CHANGE-ME/, `Bearer ${token}`],
  ])
}

/** @param shops  host:port of each process of the shop */
export async function startProxy(
  name: ProxyName,
  shops: readonly string[],
  options: ProxyOptions = {},
): Promise<RunningProxy> {
  const folder = await mkdtemp(path.join(tmpdir(), `${name}-`))
  await mkdir(folder, { recursive: true })
  const certificate = path.join(folder, 'certificate.pem')
  const key = path.join(folder, 'key.pem')
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-keyout', key, '-out', certificate, '-subj', `/CN=${domain}`, '-addext', `subjectAltName=DNS:${domain}`],
    ],
    { stdio: 'ignore' },
  )
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const child = await starters[name]({ folder, shops, httpPort, httpsPort, certificate, key, ...options })
  const ended = once(child, 'exit')
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`)
    const answered = await fetch(`http://127.0.0.1:${httpPort}/`, { redirect: 'manual' }).catch(() => undefined)
    if (answered) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    httpPort,
    httpsPort,
    certificate: await readFile(certificate, 'utf8'),
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

/** @param blocks  what a file in sites-enabled/ has */
export async function spawnNginx(folder: string, blocks: string, log = 'access_log off;'): Promise<ChildProcess> {
  const file = path.join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  await writeFile(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr; worker_processes 2; ${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http { ${log} include /etc/nginx/mime.types; gzip on; gzip_types *; ${temporary.join(' ')}
${blocks}
}`,
  )
  return spawn(programs.nginx, ['-e', 'stderr', '-c', file], { stdio: ['ignore', 'inherit', 'inherit'] })
}

export type Replacement = [RegExp, string]

/** @throws when an example has no such line any more */
export function replaced(text: string, replacements: Replacement[]): string {
  return replacements.reduce((changed, [from, to]) => {
    const next = changed.replace(from, () => to)
    if (next === changed) throw new Error(`nothing matches ${from}`)
    return next
  }, text)
}
