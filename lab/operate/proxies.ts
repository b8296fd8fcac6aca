/** nginx and Caddy from Debian, started with the examples of deploy/ on ports of their own and a certificate made here. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../server/src/testing/free-port.ts'

export const domain = 'toko.example'

export interface RunningProxy {
  httpPort: number
  httpsPort: number
  certificate: string
  stop(): Promise<void>
}

export interface ProxyOptions {
  /** nginx only: with the examples of a cache. This port and this token purge it. */
  cache?: { purgePort: number; token: string }
}

/** Files in PEM. */
interface Certificate {
  certificate: string
  key: string
}

interface Plan extends ProxyOptions, NginxPlan {
  folder: string
  /** host:port of each process of the shop. */
  shops: readonly string[]
}

const examples = path.resolve(import.meta.dirname, '../../deploy')
export const readExample = (name: string) => readFile(path.join(examples, name), 'utf8')
export const programs = { nginx: '/usr/sbin/nginx', caddy: '/usr/bin/caddy' }
export const proxyNames = Object.keys(programs) as (keyof typeof programs)[]
export type ProxyName = keyof typeof programs

export const hasProxy = (name: ProxyName) => existsSync(programs[name]) && existsSync('/usr/bin/openssl')

const starters: Record<ProxyName, (plan: Plan) => Promise<ChildProcess>> = {
  async nginx({ shops, cache, ...plan }) {
    const cachedPages = path.join(examples, 'nginx-cached-pages.conf')
    const example = nginxExample(await readExample('nginx.conf'), plan, [
      [/server 127\.0\.0\.1:3000;/g, shops.map((shop) => `server ${shop};`).join(' ')],
      ...(cache ? [[/# include \S+;/, `include ${cachedPages};`] satisfies Replacement] : []),
    ])
    return spawnNginx(plan.folder, example, `access_log off; ${cache ? await nginxCache(plan.folder, cache) : ''}`)
  },

  async caddy({ folder, shops, httpPort, httpsPort, certificate, key }) {
    const example = replaced(await readExample('Caddyfile'), [
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

interface NginxPlan extends Certificate {
  httpPort: number
  httpsPort: number
  /** Without TLS, besides the port with TLS. */
  plainPort?: number
}

/** The whole of nginx.conf with ports and paths of its own. @param example  nginx.conf, perhaps for another shop */
export const nginxExample = (example: string, plan: NginxPlan, more: Replacement[] = []): string =>
  replaced(example, [
    [/^ *listen \[::\]:80;\n/m, ''],
    [/listen \[::\]:443 ssl http2;/, plan.plainPort === undefined ? '' : `listen 127.0.0.1:${plan.plainPort};`],
    [/listen 80;/, `listen 127.0.0.1:${plan.httpPort};`],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${plan.httpsPort} ssl http2;`],
    [/\/etc\/letsencrypt\/live\/[a-z.]+\/fullchain\.pem/, plan.certificate],
    [/\/etc\/letsencrypt\/live\/[a-z.]+\/privkey\.pem/, plan.key],
    ...more,
  ])

async function nginxCache(folder: string, { purgePort, token }: NonNullable<Plan['cache']>): Promise<string> {
  return replaced(await readExample('nginx-cache.conf'), [
    [/\/var\/cache\/nginx-camilan/, path.join(folder, 'cache')],
    [/listen 127\.0\.0\.1:8090/, `listen 127.0.0.1:${purgePort}`],
    [/127\.0\.0\.1:8091/g, `127.0.0.1:${await freePort()}`],
    [/Bearer CHANGE-ME/, `Bearer ${token}`],
  ])
}

export function makeCertificate(folder: string): Certificate {
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
  return { certificate, key }
}

/** @param shops  host:port of each process of the shop */
export async function startProxy(
  name: ProxyName,
  shops: readonly string[],
  options: ProxyOptions = {},
): Promise<RunningProxy> {
  const folder = await mkdtemp(path.join(tmpdir(), `${name}-`))
  const { certificate, key } = makeCertificate(folder)
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

/** @param blocks  the content of a file in sites-enabled/ */
export async function spawnNginx(folder: string, blocks: string, log?: string): Promise<ChildProcess> {
  return spawn(programs.nginx, await nginxArguments(folder, blocks, log), { stdio: ['ignore', 'inherit', 'inherit'] })
}

export async function nginxArguments(folder: string, blocks: string, log = 'access_log off;'): Promise<string[]> {
  const file = path.join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  await writeFile(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr; worker_processes 2; ${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 16384; }
http { ${log} include /etc/nginx/mime.types; gzip on; gzip_types *; ${temporary.join(' ')}
${blocks}
}`,
  )
  return ['-e', 'stderr', '-c', file]
}

export type Replacement = [RegExp, string]

/** @throws if an example no longer has such a line */
export function replaced(text: string, replacements: Replacement[]): string {
  return replacements.reduce((changed, [from, to]) => {
    const next = changed.replace(from, () => to)
    if (next === changed) throw new Error(`nothing matches ${from}`)
    return next
  }, text)
}
