/** nginx and Caddy from Debian, started with the examples of deploy/ on ports of their own and a certificate made here. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../server/src/testing/free-port.ts'

export const domain = 'toko.example'
export const programs = { nginx: '/usr/sbin/nginx', caddy: '/usr/bin/caddy' }
export type ProxyName = keyof typeof programs
export const hasProxy = (name: ProxyName) => existsSync(programs[name]) && existsSync('/usr/bin/openssl')

const examples = path.resolve(import.meta.dirname, '../../deploy')
export const readExample = (name: string) => readFile(path.join(examples, name), 'utf8')

/** Host and port of one process of the shop, or of two. */
type Shops = readonly [string, string?]

/** nginx only: with the examples of a cache. This port and this token purge it. */
interface Cache {
  purgePort: number
  token: string
}

type Place = Awaited<ReturnType<typeof makePlace>>

/** Ports of 127.0.0.1, and files. nginx alone has `plainPort`, without TLS. */
export async function makePlace(folder: string) {
  const [certificate, key] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')]
  const options = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' ')
  const names = ['-subj', `/CN=${domain}`, '-addext', `subjectAltName=DNS:${domain}`]
  execFileSync('openssl', [...options, '-keyout', key, '-out', certificate, ...names], { stdio: 'ignore' })
  const [httpPort, httpsPort, plainPort] = [await freePort(), await freePort(), await freePort()]
  return { folder, httpPort, httpsPort, plainPort, certificate, key }
}

export type RunningProxy = Awaited<ReturnType<typeof startProxy>>

/** @param shops  which may start later */
export async function startProxy(name: ProxyName, shops: Shops, cache?: Cache) {
  const folder = await mkdtemp(path.join(tmpdir(), `${name}-`))
  const place = await makePlace(folder)
  const child = spawn(programs[name], await argumentsOf[name](place, shops, cache), {
    stdio: ['ignore', 'ignore', name === 'nginx' ? 'inherit' : 'ignore'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  const ended = once(child, 'exit')
  while (!(await fetch(`http://127.0.0.1:${place.httpPort}`, { redirect: 'manual' }).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`)
    await wait(20)
  }
  return {
    ...place,
    /** In PEM. */
    certificate: await readFile(place.certificate, 'utf8'),
    /** nginx only: without TLS. */
    origin: `http://127.0.0.1:${place.plainPort}`,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

const argumentsOf: Record<ProxyName, (place: Place, shops: Shops, cache?: Cache) => Promise<string[]>> = {
  async nginx(place, shops, cache) {
    const site = await nginxSite(place, shops)
    if (!cache) return nginxArguments(place.folder, site)
    const pages = `include ${path.join(examples, 'nginx-cached-pages.conf')};`
    const kept = replaced(await readExample('nginx-cache.conf'), [
      [/\/var\/cache\/nginx-camilan/, path.join(place.folder, 'cache')],
      [/listen 127\.0\.0\.1:8090/, `listen 127.0.0.1:${cache.purgePort}`],
      [/127\.0\.0\.1:8091/g, `127.0.0.1:${await freePort()}`],
      [/Bearer CHANGE-ME/, `Bearer ${cache.token}`],
    ])
    return nginxArguments(place.folder, kept + replaced(site, [[/# include \S+;/, pages]]))
  },

  async caddy({ folder, httpPort, httpsPort, certificate, key }, [shop]) {
    const example = replaced(await readExample('Caddyfile'), [
      [/^toko\.example \{$/m, `https://${domain} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`],
      [/reverse_proxy 127\.0\.0\.1:3000/, `reverse_proxy ${shop}`],
    ])
    const file = path.join(folder, 'Caddyfile')
    const options = ['admin off', `http_port ${httpPort}`, `https_port ${httpsPort}`, 'default_bind 127.0.0.1']
    await writeFile(file, `{\n\t${options.join('\n\t')}\n}\n${example}`)
    return ['run', '--adapter', 'caddyfile', '--config', file]
  },
}

/** nginx.conf, for two processes with the blocks of nginx-several.conf. */
export async function nginxSite(place: Place, [first, second]: Shops): Promise<string> {
  const site = await readExample('nginx.conf')
  if (second === undefined) return placedSite(replaced(site, [[/127\.0\.0\.1:3000/g, first]]), place)
  const several = replaced(await readExample('nginx-several.conf'), [
    [/127\.0\.0\.1:3001/g, first],
    [/127\.0\.0\.1:3002/g, second],
  ])
  return placedSite(replaced(site, [[/upstream camilan \{[^}]*\}\nupstream camilan_live \{[^}]*\}/, several]]), place)
}

/** @param site  nginx.conf, perhaps that of another shop */
export const placedSite = (site: string, place: Place): string =>
  replaced(site, [
    [/^ *listen \[::\]:80;\n/m, ''],
    [/listen \[::\]:443 ssl http2;/, `listen 127.0.0.1:${place.plainPort};`],
    [/listen 80;/, `listen 127.0.0.1:${place.httpPort};`],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${place.httpsPort} ssl http2;`],
    [/\/etc\/letsencrypt\/live\/[a-z.]+\/fullchain\.pem/, place.certificate],
    [/\/etc\/letsencrypt\/live\/[a-z.]+\/privkey\.pem/, place.key],
  ])

/** @param blocks  the content of the files in sites-enabled/ */
export async function nginxArguments(folder: string, blocks: string): Promise<string[]> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  const file = path.join(folder, 'nginx.conf')
  await writeFile(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr crit; worker_processes 2; ${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 16384; }
http {
  include /etc/nginx/mime.types; gzip on; gzip_types *; ${temporary.join(' ')}
  log_format asked '$msec $request_time $upstream_addr'; access_log ${folder}/access.log asked;
${blocks}
}`,
  )
  return ['-e', 'stderr', '-c', file]
}

/** @throws if an example no longer has such a line */
export function replaced(text: string, replacements: [RegExp, string][]): string {
  return replacements.reduce((changed, [from, to]) => {
    const next = changed.replace(from, () => to)
    if (next === changed) throw new Error(`nothing matches ${from}`)
    return next
  }, text)
}
